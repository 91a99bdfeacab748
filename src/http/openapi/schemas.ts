/** zod schemas as schemas of the document: what has a name is a component, everything else stands where it is used. */
import * as z from 'zod';

export type Json = Record<string, unknown>;

const PLACE = '#/components/schemas/';

/** A reference to a component of the document. */
export function refTo(kind: 'examples' | 'headers' | 'responses' | 'schemas', name: string): Json {
  return { $ref: `#/components/${kind}/${name}` };
}

/** The name under which a schema is a component. Throws where another schema has taken it. */
export function nameOf(schema: z.core.$ZodType): string | undefined {
  const name = z.globalRegistry.get(schema)?.id;
  if (name !== undefined && z.globalRegistry._idmap.get(name) !== schema)
    throw new Error(`Two schemas have the name ${name}. Give one of them another, or make them one.`);
  return name;
}

/** The wire side, where every schema inside has its name to itself. */
const WIRE = {
  io: 'input',
  unrepresentable: 'any',
  override: ({ zodSchema }: { zodSchema: z.core.$ZodTypes }) => void nameOf(zodSchema),
} as const;

/** The wire side of a schema: what a client sends, and what it is answered. */
export function toJsonSchema(schema: z.ZodType): Json {
  const name = nameOf(schema);
  if (name !== undefined) return refTo('schemas', name);
  const text = JSON.stringify(z.toJSONSchema(schema, WIRE));
  return tidy(JSON.parse(text.replaceAll('"#/$defs/', `"${PLACE}`))) as Json;
}

/** Those named schemas that a part of the document refers to, directly or through others, by name. */
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

/** What zod writes for its own use, and the bounds of every whole number, which say nothing to a reader. */
function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy);
  if (typeof value !== 'object' || value === null) return value;
  const { $schema: _schema, $id: _id, $defs: _defs, ...rest } = value as Json;
  const isBare = rest['minimum'] === Number.MIN_SAFE_INTEGER && rest['maximum'] === Number.MAX_SAFE_INTEGER;
  const { minimum: _minimum, maximum: _maximum, ...unbounded } = rest;
  const kept = Object.entries(isBare ? unbounded : rest);
  // A schema has its own name as `id`; a property of this name is an object.
  return Object.fromEntries(
    kept.flatMap(([key, inner]) => (key === 'id' && typeof inner === 'string' ? [] : [[key, tidy(inner)]])),
  );
}
