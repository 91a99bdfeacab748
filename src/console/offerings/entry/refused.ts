/** The kind of refusal, and with it what a person can do with the row. */
import type { Row } from './rows.ts';

/**
 * `new`: the gift never reached the books. `correction`, `deletion`: the gift is unchanged in the books. `gone`:
 * somebody else has deleted the gift that was to be corrected or deleted.
 */
export type Refused = 'new' | 'correction' | 'deletion' | 'gone';

/** Returns the kind of refusal of a row; undefined for a row that was not refused. */
export function refusedAs({ entry, gift, refusal }: Row): Refused | undefined {
  if (!entry || !refusal) return undefined;
  // The service had the gift and no longer has it, so its key cannot be used again.
  if (refusal.code === 'entry_deleted') return 'gone';
  if (entry.givingId === null) return 'new';
  if (!gift || refusal.status === 404) return 'gone';
  return entry.deeds.at(-1)?.kind === 'delete' ? 'deletion' : 'correction';
}
