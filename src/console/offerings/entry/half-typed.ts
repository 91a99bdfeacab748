/** What is typed in rows and not saved, without which an offering is not submitted. */
import { NEW } from './drafts.ts';
import type { Field } from './keys.ts';
import { type Draft, draftOf, isUntouched, missingField } from './row.ts';
import type { Row } from './rows.ts';

export type HalfTyped = { draft: Draft; typed: string };

/** Whether the row at the end holds anything: a text that was typed as the giver is something. */
export function isBegun({ draft, typed }: HalfTyped): boolean {
  return typed.trim() !== '' || !isUntouched(draft);
}

/** The keys of the rows in which something is typed that their gifts do not say: first the corrections, then the new gift. */
export function halfTypedRows(drafts: Readonly<Record<string, HalfTyped>>, rows: readonly Row[]): string[] {
  const corrected = rows.filter(({ key, body }) => {
    const kept = drafts[key];
    return kept && (kept.typed.trim() !== '' || JSON.stringify(kept.draft) !== JSON.stringify(draftOf(body)));
  });
  const next = drafts[NEW];
  return [...corrected.map(({ key }) => key), ...(next && isBegun(next) ? [NEW] : [])];
}

/** The first of these rows, and the field in which it goes on. */
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
