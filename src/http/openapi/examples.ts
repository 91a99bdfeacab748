/**
 * All examples of answers in the document: by the name of the schema, or by the operation whose answer needs a fuller
 * one.
 */
import { BODIES } from './examples/bodies.ts';
import { EXPENSES } from './examples/expenses.ts';
import { GIVING } from './examples/giving.ts';
import { PEOPLE } from './examples/people.ts';

export const EXAMPLES: Readonly<Record<string, { value: unknown }>> = Object.fromEntries(
  Object.entries({ ...BODIES, ...PEOPLE, ...GIVING, ...EXPENSES }).map(([name, value]) => [name, { value }]),
);
