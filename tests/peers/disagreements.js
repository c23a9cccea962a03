// Where the schema and the spec's reading disagree, and why a schema cannot help it. This is the
// whole list: any other disagreement fails tests/peers/schema_agrees, and so does a class that
// nothing shows any more.
'use strict';

const {supportedPolicies} = require('./schema.js');

const keysOf = (pointer) => pointer.split('/').slice(1);
const at = (value, path) => path.reduce((holder, key) => holder?.[key], value);
const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);

// The bytes of the text that a diagnostic is about.
const token = ({bytes}, {range}) =>
  bytes.subarray(range.start.offset, range.end.offset).toString();

// True if the spec has nothing against the place of a diagnostic once the text is printed anew from
// its value, and so it objects to the text and not to the value.
const isLostInParsing = ({reprinted}, {pointer}) =>
  reprinted.every((other) => other.pointer !== pointer);

const isSupported = (entry) => isObject(entry) && supportedPolicies.includes(Object.keys(entry)[0]);

// True if `path` leads into an entry of a list of LB policies after one that is supported.
function isBehindSupported(value, path) {
  return path.some((key, index) => {
    const list = at(value, path.slice(0, index));
    return Array.isArray(list) && isObject(list[key]) && index + 1 < path.length &&
      list.slice(0, Number(key)).some(isSupported);
  });
}

// `rejects`: true if a class explains why the spec rejects a case that the schema takes, as far as
// one diagnostic goes. `refuses`: the same for an error of the schema in a case that the spec takes.
// A case is explained if each of its diagnostics, or errors, is. `examples`: texts that show it.
const classes = [
  {
    name: 'a key twice',
    why: 'a schema sees the value of a text; that a key stood twice is lost in parsing',
    rejects: (one, found) => found.rule === 'json-duplicate-key',
    examples: ['{"retryThrottling": null, "retryThrottling": null}'],
  },
  {
    name: 'half a character',
    why: 'a lone surrogate is a string to JavaScript; a schema has no word for it',
    rejects: (one, found) => found.rule === 'json-lone-surrogate',
    examples: ['{"healthCheckConfig": {"serviceName": "\\ud800"}}'],
  },
  {
    name: 'how numbers are spelled',
    why: 'to a schema 3.0 is the integer 3, and digits beyond the seventeenth are rounded',
    rejects: (one, found) =>
      isLostInParsing(one, found) && String(Number(token(one, found))) !== token(one, found),
    examples: [
      '{"retryThrottling": {"maxTokens": 10.0, "tokenRatio": 1}}',
      '{"retryThrottling": {"maxTokens": 1e1, "tokenRatio": 1}}',
      '{"retryThrottling": {"maxTokens": 1, "tokenRatio": 0.000999999999999999999999}}',
    ],
  },
  {
    name: 'misspelt and misplaced keys',
    why: 'no client reads them and none says so; an editor does, by refusing them',
    refuses: (one, {keyword, schemaPath}) =>
      keyword === 'false schema' && schemaPath.includes('/patternProperties/'),
    examples: [
      '{"retryPolicy": {}}',
      '{"methodConfig": [{"name": [{}], "retrypolicy": {}}]}',
      '{"methodConfig": [{"name": [{}], "retry_policy": {}}]}',
      '{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 2, "initialBackoff": "1s", ' +
      '"maxBackoff": "1s", "backoffMultiplier": 1, "retryableStatusCodes": [14], "MaxAttempts": 3}}]}',
    ],
  },
  {
    name: 'how large and small numbers are',
    why: 'to a schema 1e400 is no number and 1e-400 is 0; the spec has no such limits',
    refuses: (one, {data}) => data === Infinity ||
      (data === 0 && /[1-9]e-[0-9]{3}/.test(one.bytes.toString())),
    examples: [
      '{"retryThrottling": {"maxTokens": 1, "tokenRatio": 1e400}}',
      '{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 2, "backoffMultiplier": ' +
      '1e-400, "initialBackoff": "1s", "maxBackoff": "1s", "retryableStatusCodes": [14]}}]}',
    ],
  },
  {
    name: 'quoted numbers with an exponent',
    why: 'a quoted number is text to a schema, and a pattern cannot add up',
    refuses: (one, {keyword, data}) =>
      keyword === 'pattern' && /^-?[0-9]+(\.[0-9]+)?[eE][+-]?[0-9]+$/.test(data),
    examples: ['{"methodConfig": [{"name": [{}], "maxRequestMessageBytes": "1e3"}]}'],
  },
  {
    name: 'quoted numbers beyond a float',
    why: 'the same: the pattern of a number has no limit',
    rejects: (one, found) => found.rule === 'number-malformed' &&
      Math.fround(JSON.parse(token(one, found))) === Infinity,
    examples: [
      '{"loadBalancingConfig": [{"weighted_round_robin": {"errorUtilizationPenalty": "1e39"}}]}',
    ],
  },
  {
    name: 'LB policies behind the one that is used',
    why: 'a client does not look at their configs; a schema cannot tell which one comes first',
    refuses: (one, {instancePath}) => isBehindSupported(one.value, keysOf(instancePath)),
    examples: [
      '{"loadBalancingConfig": [{"round_robin": {}}, {"pick_first": {"shuffleAddressList": 1}}]}',
    ],
  },
];

// Rules on values that must fit together.
const lookup = (more) =>
  '{"loadBalancingConfig": [{"rls_experimental": {"childPolicyConfigTargetFieldName": "cluster", ' +
  '"childPolicy": [{"cds_experimental": {}}], "routeLookupConfig": {"lookupService": "a", ' +
  `"cacheSizeBytes": 1, "grpcKeybuilders": [{"names": [{"service": "a"}]${more}]}}}]}`;
const comparisons = {
  'name-duplicate': '{"methodConfig": [{"name": [{}]}, {"name": [{"service": ""}]}]}',
  'ring-hash-size-order':
    '{"loadBalancingConfig": [{"ring_hash_experimental": {"minRingSize": 2, "maxRingSize": 1}}]}',
  'priority-child-unknown':
    '{"loadBalancingConfig": [{"priority_experimental": {"children": {}, "priorities": ["a"]}}]}',
  'rls-extra-key-duplicate': lookup(
    ', "constantKeys": {"a": "1"}, "extraKeys": {"host": "a"}}'),
  'rls-extra-keys-alike': lookup(', "extraKeys": {"host": "a", "method": "a"}}'),
  'rls-key-duplicate': lookup(
    ', "headers": [{"key": "a", "names": ["b"]}], "constantKeys": {"a": "1"}}'),
  'rls-name-duplicate': lookup('}, {"names": [{"service": "a"}]}'),
};
for (const [rule, example] of Object.entries(comparisons)) {
  classes.push({
    name: rule,
    why: 'a schema cannot compare values with each other',
    rejects: (one, found) => found.rule === rule,
    examples: [example],
  });
}

module.exports = {classes};
