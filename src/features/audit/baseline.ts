/** What the `AuditBaseline` entry says of books that were kept before it. */
import { sha256Hex } from '../../lib/secret.ts';
import type { Changes } from './chain.ts';

/** The action of the entry from which on the head is sealed. */
export const BASELINE = 'AuditBaseline';

export type Baseline = {
  id: number;
  at: string;
  /** The digest of each saved monthly statement. */
  statements: Readonly<Record<string, string>>;
  /** By resource and id, the digest of each row that had no entry of its creation. */
  adopted: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

/** Reads the entry. */
export function baselineOf({ id, at, changes }: { id: number; at: string; changes: string | null }): Baseline {
  const { statements, adopted } = JSON.parse(changes ?? '{}') as Changes;
  return {
    id,
    at,
    statements: (statements?.[1] ?? {}) as Baseline['statements'],
    adopted: (adopted?.[1] ?? {}) as Baseline['adopted'],
  };
}

/** The digest of a row's figures. */
export function digestOfFigures(figures: Readonly<Record<string, unknown>>, isDeleted: boolean): string {
  return sha256Hex(JSON.stringify([isDeleted, ...Object.entries(figures)]));
}
