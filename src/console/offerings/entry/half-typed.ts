/** Rows with unsaved text, with which an offering cannot be submitted. */
import { NEW } from './drafts.ts';
import type { Field } from './keys.ts';
import { type Draft, draftOf, isUntouched, missingField } from './row.ts';
import type { Row } from './rows.ts';

export type HalfTyped = { draft: Draft; typed: string };

/** Whether the last row has anything, including a text typed as the giver. */
export function isBegun({ draft, typed }: HalfTyped): boolean {
  return typed.trim() !== '' || !isUntouched(draft);
}

/** Returns the keys of the rows whose text differs from their gifts: first the corrections, then the new gift. */
export function halfTypedRows(drafts: Readonly<Record<string, HalfTyped>>, rows: readonly Row[]): string[] {
  const corrected = rows.filter(({ key, body }) => {
    const kept = drafts[key];
    return kept && (kept.typed.trim() !== '' || JSON.stringify(kept.draft) !== JSON.stringify(draftOf(body)));
  });
  const next = drafts[NEW];
  return [...corrected.map(({ key }) => key), ...(next && isBegun(next) ? [NEW] : [])];
}

/** Returns the first of these rows, and the field at which to continue. */
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
