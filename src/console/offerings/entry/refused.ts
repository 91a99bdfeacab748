/** The kinds of refusals. The buttons of a refused row depend on the kind. */
import type { Row } from './rows.ts';

/**
 * `new`: the new gift was refused and is not in the books. `correction` or `deletion`: that change was refused, and the
 * gift is still in the books. `gone`: the gift was deleted from the books before the change arrived.
 */
export type Refused = 'new' | 'correction' | 'deletion' | 'gone';

/** Returns the kind of refusal of a row; undefined if the row was not refused. */
export function refusedAs({ entry, gift, refusal }: Row): Refused | undefined {
  if (!entry || !refusal) return undefined;
  // A gift with this entry key was stored and later deleted. The key cannot be used again.
  if (refusal.code === 'entry_deleted') return 'gone';
  if (entry.givingId === null) return 'new';
  if (!gift || refusal.status === 404) return 'gone';
  return entry.deeds.at(-1)?.kind === 'delete' ? 'deletion' : 'correction';
}
