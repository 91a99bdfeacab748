/** All examples of bodies and answers: by the name of the schema, or by the operation whose answer needs a fuller one. */
import { EXAMPLES as ROOMS } from '../../examples.ts';

const OpenApiDocument = { openapi: '3.1.0', info: { title: 'Vestry', version: '0.1.0' }, paths: {} };

export const EXAMPLES: Readonly<Record<string, { value: unknown }>> = Object.fromEntries(
  Object.entries({ ...ROOMS, OpenApiDocument }).map(([name, value]) => [name, { value }]),
);
