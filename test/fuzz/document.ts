/** The operations of the published OpenAPI document, and validators for the responses that it declares. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

export type Schema = {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  [keyword: string]: unknown;
};

type Content = Record<string, { schema: Schema }>;
type Response = { description: string; content?: Content; headers?: Record<string, unknown> };
type Parameter = { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: Schema };

export type Operation = {
  /** The method and the path, such as `PUT /api/members/{id}`. */
  name: string;
  method: string;
  path: string;
  permission: unknown;
  parameters: readonly Parameter[];
  body: Content | undefined;
  responses: Readonly<Record<string, Response>>;
};

type Json = Record<string, unknown>;
type PathItem = Record<string, Json & { parameters?: Schema[]; requestBody?: { content: Content } }>;

export type Document = {
  operations: readonly Operation[];
  /** Returns the schema that a reference names, or the given schema if it is not a reference. */
  resolve: (schema: Schema) => Schema;
  /** Returns the fault in the body of a response, or undefined if the body follows the document. */
  faultOf: (operation: Operation, status: number, mediaType: string, body: unknown) => string | undefined;
};

/** Reads an OpenAPI 3.1 document. */
export function readDocument(text: string): Document {
  const whole = JSON.parse(text) as { paths: Record<string, PathItem> };
  const at = (ref: string) =>
    ref
      .slice(2)
      .split('/')
      .reduce<unknown>((value, step) => (value as Json)[step], whole);
  const resolve = <T extends object>(value: T): T => {
    const { $ref } = value as { $ref?: string };
    return $ref === undefined ? value : { ...resolve(at($ref) as T), ...value, $ref: undefined };
  };
  const operations = Object.entries(whole.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, one]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      permission: one['x-permission'],
      parameters: (one.parameters ?? []).map((parameter) => resolve(parameter as unknown as Parameter)),
      body: one.requestBody?.content,
      responses: Object.fromEntries(
        Object.entries(one['responses'] as Record<string, Response>).map(([status, one]) => [status, resolve(one)]),
      ),
    })),
  );
  return { operations, resolve, faultOf: validator(whole) };
}

/** Returns the error codes of a refusal, from its examples or, if it has no examples, from its description. */
export function codesOf({ content, description }: Response): string[] {
  const examples = (content?.['application/problem+json'] as { examples?: object } | undefined)?.examples;
  return examples ? Object.keys(examples) : description.split(', ');
}

function validator(whole: object): Document['faultOf'] {
  // Each schema checks few responses, so validators must be quick to build rather than quick to run.
  const quickly = { inlineRefs: false, code: { optimize: false } };
  const ajv = new Ajv2020({ strict: false, allErrors: false, validateSchema: false, ...quickly });
  addFormats.default(ajv);
  ajv.addFormat('binary', true);
  ajv.addSchema({ ...(closed(whole) as object), $id: 'vestry' });
  const known = new Map<string, ValidateFunction>();
  return (operation, status, mediaType, body) => {
    const { content } = operation.responses[status] ?? {};
    const schema = content?.[mediaType]?.schema;
    if (!schema) return `the document has no ${mediaType} under ${status}`;
    // Most operations share one schema for refusals.
    const text = JSON.stringify(schema);
    const validate = known.get(text) ?? ajv.compile(rooted(closed(schema)) as object);
    known.set(text, validate);
    if (validate(body)) return undefined;
    const [error] = validate.errors ?? [];
    return `${error?.instancePath || 'the body'} ${error?.message} ${JSON.stringify(error?.params)}`;
  };
}

/** Returns the schema with its references changed to point into the whole document. */
function rooted(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"vestry#/'));
}

/** Keywords whose values are data, not schemas. */
const DATA = new Set(['default', 'enum', 'const', 'example', 'examples']);

/**
 * Returns the schema with every object closed: a response must not contain an undeclared field, and must contain every
 * field that has a default, because only a request may omit it. The schema of a problem stays open, because its fields
 * depend on its code.
 */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, DATA.has(key) ? inner : closed(inner)] as const);
  const copy = Object.fromEntries(entries) as Schema;
  const { properties, required = [], type } = copy;
  if (type !== 'object' || !properties || 'additionalProperties' in copy || 'requestId' in properties) {
    return copy;
  }
  const usual = Object.keys(properties).filter((name) => properties[name] && 'default' in properties[name]);
  return { ...copy, additionalProperties: false, required: [...new Set([...required, ...usual])] };
}
