#!/usr/bin/env node
// Calls of grpc-js to a server that answers as each call says: JSON Lines; see README.md.
// Usage: live_node.js PACKAGES ALIAS     such as build/oracles/node grpc-js-1.13
'use strict';

const path = require('path');
const readline = require('readline');
const {createRequire} = require('module');

const [folder, alias] = process.argv.slice(2);
const packages = createRequire(path.resolve(folder, 'package.json'));
process.env.GRPC_VERBOSITY = 'NONE';
const grpc = packages(alias);

// Seconds of the monotonic clock, which the server has, too.
const now = () => Number(process.hrtime.bigint()) / 1e9;
const bytes = (buffer) => buffer;
const sleep = (seconds) => new Promise((over) => setTimeout(over, seconds * 1000));

// To `target`, whose name servers have the config; else to a port of this machine, with `config`.
function connect({config, port, target}) {
  const address = target ?? `ipv4:127.0.0.1:${port}`;
  const client = new grpc.Client(address, grpc.credentials.createInsecure(), {
    ...(target ? {} : {'grpc.service_config': config}),
    'grpc.service_config_disable_resolution': target ? 0 : 1,
    'grpc.use_local_subchannel_pool': 1,
  });
  // Else the first attempt would wait for the connection.
  return new Promise((over, failed) => {
    client.waitForReady(Date.now() + 5000, (error) => error ? failed(error) : over(client));
  });
}

function call(client, {id, methods, answers, deadline, bytes: sizes}, index) {
  const metadata = new grpc.Metadata();
  metadata.set('live-run', id);
  metadata.set('live-call', String(index));
  metadata.set('live-answers', answers);
  const start = now();
  // A Date has whole milliseconds; the one that has begun is over too early.
  const options = deadline === undefined ? {} : {deadline: Date.now() + 1 + deadline * 1000};
  return new Promise((over) => {
    client.makeUnaryRequest(
        methods[index], bytes, bytes, Buffer.alloc(sizes ? sizes[index] : 0), metadata, options,
        (error) => over({start, end: now(), code: error ? error.code : grpc.status.OK}));
  });
}

// `every`: calls start at such intervals, whatever becomes of them; without it one after the other.
async function makeCalls(asked) {
  const client = await connect(asked);
  const calls = [];
  for (let i = 0; i < asked.methods.length; ++i) {
    calls.push(call(client, asked, i));
    await (asked.every === undefined ? calls[i] : sleep(asked.every));
  }
  return Promise.all(calls);
}

readline.createInterface({input: process.stdin})
    .on('line', async (line) => {
      const asked = JSON.parse(line);
      const calls = await makeCalls(asked);
      process.stdout.write(`${JSON.stringify({id: asked.id, calls})}\n`);
    })
    .on('close', () => process.exit());
