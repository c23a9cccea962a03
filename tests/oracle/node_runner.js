#!/usr/bin/env node
// The verdict of grpc-js on service configs: JSON Lines in, JSON Lines out; see README.md.
// Usage: node_runner.js PACKAGES ALIAS     such as build/oracles/node grpc-js-1.8
'use strict';

const path = require('path');
const readline = require('readline');
const {createRequire} = require('module');

const [folder, alias] = process.argv.slice(2);
const packages = createRequire(path.resolve(folder, 'package.json'));
process.env.GRPC_VERBOSITY = 'NONE';
const grpc = packages(alias);  // registers the LB policies
const {validateServiceConfig, extractAndSelectServiceConfig} =
    packages(`${alias}/build/src/service-config`);
const loadBalancer = packages(`${alias}/build/src/load-balancer`);
const version = packages(`${alias}/package.json`).version.split('.').map(Number);

// ---- What the client has understood, in the shape that all runners share.

// A duration from parts that may be any numbers, exactly as far as those are integers.
function duration({seconds, nanos}) {
  if (!Number.isSafeInteger(seconds) || !Number.isInteger(nanos)) return `${seconds} ${nanos}`;
  const total = BigInt(seconds) * 1000000000n + BigInt(nanos);
  const digits = String(total < 0 ? -total : total).padStart(10, '0');
  const fraction = digits.slice(-9).replace(/0+$/, '');
  return `${total < 0 ? '-' : ''}${digits.slice(0, -9)}${fraction && '.'}${fraction}s`;
}

const limit = (attempts) => Math.min(attempts, 5);  // retrying-call.ts: the default limit
const codes = (list) => list.map((code) => (
  typeof code === 'number' ? grpc.status[code] : code.toUpperCase()));

function retryOf(policy) {
  return {
    ...policy,
    maxAttempts: limit(policy.maxAttempts),
    retryableStatusCodes: codes(policy.retryableStatusCodes),
  };
}

function hedgingOf({maxAttempts, hedgingDelay, nonFatalStatusCodes}) {
  const list = Array.isArray(nonFatalStatusCodes) ? codes(nonFatalStatusCodes) : [];
  return {
    maxAttempts: limit(maxAttempts),
    hedgingDelay: hedgingDelay ?? '0s',
    nonFatalStatusCodes: list,
  };
}

function methodOf({timeout, retryPolicy, hedgingPolicy}) {
  const method = {};
  if (timeout) method.timeout = duration(timeout);
  if (retryPolicy) method.retryPolicy = retryOf(retryPolicy);
  if (hedgingPolicy) method.hedgingPolicy = hedgingOf(hedgingPolicy);
  return method;
}

function pathOf({service, method}) {
  return service ? `/${service}/${method ?? ''}` : '';
}

// The config of each path; waitForReady and the message sizes are left out, for nothing reads them.
function methodsOf(config) {
  return config.methodConfig.flatMap(
      (entry) => entry.name.map((name) => [pathOf(name), entry]));
}

// The LB policy that resolving-load-balancer.ts chooses.
function policyOf(config) {
  const list = config.loadBalancingConfig ?? [];
  const select = loadBalancer.selectLbConfigFromList ?? loadBalancer.getFirstUsableConfig;
  const chosen = select(list, true);
  return chosen?.getLoadBalancerName();
}

// The entry that a name is served by. Before 1.9.1 that is the first whose names have its service, and
// its method or no key for one; no call has the service '' (resolving-load-balancer.ts
// getDefaultConfigSelector).
function servingEntry(config, {service, method}, own) {
  if (newerThan(1, 9, 0)) return own;
  if (!service) return undefined;
  return config.methodConfig.find((entry) => entry.name.some((name) => name.service === service &&
      (name.method === undefined || name.method === (method ?? ''))));
}

function effectiveOf(config) {
  const methods = {};
  for (const own of config.methodConfig) {
    for (const name of own.name) {
      const entry = servingEntry(config, name, own);
      if (entry) methods[pathOf(name)] ??= methodOf(entry);
    }
  }
  return {methods, retryThrottling: config.retryThrottling, loadBalancing: policyOf(config)};
}

// ---- Calls that always fail.

function newerThan(...bound) {
  const at = bound.findIndex((part, index) => part !== version[index]);
  return at >= 0 && version[at] > bound[at];
}

// The milliseconds from the start of a call to its deadline, as resolving-call.ts computes them.
function deadlineMs({seconds, nanos}) {
  const byNumbers = newerThan(1, 14, 5);
  if (byNumbers) return Math.floor(seconds * 1000 + nanos / 1000000);
  const start = new Date(2000, 0, 1, 0, 0, 30, 500);  // in a minute and a second that have begun
  const end = new Date(start);
  end.setSeconds(end.getSeconds() + seconds);
  end.setMilliseconds(end.getMilliseconds() + nanos / 1000000);
  return end - start;
}

// What the end of a failed attempt of a hedged call throws; it is not caught, so the process dies.
function deathOf({hedgingPolicy}) {
  const codes = hedgingPolicy?.nonFatalStatusCodes;
  if (codes === undefined) return undefined;
  const {RetryingCall} = packages(`${alias}/build/src/retrying-call`);
  try {
    RetryingCall.prototype.isStatusCodeInList(codes, grpc.status.UNAVAILABLE);
    return undefined;
  } catch (error) {
    return error;
  }
}

// Before 1.13.1 the first failure emptied the account, and a call that may not be retried never ended.
function hangs({retryThrottling}) {
  if (!retryThrottling || newerThan(1, 13, 0)) return false;
  const {RetryThrottler} = packages(`${alias}/build/src/retrying-call`);
  const throttler = new RetryThrottler(retryThrottling.maxTokens, retryThrottling.tokenRatio);
  throttler.addCallFailed();
  return !throttler.canRetryCall();
}

// What a timeout of eight digits in hours holds.
const MOST_HOURS = 99999999;

// Why calls of some method break; nothing if no reason is known.
function breaks(config) {
  for (const [path, entry] of methodsOf(config)) {
    const ms = entry.timeout ? deadlineMs(entry.timeout) : 1;
    if (ms <= 0) return `every call of "${path}": the deadline is over at once`;
    // deadline.ts getDeadlineTimeoutString, where it is not caught.
    if (!(ms <= MOST_HOURS * 3600000)) {
      return `every call of "${path}" ends the process: Deadline is too far in the future`;
    }
    if (entry.retryPolicy && hangs(config)) return `a call of "${path}" that is retried hangs`;
    const death = deathOf(entry);
    if (death) return `a failed call of "${path}" ends the process: ${death}`;
  }
  return undefined;
}

// ---- Answers

// What resolving-load-balancer.ts does with the channel option `grpc.service_config`, but for an empty
// text: there it counts as no config, and the question here is whether it is one.
function judge(text) {
  let config;
  try {
    config = validateServiceConfig(JSON.parse(text));
  } catch (error) {
    return {verdict: 'rejects', message: String(error), effective: {}};
  }
  const effective = effectiveOf(config);
  const reason = breaks(config);
  return {verdict: reason ? 'breaks-calls' : 'accepts', message: reason ?? '', effective};
}

// The same with a list of choices, for a draw that takes every percentage above 0.
function judgeChoices(text) {
  let config;
  try {
    config = extractAndSelectServiceConfig([[`grpc_config=${text}`]], Number.MIN_VALUE);
  } catch (error) {
    return {verdict: 'rejects', message: String(error), effective: {}};
  }
  const reason = breaks(config);
  return {verdict: reason ? 'breaks-calls' : 'accepts', message: reason ?? '', effective: {}};
}

// Not TextDecoder, which drops a byte order mark.
readline.createInterface({input: process.stdin}).on('line', (line) => {
  const {id, kind, b64} = JSON.parse(line);
  const text = Buffer.from(b64, 'base64').toString();
  const answer = kind === 'choices' ? judgeChoices(text) : judge(text);
  process.stdout.write(`${JSON.stringify({id, ...answer})}\n`);
});
