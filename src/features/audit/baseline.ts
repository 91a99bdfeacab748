/** What the `AuditBaseline` entry says about books that were kept before it. */
import type { Changes } from './chain.ts';

/** The action of the entry that begins the sealed part of the log. */
export const BASELINE = 'AuditBaseline';

export type Baseline = {
  id: number;
  at: string;
  /**
   * What earlier entries did not say, by resource and id: the hashes of saved statements, and all figures of rows
   * without an entry of their creation, with `deleted`.
   */
  rows: Readonly<Record<string, Readonly<Record<string, NotedRow>>>>;
};

/** The figures of a row that the baseline records. */
export type NotedRow = Readonly<Record<string, unknown>>;

/** Returns the content of the entry. */
export function baselineOf({ id, at, changes }: { id: number; at: string; changes: string | null }): Baseline {
  const { rows } = JSON.parse(changes ?? '{}') as Changes;
  return { id, at, rows: (rows?.[1] ?? {}) as Baseline['rows'] };
}
