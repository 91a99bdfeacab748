/** What was refused, and with that, what a person may do with its row. */
import type { Row } from './rows.ts';

/**
 * `new`: the gift never reached the books. `correction`, `deletion`: the gift stands in the books as it was.
 * `gone`: it was to be corrected or deleted, and somebody else has deleted it.
 */
export type Refused = 'new' | 'correction' | 'deletion' | 'gone';

/** What was refused of a row; undefined for a row that was not. */
export function refusedAs({ entry, gift, refusal }: Row): Refused | undefined {
  if (!entry || !refusal) return undefined;
  // The service has had the gift and no longer has it: its key is used up.
  if (refusal.code === 'entry_deleted') return 'gone';
  if (entry.givingId === null) return 'new';
  if (!gift || refusal.status === 404) return 'gone';
  return entry.deeds.at(-1)?.kind === 'delete' ? 'deletion' : 'correction';
}
