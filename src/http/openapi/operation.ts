/** Turns routes into operations of the OpenAPI document. */
import type * as z from 'zod';
import { type Permission, permissionsOf, ROLES } from '../../permissions.ts';
import { honoursIfMatch } from '../refusals.ts';
import type { Route } from '../route.ts';
import { FIELD, FORM } from '../upload.ts';
import { EXAMPLES } from './examples.ts';
import { refusalResponses } from './problems.ts';
import { type Json, nameOf, refTo, toJsonSchema } from './schemas.ts';

const MIB = 1024 * 1024;

export function operation(one: Route): Json {
  const operationId = operationIdOf(one);
  const body = requestBody(one);
  return {
    operationId,
    summary: one.summary,
    description: [one.description, whoMay(one)].filter(Boolean).join('\n\n'),
    tags: [one.tag],
    security: one.security ?? (one.permission === 'public' ? [] : [{ bearer: [] }]),
    'x-permission': one.permission,
    parameters: parameters(one),
    ...(body && { requestBody: body }),
    responses: { ...successes(one, operationId), ...refusalResponses(one, operationId) },
  };
}

/** Returns the name of an operation, made from its method and path. */
export function operationIdOf({ method, path }: Route): string {
  const words = path.replace('/api/', '').replace(/[:.]/g, '/').split(/[/-]/).filter(Boolean);
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** Returns sentences that say who may call the route: the permissions, and the roles that have one of them. */
function whoMay(one: Route): string {
  return [rolesWho(one), one.peopleOnly && 'No key for a program may call this.', keyWho(one)]
    .filter(Boolean)
    .join(' ');
}

function rolesWho({ permission }: Route): string {
  if (permission === 'public') return 'Needs no sign-in.';
  if (permission === 'signed-in') return 'Everybody who is signed in may call this.';
  const accepted = typeof permission === 'string' ? [permission] : permission;
  const roles = ROLES.filter((role) => permissionsOf(role).some((one) => accepted.includes(one)));
  return `Needs the permission ${named(accepted)}, which these roles have: ${roles.map((role) => `\`${role}\``).join(', ')}.`;
}

function keyWho({ keyNeeds }: Route): string | undefined {
  return keyNeeds && `A key for a program needs the permission ${named(keyNeeds)}.`;
}

const named = (permissions: readonly Permission[]) => permissions.map((one) => `\`${one}\``).join(' or ');

function requestBody({ body, takes, rawBody }: Route): Json | undefined {
  if (body) return { required: !body.safeDecode({}).success, content: jsonContent(body) };
  if (takes) return { required: true, content: fileContent(takes) };
  if (typeof rawBody !== 'object') return undefined;
  const examples = { LineEvents: refTo('examples', 'LineEvents') };
  const description = `JSON from LINE, at most ${rawBody.limit / 1024} KiB.`;
  return { required: true, content: { 'application/json': { schema: { description, type: 'object' }, examples } } };
}

/** Returns the content of a JSON body: its schema, and the example of the operation or else of the schema. */
function jsonContent(schema: z.ZodType, operationId?: string): Json {
  const name = [operationId, nameOf(schema)].find((one) => one !== undefined && one in EXAMPLES);
  const examples = name !== undefined && { examples: { [name]: refTo('examples', name) } };
  return { 'application/json': { schema: toJsonSchema(schema), ...examples } };
}

const BINARY: Json = { type: 'string', format: 'binary' };

function binary(types: readonly string[]): Json {
  return Object.fromEntries(
    types.map((type) => [type, { schema: type.startsWith('text/') ? { type: 'string' } : BINARY }]),
  );
}

/** Returns the content of a request body that is a file, sent directly or in a form. */
function fileContent({ types, limit, fields = {} }: NonNullable<Route['takes']>): Json {
  const description = `${types.join(', ')}; at most ${limit / MIB} MiB.`;
  const others = Object.entries(fields);
  const schemas = Object.fromEntries(others.map(([name, schema]) => [name, toJsonSchema(schema)]));
  const json = Object.fromEntries(others.map(([name]) => [name, { contentType: 'application/json' }]));
  const properties = { [FIELD]: { ...BINARY, description }, ...schemas };
  return {
    [FORM]: {
      schema: { type: 'object', required: [FIELD], properties, additionalProperties: false },
      encoding: { [FIELD]: { contentType: types.join(', ') }, ...json },
    },
    ...binary(types),
  };
}

function successes(one: Route, operationId: string): Json {
  const { answer, produces, status, upserts, failureStatus } = one;
  const usual = status ?? (answer || produces ? 200 : 204);
  const content = (answer || produces) && {
    ...(answer && jsonContent(answer, operationId)),
    ...(produces && binary([produces].flat())),
  };
  const response = (description: string) => ({
    description,
    headers: headersOf(one),
    ...(content && { content }),
  });
  return {
    [usual]: response(DONE[usual]),
    ...(upserts && { 201: response(DONE[201]) }),
    ...(mayBeUnchanged(one) && {
      304: {
        description: 'The version in `If-None-Match` is still the current one.',
        headers: headersOf(one),
      },
    }),
    ...(failureStatus && {
      [failureStatus]: {
        ...response(
          'The service is not healthy. The body has the same form as in a 200 response, and shows what is wrong.',
        ),
        ...(answer && { content: jsonContent(answer, `${operationId}${failureStatus}`) }),
      },
    }),
  };
}

const DONE = { 200: 'Done.', 201: 'Created.', 204: 'Done. The response has no body.' };

function mayBeUnchanged({ method, versioned, isShipped }: Route): boolean {
  return (method === 'GET' && versioned === true) || isShipped === true;
}

function headersOf(one: Route): Json {
  const { answer, versioned, versionOf, isShipped, location, produces, keyed, setsCookie } = one;
  const names = [
    'X-Request-Id',
    (versioned || isShipped || (versionOf && answer)) && 'ETag',
    location && 'Location',
    keyed && 'Idempotency-Replayed',
    produces && !isShipped && produces !== 'text/html' && 'Content-Disposition',
    setsCookie && 'Set-Cookie',
  ].filter((name) => typeof name === 'string');
  return Object.fromEntries(names.map((name) => [name, refTo('headers', name)]));
}

function parameters(one: Route): Json[] {
  return [
    ...fields(one.params, 'path'),
    ...fields(one.query, 'query'),
    ...(one.keyed ? [header('Idempotency-Key', KEY, { minLength: 1, maxLength: 255, pattern: '^[!-~]+$' })] : []),
    ...(one.takes
      ? [
          header(
            'Content-Disposition',
            'The name of a file that is sent without a form: `attachment; filename="name.pdf"`.',
          ),
        ]
      : []),
    ...(honoursIfMatch(one)
      ? [
          header(
            'If-Match',
            'The `ETag` of the version that the change is based on. Without this header, the change is made whatever the current version is.',
          ),
        ]
      : []),
    ...(mayBeUnchanged(one)
      ? [
          header(
            'If-None-Match',
            'The `ETag` of the version that the client has. If that version is still current, the response is 304.',
          ),
        ]
      : []),
  ];
}

const KEY =
  'A text that you choose, such as a UUID, in visible ASCII characters. A repeated call with the same key and body within ' +
  '24 hours does nothing and gets the first response.';

function header(name: string, description: string, rules: Json = {}): Json {
  return { name, in: 'header', required: false, description, schema: { type: 'string', ...rules } };
}

function fields(schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] {
  const { properties = {}, required = [] } = (schema ? toJsonSchema(schema) : {}) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...field }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description !== undefined && { description }),
    schema: typedDefault(field),
  }));
}

/** Returns a field with a decoded default. The default of a field is stored as query text. */
function typedDefault({ default: value, ...field }: Json): Json {
  if (value === undefined) return field;
  const isTyped = typeof value === 'string' && (field.type === 'integer' || field.type === 'boolean');
  return { ...field, default: isTyped ? JSON.parse(value) : value };
}
