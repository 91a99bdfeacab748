/**
 * The `AuditBaseline` entry and the entries of upgrades. They record facts about the books that the entries before them
 * did not record.
 */
import type { Changes } from './chain.ts';

/** The action of the entry that begins the sealed part of the log. */
export const BASELINE = 'AuditBaseline';

/** The action of the entry that records the values that an upgrade of the database wrote into the books. */
export const UPGRADE = 'BooksUpgraded';

export type Baseline = {
  id: number;
  at: string;
  /**
   * Facts that earlier entries did not record, by resource type and id. For a saved statement, the fact is its hash.
   * For a row whose creation has no entry, the facts are its figures without personal fields, and `deleted`, which is
   * true for a deleted row.
   */
  rows: Readonly<Record<string, Readonly<Record<string, NotedRow>>>>;
};

/** The figures of a row that the baseline or an upgrade records. */
export type NotedRow = Readonly<Record<string, unknown>>;

/** Reads the baseline from its audit entry. */
export function baselineOf({ id, at, changes }: { id: number; at: string; changes: string | null }): Baseline {
  const { rows } = JSON.parse(changes ?? '{}') as Changes;
  return { id, at, rows: (rows?.[1] ?? {}) as Baseline['rows'] };
}
