/**
 * All examples of request and response bodies, by the name of their schema. If the response of an operation needs its
 * own example, that example has the name of the operation.
 */
import { EXAMPLES as ROOMS } from '../../examples.ts';

const OpenApiDocument = { openapi: '3.1.0', info: { title: 'Vestry', version: '0.1.0' }, paths: {} };

export const EXAMPLES: Readonly<Record<string, { value: unknown }>> = Object.fromEntries(
  Object.entries({ ...ROOMS, OpenApiDocument }).map(([name, value]) => [name, { value }]),
);
