/** What the `AuditBaseline` entry says of books that were kept before it. */
import type { Changes } from './chain.ts';

/** The action of the entry from which on the head is sealed. */
export const BASELINE = 'AuditBaseline';

export type Baseline = {
  id: number;
  at: string;
  /**
   * By resource and id, what the entries before did not tell: the digests of saved statements, and all figures of rows that
   * had no entry of their creation, with `deleted`.
   */
  rows: Readonly<Record<string, Readonly<Record<string, NotedRow>>>>;
};

/** Figures of a row, as far as the baseline notes them. */
export type NotedRow = Readonly<Record<string, unknown>>;

/** Reads the entry. */
export function baselineOf({ id, at, changes }: { id: number; at: string; changes: string | null }): Baseline {
  const { rows } = JSON.parse(changes ?? '{}') as Changes;
  return { id, at, rows: (rows?.[1] ?? {}) as Baseline['rows'] };
}
