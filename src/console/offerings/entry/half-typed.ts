/** Finds half-typed rows, which contain unsaved text. An offering cannot be submitted while it has such rows. */
import { NEW } from './drafts.ts';
import type { Field } from './keys.ts';
import { type Draft, draftOf, isUntouched, missingField } from './row.ts';
import type { Row } from './rows.ts';

/** A draft, and the text in the giver box if no giver has been chosen from the list. */
export type HalfTyped = { draft: Draft; typed: string };

/**
 * True if anything was typed in the row of the new gift, including a giver's name that was not chosen from the list.
 */
export function isBegun({ draft, typed }: HalfTyped): boolean {
  return typed.trim() !== '' || !isUntouched(draft);
}

/** Returns the keys of the half-typed rows: first the half-typed corrections, then the new gift. */
export function halfTypedRows(drafts: Readonly<Record<string, HalfTyped>>, rows: readonly Row[]): string[] {
  const corrected = rows.filter(({ key, body }) => {
    const kept = drafts[key];
    return kept && (kept.typed.trim() !== '' || JSON.stringify(kept.draft) !== JSON.stringify(draftOf(body)));
  });
  const next = drafts[NEW];
  return [...corrected.map(({ key }) => key), ...(next && isBegun(next) ? [NEW] : [])];
}

/** Returns the first half-typed row, and the field in which to continue; undefined if no row is half typed. */
export function firstHalfTyped(
  drafts: Readonly<Record<string, HalfTyped>>,
  rows: readonly Row[],
): { key: string; field: Field } | undefined {
  for (const key of halfTypedRows(drafts, rows)) {
    const kept = drafts[key];
    if (kept) return { key, field: missingField(kept.draft) ?? 'amount' };
  }
  return undefined;
}
