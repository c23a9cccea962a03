// The committed schema, as the independent validator Ajv understands it.
'use strict';

const fs = require('fs');
const path = require('path');
const {createRequire} = require('module');

const root = path.join(__dirname, '../..');
// Packages are not installed beside the scripts, so that no folder of ours holds a node_modules.
const packages = createRequire(path.join(root, 'build/peers/package.json'));
const Ajv = packages('ajv/dist/2020').default;

const schema = JSON.parse(
    fs.readFileSync(path.join(root, 'schema/service_config.schema.json'), 'utf8'));

// Strict, but for what the schema does on purpose: numbers that may be quoted; definitions that
// leave the type to the reference, which knows whether null will do; and `required` apart from
// `properties`, where RLS may fill in a field.
const ajv = new Ajv({
  strict: true,
  allowUnionTypes: true,
  strictTypes: false,
  strictRequired: false,
  allErrors: true,
  verbose: true,
});
// Of VS Code's language service; others ignore them.
ajv.addVocabulary(
    ['markdownDescription', 'defaultSnippets', 'patternErrorMessage', 'errorMessage']);
ajv.addSchema(schema, 'service_config');

// A validator of one definition, or of a whole config.
function compile(definition) {
  return ajv.compile({$ref: definition ? `service_config#/$defs/${definition}` : 'service_config'});
}

// `schema` with what it refers to; its own keywords win.
function resolve(part) {
  if (!part.$ref) return part;
  return {...resolve(schema.$defs[part.$ref.replace('#/$defs/', '')]), ...part};
}

// The names of the LB policies that the spec's clients support.
const supportedPolicies = schema.$defs.policyList.contains.propertyNames.enum;

module.exports = {compile, packages, resolve, root, schema, supportedPolicies};
