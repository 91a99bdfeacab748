import { readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { ERRORS } from '../../src/errors.ts';
import { openApiDocument } from '../../src/http/openapi.ts';
import { EXAMPLES, REFUSALS } from '../../src/examples.ts';
import { refusalsOf } from '../../src/http/refusals.ts';
import { route } from '../../src/http/route.ts';
import { allRoutes } from '../../src/routes.ts';
import { IS_NIGHTLY } from '../support/nightly.ts';

type Json = Record<string, unknown>;
type Media = { schema: Json; examples?: Record<string, { $ref: string }> };
type Response = { description: string; headers?: Json; content?: Record<string, Media> };
type Operation = {
  operationId: string;
  description: string;
  tags: string[];
  parameters: { name: string; in: string; description?: string }[];
  requestBody?: { required: boolean; content: Record<string, Media> };
  responses: Record<string, Response & { $ref?: string }>;
};
type Components = Record<string, Record<string, Json>>;

const routes = await allRoutes();
const document = openApiDocument(routes) as {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: Components;
};
const { paths, components } = document;
const operations = Object.values(paths).flatMap((item) => Object.values(item));
const operationOf = new Map(operations.map((operation) => [operation.operationId, operation]));

function resolve(ref: string): Json {
  const [, , kind = '', name = ''] = ref.split('/');
  return components[kind]?.[name] ?? {};
}

const responsesOf = ({ responses }: Operation): [string, Response][] =>
  Object.entries(responses).map(([status, one]) => [
    status,
    one.$ref === undefined ? one : (resolve(one.$ref) as Response),
  ]);

/** Fields that need no description, because their names explain them. */
const PLAIN = new Set('id name email phone firstName lastName line1 line2 city state postalCode country'.split(' '));

const isSaid = (schema: unknown) =>
  (schema as { description?: string } | undefined)?.description?.endsWith('.') === true;

/** Returns the paths of all fields in a value that have no description, including nested fields. */
function muteFields(at: string, value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { properties = {} } = value as { properties?: Record<string, unknown> };
  const mute = Object.entries(properties).filter(([name, field]) => !PLAIN.has(name) && !isSaid(field));
  return [
    ...mute.map(([name]) => `${at}.${name}`),
    ...Object.entries(value).flatMap(([key, inner]) =>
      muteFields(/^(?:properties|items|anyOf|\d+)$/.test(key) ? at : `${at}.${key}`, inner),
    ),
  ];
}

describe('the OpenAPI description of a file', () => {
  const TYPES = ['application/pdf', 'image/jpeg', 'image/png', 'image/webp', 'image/heic'];
  const { put, get, delete: remove } = paths['/api/expenses/{id}/receipt'] ?? {};

  test('that a route accepts names its maximum size and its types, and allows a form', () => {
    expect(put?.requestBody?.required).toBe(true);
    const { 'multipart/form-data': form, ...raw } = put?.requestBody?.content ?? {};
    expect(form?.schema).toMatchObject({
      required: ['file'],
      properties: { file: { type: 'string', format: 'binary', description: expect.stringContaining('10 MiB') } },
    });
    expect(Object.keys(raw)).toEqual(TYPES);
    expect(put?.parameters.map((one) => one.name)).toEqual(['id', 'keep', 'Content-Disposition', 'If-Match']);
    const refusals = Object.keys(put?.responses ?? {});
    expect(refusals).toEqual(expect.arrayContaining(['400', '404', '409', '412', '413', '415', '503']));
  });

  test('that has further fields in its form names their schemas, and says that they are JSON', () => {
    const { content = {} } = paths['/api/accounts/{id}/bank-lines/import']?.['post']?.requestBody ?? {};
    const form = content['multipart/form-data'] as Media & { encoding: Json };
    const { mapping } = form.schema['properties'] as Record<string, Json>;
    expect(mapping).toMatchObject({ description: expect.stringContaining('of a CSV file') });
    expect(JSON.stringify(mapping)).toContain('"#/components/schemas/CsvMapping"');
    expect(form.encoding).toMatchObject({ mapping: { contentType: 'application/json' } });
    expect(Object.keys(components['schemas']?.['CsvMapping']?.['properties'] ?? {})).toContain('dateFormat');
  });

  test('that a route returns names its types', () => {
    expect(Object.keys(get?.responses['200']?.content ?? {})).toEqual(TYPES);
    expect(get?.responses['200']?.headers).toHaveProperty('Content-Disposition');
    expect(get?.requestBody).toBeUndefined();
    expect(remove?.responses['204']).toBeDefined();
  });
});

describe('the OpenAPI document', () => {
  test('is valid under the schema of the OpenAPI Specification 3.1', async () => {
    expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true });
  });

  test.runIf(IS_NIGHTLY)('passes a linter', async () => {
    const config = await createConfig({ extends: ['recommended-strict'] });
    const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
  });

  test('lists its components in the order of their names', () => {
    for (const kind of ['schemas', 'responses', 'examples', 'headers'])
      expect(Object.keys(components[kind] ?? {}), kind).toEqual(Object.keys(components[kind] ?? {}).toSorted());
  });

  test('does not depend on which other modules are loaded', async () => {
    await import('../../src/features/upkeep/backups/schema.ts');
    expect(openApiDocument(routes)).toEqual(document);
  });

  test('describes every tag that it uses, and no others', () => {
    const used = new Set(operations.flatMap(({ tags }) => tags));
    expect(document.tags.map(({ name }) => name).toSorted()).toEqual([...used].toSorted());
    expect(document.tags.filter(({ description }) => !description.endsWith('.'))).toEqual([]);
  });

  test('describes every parameter, and says for every operation who may call it', () => {
    const mute = operations.flatMap(({ operationId, parameters }) =>
      parameters.filter(({ description }) => !description?.endsWith('.')).map(({ name }) => `${operationId} ${name}`),
    );
    expect(mute).toEqual([]);
    const open = operations.filter(
      ({ description }) => !/Needs |Everybody who is signed in may call this\./.test(description),
    );
    expect(open).toEqual([]);
  });

  test('describes every field and every schema', () => {
    const { schemas = {} } = components;
    expect(Object.keys(schemas).filter((name) => !isSaid(schemas[name]))).toEqual([]);
    const answers = operations.flatMap((operation) => [operation.requestBody, operation.responses]);
    expect([...muteFields('', schemas), ...muteFields('', answers)]).toEqual([]);
    expect(muteFields('', { type: 'object', properties: { amount: { type: 'number' } } })).toEqual(['.amount']);
  });

  test('cannot be created if two schemas have the same name', () => {
    const one = z.strictObject({ a: z.string() }).meta({ id: 'TwiceNamed' });
    z.strictObject({ b: z.string() }).meta({ id: 'TwiceNamed' });
    const base = { method: 'POST', path: '/api/x', summary: 'x', tag: 'x', permission: 'public' } as const;
    const routeOf = (body: z.ZodType) => route({ ...base, body, handle: () => Promise.resolve(undefined) });
    try {
      expect(() => openApiDocument([routeOf(one)])).toThrow('TwiceNamed');
      expect(() => openApiDocument([routeOf(z.strictObject({ inner: one }))])).toThrow('TwiceNamed');
    } finally {
      z.globalRegistry._idmap.delete('TwiceNamed');
    }
  });

  test('uses every defined example', () => {
    const used = new Set(JSON.stringify(paths).match(/(?<="#\/components\/examples\/)[\w.]+/g));
    expect(Object.keys(EXAMPLES).filter((name) => !used.has(name))).toEqual([]);
  });
});

describe('the refusals in the OpenAPI document', () => {
  test('are exactly the codes that the route declares, each under its status', () => {
    for (const [index, route] of routes.entries()) {
      const operation = operations.find(({ operationId }) => operationId === idOf(index));
      const documented = responsesOf(operation as Operation).flatMap(([status, { content }]) =>
        Object.keys(content?.['application/problem+json']?.examples ?? {}).map((code) => `${status} ${code}`),
      );
      const declared = refusalsOf(route).map((code) => `${ERRORS[code].status} ${code}`);
      expect(documented.toSorted(), `${route.method} ${route.path}`).toEqual(declared.toSorted());
    }
  });

  test('include every error code', () => {
    const text = JSON.stringify(document);
    const unsaid = Object.keys(ERRORS).filter((code) => !text.includes(`\`${code}\``));
    expect(unsaid).toEqual([]);
    const forDevelopers = readFileSync('docs/api.md', 'utf8');
    const often = ['malformed_request', 'request_timeout', 'receipt_limit', 'before_the_books', 'sum_too_large'];
    for (const code of often) expect(forDevelopers).toContain(`\`${code}\``);
  });

  test('do not include a refusal that the operation can never return', () => {
    const statuses = (id: string) => Object.keys(operationOf.get(id)?.responses ?? {});
    expect(statuses('putChurchProfile')).not.toContain('404');
    expect(statuses('putMealAttendanceDate')).not.toContain('404');
    expect(statuses('getMonthlyStatementsYearMonth')).not.toContain('404');
    expect(statuses('getOpenapiJson')).toEqual(['200', '304', '400', '421', '500']);
    expect(operationOf.get('getHealth')?.responses['503']?.content).toHaveProperty('application/json');
  });

  test('describe the headers that go with a refused sign-in', () => {
    expect(operationOf.get('postAuthRefresh')?.responses['401']?.headers).toHaveProperty('Set-Cookie');
    expect(resolve('#/components/responses/too_many_requests')).toHaveProperty(['headers', 'Retry-After']);
    expect(resolve('#/components/responses/unauthenticated')).toHaveProperty(['headers', 'WWW-Authenticate']);
  });
});

/** Returns the operation id of the route at this index. */
function idOf(index: number): string | undefined {
  const route = routes[index];
  const item = paths[route?.path.replace(/:(\w+)/g, '{$1}') ?? ''];
  return item?.[route?.method.toLowerCase() ?? '']?.operationId;
}

describe('the examples in the OpenAPI document', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  // A response may contain fields that its schema does not declare, but an example must not.
  const schemas = closed(components['schemas'] ?? {});
  const compiled = new Map<string, ValidateFunction>();

  function faultsOf(schema: Json, value: unknown): unknown[] {
    const key = JSON.stringify(schema);
    const validate = compiled.get(key) ?? ajv.compile({ ...(closed(schema) as Json), components: { schemas } });
    compiled.set(key, validate);
    return validate(value)
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  }

  const media = operations.flatMap((operation) =>
    [
      ['body', operation.requestBody] as const,
      ...responsesOf(operation).map(([status, response]) => [status, response] as const),
    ].flatMap(([where, holder]) =>
      Object.entries(holder?.content ?? {})
        .filter(([type]) => type.endsWith('json'))
        .map(([type, one]) => ({ name: `${operation.operationId} ${where} ${type}`, where, ...one })),
    ),
  );

  test('exist for every body, response and refusal', () => {
    expect(media.length).toBeGreaterThan(500);
    expect(media.filter(({ examples }) => Object.keys(examples ?? {}).length === 0).map(({ name }) => name)).toEqual(
      [],
    );
  });

  test('match their schemas', () => {
    const faults = media.flatMap(({ name, schema, examples = {} }) =>
      Object.values(examples).flatMap(({ $ref }) =>
        faultsOf(schema, resolve($ref)['value']).map((fault) => `${name}: ${String(fault)}`),
      ),
    );
    expect([...new Set(faults)]).toEqual([]);
  });

  test('of a refusal have the code and status of that refusal', () => {
    for (const { name, where, schema, examples = {} } of media) {
      if (schema['$ref'] !== '#/components/schemas/Problem') continue;
      for (const [code, { $ref }] of Object.entries(examples))
        expect(resolve($ref), name).toMatchObject({ value: { code, status: Number(where) } });
    }
  });

  test('that are defined for the refusals of an operation appear in that operation', () => {
    const namesOf = (id: string) =>
      responsesOf(operationOf.get(id) as Operation).flatMap(([, { content }]) =>
        Object.values(content?.['application/problem+json']?.examples ?? {}).map(({ $ref }) => $ref.split('/').at(-1)),
      );
    for (const [id, said] of Object.entries(REFUSALS))
      expect(namesOf(id), id).toEqual(expect.arrayContaining(Object.keys(said).map((code) => `${id}.${code}`)));
  });

  test('for an invalid body contain only errors about fields of that body', () => {
    const bodies = operations.flatMap(({ operationId, requestBody }) => {
      const $ref = requestBody?.content['application/json']?.schema['$ref'];
      return typeof $ref === 'string' ? [{ operationId, ...(resolve($ref) as { properties: Json }) }] : [];
    });
    expect(bodies.length).toBeGreaterThan(35);
    for (const { operationId, properties } of bodies) {
      const { value } = resolve(`#/components/examples/${operationId}.validation_failed`);
      const { errors } = value as { errors: { path: string }[] };
      const isNamed = ({ path }: { path: string }) => path === 'typo' || path in properties;
      expect(errors.length > 0 && errors.every(isNamed), operationId).toBe(true);
    }
  });

  test('are all used', () => {
    const used = new Set(media.flatMap(({ examples = {} }) => Object.values(examples).map(({ $ref }) => $ref)));
    const unused = Object.keys(components['examples'] ?? {}).filter(
      (name) => !used.has(`#/components/examples/${name}`),
    );
    expect(unused).toEqual([]);
  });

  test('are checked with a validator that refuses wrong values', () => {
    const schema = { $ref: '#/components/schemas/Problem' };
    expect(faultsOf(schema, { code: 'not_found' })).not.toEqual([]);
    const value = resolve('#/components/examples/not_found')['value'] as Json;
    expect(faultsOf(schema, { ...value, unknown: true })).not.toEqual([]);
    expect(faultsOf({ $ref: '#/components/schemas/Date' }, '2026-02-30')).not.toEqual([]);
  });
});

/** Returns a copy of the schema whose objects allow no additional properties. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return 'properties' in schema ? { additionalProperties: false, ...inner } : inner;
}
