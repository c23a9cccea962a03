#!/usr/bin/env node
// A server of HTTP/2 that answers attempts of gRPC calls as each call says; see README.md.
//
// No gRPC library, for that of C-core turns the text of a pushback into a number.
// Usage: live_server.js PORTS     so many, of 127.0.0.1
'use strict';

const http2 = require('http2');

// Seconds of the monotonic clock, which the clients have, too.
const now = () => Number(process.hrtime.bigint()) / 1e9;
const report = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

// Nothing answers there; but a call that waits must end. OUT_OF_RANGE.
const BEHIND_THE_LIST = {code: 11, headers: false, after: 3};
const NO_MESSAGE = Buffer.alloc(5);                            // its header: not compressed, empty

const attempts = new Map();  // of each run

// The answer to the next attempt of a run.
function nextAnswer(run, answers) {
  const place = attempts.get(run) ?? 0;
  attempts.set(run, place + 1);
  return JSON.parse(answers)[place] ?? BEHIND_THE_LIST;
}

function trailersOf({code, pushback}) {
  const trailers = {'grpc-status': String(code), 'grpc-message': 'as told'};
  return pushback === undefined ? trailers : {...trailers, 'grpc-retry-pushback-ms': pushback};
}

function respond(stream, answer) {
  const headers = {':status': 200, 'content-type': 'application/grpc'};
  if (answer.refused) return stream.close(http2.constants.NGHTTP2_REFUSED_STREAM);
  if (answer.code !== 0 && !answer.headers) {
    return stream.respond({...headers, ...trailersOf(answer)}, {endStream: true});
  }
  stream.respond(headers, {waitForTrailers: true});
  stream.on('wantTrailers', () => stream.sendTrailers(trailersOf(answer)));
  return answer.code === 0 ? stream.end(NO_MESSAGE) : stream.end();
}

// The time of an answer is taken before it leaves, so that no delay looks shorter than it is.
function serve(stream, headers) {
  const arrived = now();
  const run = headers['live-run'];
  const answer = nextAnswer(run, headers['live-answers']);
  const previous = headers['grpc-previous-rpc-attempts'] ?? '';
  stream.on('error', () => {});  // who does not want an answer any more
  stream.resume();
  const seen = {run, call: Number(headers['live-call']), previous, arrived};
  let isOver = false;
  const finish = () => {
    if (isOver || stream.destroyed) return;
    isOver = true;
    report({...seen, answered: now()});
    respond(stream, answer);
  };
  stream.on('end', () => {
    if (answer.silent) return;
    answer.after ? setTimeout(finish, answer.after * 1000) : finish();
  });
  // Without an answer the client has closed it.
  stream.on('close', () => {
    if (!isOver) report({...seen, cancelled: now()});
    isOver = true;
  });
}

function listen() {
  const server = http2.createServer();
  server.on('stream', serve);
  return new Promise((over) => {
    server.listen(0, '127.0.0.1', () => over(server.address().port));
  });
}

async function main() {
  report({ports: await Promise.all(Array.from({length: Number(process.argv[2])}, listen))});
}

process.stdin.resume().on('end', () => process.exit());
main();
