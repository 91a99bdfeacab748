import { beforeAll, describe, expect, test } from 'vitest';
import { type Answer, request, signIn } from '../support/daemon.ts';
import { daemonOfFile } from '../support/worker-service.ts';
import { createMember, expectProblem } from './support.ts';

type Schema = Record<string, unknown>;
type Operation = {
  operationId?: string;
  summary?: string;
  parameters?: Schema[];
  requestBody?: { content?: Record<string, { schema?: Schema }> };
  responses?: Record<string, Schema>;
  security?: Schema[];
};
type Document = {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
  components?: Record<string, Record<string, Schema>>;
  security?: Schema[];
};

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];
const PUBLIC = new Set([
  'get /api/auth/invitations/{token}',
  'post /api/auth/accept-invitation',
  'post /api/auth/login',
  'post /api/auth/refresh',
  'post /api/auth/logout',
  'post /api/auth/passkeys/options',
  'post /api/auth/passkeys/sign-in',
  'post /api/auth/second-factor',
  'get /api/docs',
  'get /api/docs/docs.css',
  'get /api/docs/docs.js',
  'get /api/docs/swagger-ui-bundle.js',
  'get /api/docs/swagger-ui.css',
  'get /api/health',
  'get /api/openapi.json',
  'get /api/setup',
  'post /api/setup',
  'post /api/webhooks/line',
]);

const daemon = daemonOfFile();
let answer: Answer;
let document: Document;
beforeAll(async () => {
  answer = await request(daemon.url, 'GET', '/api/openapi.json');
  document = answer.body as Document;
});

function operations(): { name: string; method: string; path: string; operation: Operation }[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ name: `${method} ${path}`, method, path, operation }] : [];
    }),
  );
}

function everyRef(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(everyRef);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner] : everyRef(inner),
  );
}

function resolve(ref: string): unknown {
  const steps = ref.slice(2).split('/');
  return steps.reduce<unknown>((at, step) => {
    const key = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
    return typeof at === 'object' && at !== null ? (at as Schema)[key] : undefined;
  }, document);
}

/**
 * Checks that a value and its nested values have only fields that the schema lists, and every field that the schema
 * requires.
 */
function expectFields(value: unknown, given: Schema, at: string): void {
  const schema = typeof given['$ref'] === 'string' ? (resolve(given['$ref']) as Schema) : given;
  if (Array.isArray(value)) {
    for (const item of value) expectFields(item, (schema['items'] ?? {}) as Schema, `${at}[]`);
    return;
  }
  const properties = schema['properties'] as Record<string, Schema> | undefined;
  if (typeof value !== 'object' || value === null || properties === undefined) return;
  const names = Object.keys(value);
  expect(
    names.filter((name) => !(name in properties)),
    `${at}: undocumented`,
  ).toEqual([]);
  const required = (schema['required'] ?? []) as string[];
  expect(
    required.filter((name) => !names.includes(name)),
    `${at}: missing`,
  ).toEqual([]);
  for (const [name, inner] of Object.entries(value)) expectFields(inner, properties[name] ?? {}, `${at}.${name}`);
}

const concrete = (path: string) => path.replaceAll(/\{date\}/g, '2026-01-04').replaceAll(/\{[^}]+\}/g, '1');

describe('GET /api/health', () => {
  test('returns exactly the fields of the contract and requires no sign-in', async () => {
    const { status, body } = await request(daemon.url, 'GET', '/api/health');
    expect(status).toBe(200);
    expect(Object.keys(body).toSorted()).toEqual(['checks', 'copy', 'status', 'uptimeSeconds', 'version']);
    expect(body).toMatchObject({ status: 'ok', checks: { database: 'ok', storage: 'ok' } });
    expect(body.version).toMatch(/^\d+\.\d+\.\d+/);
    expect(typeof body.uptimeSeconds).toBe('number');
    expect(body.uptimeSeconds).toBeGreaterThanOrEqual(0);
  });

  test('ignores an invalid access token', async () => {
    expect((await request(daemon.url, 'GET', '/api/health', { token: 'expired' })).status).toBe(200);
  });
});

describe('the OpenAPI document', () => {
  test('requires no sign-in, follows OpenAPI 3.1, and has a title and a version', () => {
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/json/);
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info.title).toMatch(/vestry/i);
    expect(document.info.version).toMatch(/^\d+\.\d+\.\d+/);
  });

  test('contains only references ($ref) that are local and that resolve', () => {
    const refs = [...new Set(everyRef(document))];
    expect(refs.length).toBeGreaterThan(0);
    expect(refs.filter((ref) => !ref.startsWith('#/') || resolve(ref) === undefined)).toEqual([]);
  });

  test('lists the routes for sign-in, users, members, the audit log, health, and the document itself', () => {
    expect(operations().map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'post /api/auth/login',
        'post /api/auth/refresh',
        'post /api/auth/logout',
        'post /api/auth/change-password',
        'get /api/auth/me',
        'get /api/auth/sessions',
        'delete /api/auth/sessions/{id}',
        'get /api/users',
        'post /api/users',
        'get /api/users/{id}',
        'post /api/members',
        'get /api/members/{id}',
        'put /api/members/{id}',
        'get /api/audit-logs',
        'get /api/health',
        'get /api/openapi.json',
      ]),
    );
  });

  test('gives every operation a unique operation id', () => {
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(ids.filter((id) => id === undefined || id === '')).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('declares exactly the parameters of each path, all of them as required', () => {
    for (const { name, path, operation } of operations()) {
      const inPath = (operation.parameters ?? []).filter((parameter) => parameter['in'] === 'path');
      const wanted = [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1]);
      expect(new Set(inPath.map((parameter) => parameter['name'])), name).toEqual(new Set(wanted));
      expect(
        inPath.every((parameter) => parameter['required'] === true),
        name,
      ).toBe(true);
    }
  });

  test('declares a success for every operation, describes every response, and declares refusals as problem+json', () => {
    for (const { name, operation } of operations()) {
      const responses = Object.entries(operation.responses ?? {});
      expect(
        responses.some(([status]) => status.startsWith('2')),
        name,
      ).toBe(true);
      for (const [status, given] of responses) {
        const ref = given['$ref'];
        const response = (typeof ref === 'string' ? resolve(ref) : given) as { description?: string; content?: Schema };
        expect(typeof response.description, `${name} ${status}`).toBe('string');
        const types = Object.keys(response.content ?? {});
        const isHealth = name === 'get /api/health' && status === '503';
        const type = isHealth ? 'application/json' : 'application/problem+json';
        expect(!/^[45]/.test(status) || types.includes(type), `${name} ${status}`).toBe(true);
      }
    }
  });

  test('contains no keyword that OpenAPI 3.1 has removed', () => {
    const text = JSON.stringify(document);
    expect(text).not.toContain('"nullable":');
    expect(text).not.toMatch(/"exclusive(Minimum|Maximum)":(true|false)/);
  });

  test('declares the bearer scheme, and its security requirements name only declared schemes', () => {
    const schemes = document.components?.['securitySchemes'] ?? {};
    const bearer = Object.values(schemes).filter((scheme) => scheme['type'] === 'http');
    expect(bearer).toEqual([expect.objectContaining({ scheme: 'bearer' })]);
    const required = [document.security ?? [], ...operations().map(({ operation }) => operation.security ?? [])];
    const names = required.flat().flatMap((requirement) => Object.keys(requirement));
    expect(names.filter((scheme) => !(scheme in schemes))).toEqual([]);
  });

  test('lists exactly the fields of a member that the contract lists', () => {
    const content = document.paths['/api/members']?.['post']?.requestBody?.content ?? {};
    let schema = content['application/json']?.schema ?? {};
    if (typeof schema['$ref'] === 'string') schema = resolve(schema['$ref']) as Schema;
    expect(Object.keys(schema['properties'] as Schema).toSorted()).toEqual(
      `address baptizedOn birthDate chineseName diedOn email estate externalId familyRole familyUnitId firstName gender joinedOn
       lastName nickname notes offeringNumber phone status userId`.split(/\s+/),
    );
    // One name is enough, and any of three may be the one.
    expect(schema['required']).toBeUndefined();
  });
});

describe('the routes of the OpenAPI document', () => {
  test('return exactly the fields that the document lists', async () => {
    const token = await signIn(daemon.url);
    const { body: member } = await createMember(daemon.url, token);
    const cases = [
      ['/api/auth/me', '/api/auth/me'],
      ['/api/users', '/api/users'],
      ['/api/users/{id}', '/api/users/1'],
      ['/api/members/{id}', `/api/members/${member.id}`],
      ['/api/audit-logs', '/api/audit-logs'],
      ['/api/health', '/api/health'],
    ];
    for (const [path = '', route = ''] of cases) {
      const { body } = await request(daemon.url, 'GET', route, { token });
      const given = document.paths[path]?.['get']?.responses?.['200'] as {
        content: Record<string, { schema: Schema }>;
      };
      expectFields(body, given.content['application/json']?.schema ?? {}, path);
    }
  });

  test('require a bearer token, both in practice and in the document, unless they are public', async () => {
    for (const { name, method, path, operation } of operations().filter(({ name }) => !PUBLIC.has(name))) {
      const refused = await request(daemon.url, method.toUpperCase(), concrete(path));
      expectProblem(refused, 401, 'unauthenticated');
      expect(refused.headers.get('www-authenticate'), name).toMatch(/^Bearer\b/);
      expect((operation.security ?? document.security ?? []).length, name).toBeGreaterThan(0);
    }
  });

  test('refuse unsupported methods and list the supported ones in Allow', async () => {
    for (const [path, item] of Object.entries(document.paths)) {
      const has = METHODS.filter((method) => item[method]).map((method) => method.toUpperCase());
      const hasNot = ['DELETE', 'PUT', 'POST', 'GET'].find((method) => !has.includes(method));
      const refused = await request(daemon.url, hasNot ?? 'PATCH', concrete(path));
      expectProblem(refused, 405, 'method_not_allowed');
      const allowed = (refused.headers.get('allow') ?? '').split(/\s*,\s*/);
      expect(allowed, path).toEqual(expect.arrayContaining(has));
      const extra = allowed.filter((method) => !has.includes(method) && method !== 'HEAD' && method !== 'OPTIONS');
      expect(extra, path).toEqual([]);
    }
  });
});
