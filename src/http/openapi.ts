/** The OpenAPI 3.1 document, made from the same declarations and schemas that serve the requests. */
import * as z from 'zod';
import { type ErrorCode, ERRORS } from '../errors.ts';
import { version } from '../package.ts';
import { type Route, route } from './route.ts';
import { FIELD, FORM } from './upload.ts';

type Json = Record<string, unknown>;

/** The document of a route table. Wire shapes are the input side of the schemas, for answers too. */
export function openApiDocument(routes: readonly Route[]): Json {
  const paths: Record<string, Json> = {};
  for (const one of routes) {
    const path = one.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [one.method.toLowerCase()]: operation(one) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vestry',
      version: version(),
      description: 'The back office of a small church: giving, expenses, monthly statements and Form 990, Part IX.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    paths,
    components: {
      schemas: { ...componentSchemas(), Problem: PROBLEM },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

/** `GET /api/openapi.json`: the document is made at the first question and kept. */
export function openApiRoute(routes: () => Promise<readonly Route[]>): Route {
  let document: Json | undefined;
  return route({
    method: 'GET',
    path: '/api/openapi.json',
    summary: 'Read this document',
    tag: 'Documents',
    permission: 'public',
    answer: z.record(z.string(), z.unknown()),
    handle: async () => (document ??= openApiDocument(await routes())),
  });
}

function operation(one: Route): Json {
  const { permission, status } = one;
  const success = String(status ?? (one.answer || one.produces ? 200 : 204));
  return {
    operationId: operationId(one),
    summary: one.summary,
    tags: [one.tag],
    ...(permission === 'public' ? { security: [] } : { security: [{ bearer: [] }] }),
    'x-permission': permission,
    parameters: parameters(one),
    ...(one.body && { requestBody: { required: !accepts(one.body, {}), content: content(one.body) } }),
    ...(one.takes && { requestBody: { required: true, content: fileContent(one.takes) } }),
    ...(one.takesRaw && { requestBody: { required: true, content: { 'application/json': { schema: {} } } } }),
    responses: {
      ...(one.upserts && { '201': { description: 'Created', ...answerOf(one) } }),
      [success]: { description: 'Done', ...answerOf(one) },
      ...refusals(one),
    },
  };
}

function operationId({ method, path }: Route): string {
  const words = path.replace('/api/', '').replace(/[:.]/g, '/').split(/[/-]/).filter(Boolean);
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

function accepts(schema: z.ZodType, input: unknown): boolean {
  return schema.safeDecode(input).success;
}

function answerOf({ answer, versioned, versionOf, location, produces }: Route): Json {
  if (produces) return { content: binary([produces].flat()) };
  const header = (description: string) => ({ description, schema: { type: 'string' } });
  const headers = {
    ...((versioned || (versionOf && answer)) && { ETag: header('The version of the representation.') }),
    ...(location && { Location: header('Where the resource can be read.') }),
  };
  return { ...(answer && { content: content(answer) }), ...(Object.keys(headers).length > 0 && { headers }) };
}

const BINARY: Json = { type: 'string', format: 'binary' };

function binary(types: readonly string[]): Json {
  return Object.fromEntries(types.map((type) => [type, { schema: BINARY }]));
}

/** A file as it is, or in a form. */
function fileContent({ types, limit }: NonNullable<Route['takes']>): Json {
  const description = `${types.join(', ')}; at most ${limit / 1024 / 1024} MiB.`;
  const properties = { [FIELD]: { ...BINARY, description } };
  return {
    [FORM]: {
      schema: { type: 'object', required: [FIELD], properties, additionalProperties: false },
      encoding: { [FIELD]: { contentType: types.join(', ') } },
    },
    ...binary(types),
  };
}

function content(schema: z.ZodType): Json {
  return { 'application/json': { schema: toJsonSchema(schema) } };
}

function parameters(one: Route): Json[] {
  const fields = (schema: z.ZodType | undefined, place: 'path' | 'query') => {
    const { properties = {}, required = [] } = (schema ? toJsonSchema(schema) : {}) as {
      properties?: Record<string, Json>;
      required?: string[];
    };
    return Object.entries(properties).map(([name, field]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      schema: typedDefault(field),
    }));
  };
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    description,
    schema: { type: 'string' },
  });
  return [
    ...fields(one.params, 'path'),
    ...fields(one.query, 'query'),
    ...(one.keyed
      ? [header('Idempotency-Key', 'Repeats of the call with this key do nothing and get the first answer.')]
      : []),
    ...(one.takes
      ? [header('Content-Disposition', `The name of a file sent as it is: attachment; filename="name.pdf".`)]
      : []),
    ...((one.versionOf ?? one.guardedBy) && one.params ? [header('If-Match', 'The ETag the change is based on.')] : []),
  ];
}

/** Defaults are written as they stand in an address; the document shows what they mean. */
function typedDefault({ default: value, ...field }: Json): Json {
  if (value === undefined) return field;
  const isTyped = typeof value === 'string' && (field.type === 'integer' || field.type === 'boolean');
  return { ...field, default: isTyped ? JSON.parse(value) : value };
}

function refusals(one: Route): Json {
  const codes: ErrorCode[] = [
    ...(one.params || one.query || one.body || one.takes ? (['validation_failed'] as const) : []),
    ...(one.body ? (['malformed_json', 'payload_too_large', 'unsupported_media_type'] as const) : []),
    ...(one.takes ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
    ...(one.takesRaw ? (['payload_too_large'] as const) : []),
    ...(one.permission === 'public' ? [] : (['unauthenticated'] as const)),
    ...(one.permission === 'public' || one.permission === 'signed-in' ? [] : (['forbidden'] as const)),
    ...(one.params ? (['not_found'] as const) : []),
    ...(one.keyed ? (['idempotency_key_reused', 'idempotency_in_progress'] as const) : []),
    ...((one.versionOf ?? one.guardedBy) && one.params ? (['stale_version'] as const) : []),
    ...(one.method === 'GET' ? [] : (['unavailable'] as const)),
    ...(one.errors ?? []),
  ];
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set(codes)) {
    const { status } = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, list]) => [
      String(status),
      {
        description: list.join(', '),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  );
}

const uri = (id: string) => `#/components/schemas/${id}`;

function componentSchemas(): Json {
  const { schemas } = z.toJSONSchema(z.globalRegistry, { io: 'input', unrepresentable: 'any', uri }) as {
    schemas: Record<string, Json>;
  };
  const byName = Object.entries(schemas).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(byName.map(([id, schema]) => [id, bare(schema)]));
}

/** A schema in which everything that has a name is a reference to its component. */
function toJsonSchema(schema: z.ZodType): Json {
  const known = z.globalRegistry.get(schema)?.id;
  if (known) return { $ref: uri(known) };
  const text = JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  const inlined = JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/')) as Json;
  return bare(inlined);
}

function bare({ $schema: _schema, $id: _id, $defs: _defs, id: _name, ...schema }: Json): Json {
  return schema;
}

const PROBLEM: Json = {
  type: 'object',
  description: 'A refusal (RFC 9457). `code` is stable; further members depend on it.',
  required: ['type', 'title', 'status', 'code', 'detail', 'requestId'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', enum: Object.keys(ERRORS) },
    detail: { type: 'string' },
    requestId: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'code', 'message'],
        properties: { path: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
};
