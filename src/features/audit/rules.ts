import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod';
import { encode } from '../../lib/encode.ts';
import type { Changes } from './chain.ts';

export type { Changes } from './chain.ts';

/** A fact for the log: a PascalCase action in the past tense, the resource it is about, and what changed. */
export type Fact = {
  action: string;
  entityType: string;
  entityId: number | string;
  changes?: Changes;
};

/** Returns the changes for values that did not exist before. */
export function changesOf(values: Readonly<Record<string, unknown>>): Changes {
  return Object.fromEntries(Object.entries(values).map(([field, value]) => [field, [null, value]]));
}

/** Fields that are left out of the changes, because the entry itself shows who made the change, and when. */
const SILENT_FIELDS = new Set(['enteredBy', 'enteredByName', 'createdAt', 'modifiedAt', 'createdBy', 'modifiedBy']);

/**
 * Returns the changes for a new resource whose values are already in the form of the API. Faster than `changesBetween`,
 * but returns the same changes.
 */
export function changesOfNew(schema: z.ZodObject, values: Readonly<Record<string, unknown>>): Changes {
  const changes: Changes = {};
  for (const field in schema.shape) {
    const value = values[field] ?? null;
    if (value !== null && !SILENT_FIELDS.has(field)) changes[field] = [null, value];
  }
  return changes;
}

/**
 * Compares two values of a field. The deep comparison comes last, because it takes many times as long as the others.
 */
function isEqual(was: unknown, is: unknown): boolean {
  if (was === is) return true;
  return was !== null && is !== null && isDeepStrictEqual(was, is);
}

/**
 * Returns the fields in which two states of a resource differ, with both values in the form of the API. A missing state
 * (before creation or after deletion) counts as empty.
 */
export function changesBetween<S extends z.ZodObject>(
  schema: S,
  before: z.output<S> | null,
  after: z.output<S> | null,
): Changes {
  const wireOf = (state: z.output<S> | null) =>
    (state === null ? {} : encode(schema, state)) as Record<string, unknown>;
  const [old, young] = [wireOf(before), wireOf(after)];
  const changes: Changes = {};
  for (const field in schema.shape) {
    const [was, is] = [old[field] ?? null, young[field] ?? null];
    if (!SILENT_FIELDS.has(field) && !isEqual(was, is)) changes[field] = [was, is];
  }
  return changes;
}
