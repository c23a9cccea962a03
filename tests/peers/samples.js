// Valid configs that use every field, made from the schema, and mutants of them.
'use strict';

const {resolve, schema} = require('./schema.js');

// The name in every map and list of names, so that those that refer to others find them.
const someName = 'one';

function sampleText(part, name) {
  const pattern = new RegExp(part.pattern || '');
  return [name, '10s', '8'].find((text) => pattern.test(text));
}

function sampleNumber(part) {
  const low = Math.max(part.minimum ?? 0, (part.exclusiveMinimum ?? -1) + 1);
  return Math.min(low + 3, part.maximum ?? Infinity);
}

// A value that the schema of `name` takes, with all the fields that it has.
function sample(reference, name = someName) {
  if (reference.$ref === '#/$defs/LoadBalancingConfig') return {round_robin: {}};
  const part = resolve(reference);
  const type = [part.type ?? part.anyOf?.map((choice) => choice.type) ?? []].flat();
  if (part.properties) {
    return Object.fromEntries(
        Object.entries(part.properties).map(([key, value]) => [key, sample(value, key)]));
  }
  if (part.anyOf) return sample(part.anyOf[0]);
  if (part.allOf) return sample(part.allOf[0]);
  if (part.enum) return part.enum[0];
  if (part.items) return [sample(part.items)];
  if (part.additionalProperties) return {[someName]: sample(part.additionalProperties)};
  if (type.includes('integer') || type.includes('number')) return sampleNumber(part);
  if (type.includes('boolean')) return false;
  if (type.includes('string') || part.pattern) return sampleText(part, name);
  if (type.includes('array')) return ['anything'];
  return type.includes('object') ? {} : '10s';
}

// The entry of a policy in a list, with all that its config has.
function policyEntry(policy) {
  const part = schema.$defs.LoadBalancingConfig.properties[policy];
  return {[policy]: sample(part.if ?? part)};
}

// Every field of every message and every LB policy is in one of these at least: {kind, value}.
function validDocuments() {
  const {retryPolicy, hedgingPolicy, ...method} = sample({$ref: '#/$defs/MethodConfig'});
  const {methodConfig, loadBalancingPolicy, ...rest} = sample({$ref: '#/$defs/ServiceConfig'});
  const withRetries = {...rest, methodConfig: [{...method, retryPolicy}]};
  const withHedging = {loadBalancingPolicy, methodConfig: [{...method, hedgingPolicy}]};
  const lists = Object.keys(schema.$defs.LoadBalancingConfig.properties).map((policy) => {
    const entry = policyEntry(policy);
    const config = entry[policy];
    if (config.routeLookupChannelServiceConfig) config.routeLookupChannelServiceConfig = withHedging;
    return [entry, {pick_first: {}}];  // the second counts where the first is not supported
  });
  const routed = policyEntry('rls_experimental');
  routed.rls_experimental.childPolicyConfigTargetFieldName = 'cluster';
  routed.rls_experimental.childPolicy = [{cds_experimental: {}}];
  routed.rls_experimental.routeLookupChannelServiceConfig = {};
  lists.push([routed], [{round_robin: {}}, policyEntry('outlier_detection_experimental')]);
  const choice = {...sample({$ref: '#/$defs/ServiceConfigChoice'}), serviceConfig: withHedging};
  return [
    {kind: 'config', value: withRetries},
    {kind: 'config', value: withHedging},
    ...lists.map((list) => ({kind: 'config', value: {loadBalancingConfig: list}})),
    {kind: 'choices', value: [choice, {serviceConfig: {}}]},
  ];
}

// The numbers at which some field's range ends, and their neighbours.
function boundaries() {
  const numbers = new Set();
  JSON.stringify(schema, (key, value) => {
    if (/inimum$|aximum$/.test(key)) [value - 1, value, value + 1].forEach((n) => numbers.add(n));
    return value;
  });
  return [...numbers].filter((number) => Math.abs(number) < 1e15);
}

const numbers = boundaries();
const durations = [
  '0s', '-0s', '0.000s', '-0.000000000s', '0.000000001s', '-0.000000001s', '1s', '-1s', '1.5s',
  '1.123456789s', '1.1234567890s', '.5s', '5.s', '05s', '+1s', '1e3s', '1S', '1', '100ms', ' 1s',
  '1s ', '300s', '301s', '0.1s', '0.099999999s', '315576000000s', '315576000000.999999999s',
  '-315576000000s', '315576000001s', '-315576000001s', '999999999999s', '31557600000000s',
];
const strings = [
  '', 'x', 'a-bin', 'a-BIN', 'a.b_c-D', 'a b', 'ok', 'Unavailable', 'CANCELED', '14', '17', '-1',
  '3.0', '3.5', '1e3', '-0', '007', 'NaN', 'Infinity', '-Infinity', 'pick_first', 'Pick_First',
  'priority_experimental', 'cluster', 'HEALTHY', 'healthy', 'DRAINING', 'EDS',
];
const others = [null, true, false, [], [null], {}, {x: 1}, [[]], [{}], 0.5, 0.0005, 0.0010001];

// What may stand in place of `value`.
function substitutes(value) {
  const own = [[value], {value}];
  if (typeof value === 'string') own.push(value.toLowerCase(), value.toUpperCase(), `${value}x`);
  if (typeof value === 'number') own.push(String(value), `${value}.0`, value + 0.5, -value);
  if (Array.isArray(value)) own.push(value.slice(1), [...value, ...value], [...value, null]);
  return [...own, ...numbers, ...numbers.map(String), ...durations, ...strings, ...others];
}

// Other spellings of a key.
function misspellings(key) {
  const snake = key.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);
  return [`${key}s`, key.slice(0, -1), key[0].toUpperCase() + key.slice(1), snake, 'unknown'];
}

// All places in `value`: the paths of keys and indexes that lead there.
function* places(value, path = []) {
  if (path.length) yield path;
  if (value === null || typeof value !== 'object') return;
  for (const key of Object.keys(value)) yield* places(value[key], [...path, key]);
}

// A copy of `config` with another member or element at `path`; `change(holder, key)` makes it so.
function changed(config, path, change) {
  const copy = structuredClone(config);
  const holder = path.slice(0, -1).reduce((at, key) => at[key], copy);
  change(holder, path.at(-1));
  return copy;
}

function remove(holder, key) {
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else delete holder[key];
}

function rename(name) {
  return (holder, key) => {
    const members = Object.entries(holder).map(([k, v]) => [k === key ? name : k, v]);
    for (const [k] of members) delete holder[k];
    Object.assign(holder, Object.fromEntries(members));
  };
}

// Every change of one place.
function* changesAt(config, path) {
  const value = path.reduce((at, key) => at[key], config);
  yield remove;
  for (const other of substitutes(value)) {
    yield (holder, key) => {
      holder[key] = other;
    };
  }
  if (!/^\d+$/.test(path.at(-1))) yield* misspellings(path.at(-1)).map(rename);
}

// A generator of numbers below a bound, the same in every run.
function random(seed) {
  let state = seed >>> 0;
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

// All mutants of one change of a valid document, then `count` of two or three changes drawn by
// `seed`: {kind, value}.
function* mutants(count, seed) {
  const draw = random(seed);
  const documents = validDocuments();
  for (const {kind, value} of documents) {
    for (const path of places(value)) {
      for (const change of changesAt(value, path)) yield {kind, value: changed(value, path, change)};
    }
  }
  for (let i = 0; i < count; ++i) {
    let {kind, value} = documents[i % documents.length];
    for (let changes = 2 + draw(2); changes > 0; --changes) {
      const paths = [...places(value)];
      if (!paths.length) break;
      const path = paths[draw(paths.length)];
      const choices = [...changesAt(value, path)];
      value = changed(value, path, choices[draw(choices.length)]);
    }
    yield {kind, value};
  }
}

module.exports = {mutants, sample, validDocuments};
