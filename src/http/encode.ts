import * as z from 'zod';

/** Schemas whose wire form is their domain form, found out at the first answer. */
const plain = new WeakMap<z.ZodType, boolean>();

/**
 * A domain value in the form of the wire, without fields the schema does not name. A schema without codecs only needs
 * the stripping, which zod compiles, while it encodes field by field.
 */
export function encode(schema: z.ZodType, value: unknown): unknown {
  let isPlain = plain.get(schema);
  if (isPlain === undefined) {
    isPlain = jsonSchema(schema, 'input') === jsonSchema(schema, 'output');
    plain.set(schema, isPlain);
  }
  return isPlain ? schema.parse(value) : z.encode(schema, value);
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): string {
  // Whether unknown fields are named as forbidden differs between the two sides and is of no matter here.
  return JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any' })).replaceAll(
    ',"additionalProperties":false',
    '',
  );
}
