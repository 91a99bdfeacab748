/** Turns zod schemas into schemas of the OpenAPI document. A named schema becomes a component; any other is inlined. */
import * as z from 'zod';

export type Json = Record<string, unknown>;

const PLACE = '#/components/schemas/';

/** Returns a reference to a component of the document. */
export function refTo(kind: 'examples' | 'headers' | 'responses' | 'schemas', name: string): Json {
  return { $ref: `#/components/${kind}/${name}` };
}

/** Returns the component name of a schema. Throws when another schema has the same name. */
export function nameOf(schema: z.core.$ZodType): string | undefined {
  const name = z.globalRegistry.get(schema)?.id;
  if (name !== undefined && z.globalRegistry._idmap.get(name) !== schema)
    throw new Error(`Two schemas have the name ${name}. Rename one of them, or use one schema for both.`);
  return name;
}

/** Options for zod: use the input side, which is the wire format, and check that no name is used twice. */
const WIRE = {
  io: 'input',
  unrepresentable: 'any',
  override: ({ zodSchema }: { zodSchema: z.core.$ZodTypes }) => void nameOf(zodSchema),
} as const;

/** Returns the JSON schema of what a client sends and receives. */
export function toJsonSchema(schema: z.ZodType): Json {
  const name = nameOf(schema);
  if (name !== undefined) return refTo('schemas', name);
  const text = JSON.stringify(z.toJSONSchema(schema, WIRE));
  return tidy(JSON.parse(text.replaceAll('"#/$defs/', `"${PLACE}`))) as Json;
}

/** Returns the named schemas to which a part of the document refers, directly or through other schemas. */
export function componentSchemas(part: unknown, own: Readonly<Record<string, Json>>): Record<string, Json> {
  const { schemas } = z.toJSONSchema(z.globalRegistry, {
    ...WIRE,
    uri: (id) => `${PLACE}${id}`,
  });
  const known = { ...(tidy(schemas) as Record<string, Json>), ...own };
  const used = new Set<string>();
  const follow = (value: unknown): void => {
    for (const name of referredTo(value)) {
      if (used.has(name)) continue;
      used.add(name);
      follow(known[name]);
    }
  };
  follow(part);
  return Object.fromEntries([...used].toSorted().map((name) => [name, known[name] ?? {}]));
}

function referredTo(value: unknown): string[] {
  return Array.from(
    JSON.stringify(value ?? null).matchAll(/"#\/components\/schemas\/([\w.-]+)"/g),
    ([, name = '']) => name,
  );
}

/** Removes what zod adds for its own use, and bounds that only mean "a safe integer". */
function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy);
  if (typeof value !== 'object' || value === null) return value;
  const { $schema: _schema, $id: _id, $defs: _defs, ...rest } = value as Json;
  const isBare = rest['minimum'] === Number.MIN_SAFE_INTEGER && rest['maximum'] === Number.MAX_SAFE_INTEGER;
  const { minimum: _minimum, maximum: _maximum, ...unbounded } = rest;
  const kept = Object.entries(isBare ? unbounded : rest);
  // An `id` that is a string is the name of a schema. An `id` that is an object is a property, and stays.
  return Object.fromEntries(
    kept.flatMap(([key, inner]) => (key === 'id' && typeof inner === 'string' ? [] : [[key, tidy(inner)]])),
  );
}
