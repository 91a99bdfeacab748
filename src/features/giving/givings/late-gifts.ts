import type { App } from '../../../app.ts';
import { findContacts } from '../../people/members/contacts.ts';
import type { Giving, GivingWarning } from './schema.ts';

/**
 * Returns a warning for each gift that was given after the death of its giver. Such a gift belongs to the estate, or to
 * who sent it. A gift from before the death has none, even if it was counted later.
 */
export async function giftsAfterDeath(app: App, givings: readonly Giving[]): Promise<GivingWarning[]> {
  const givers = await findContacts(
    app,
    givings.flatMap(({ memberId }) => memberId ?? []),
  );
  return givings.flatMap(({ id, memberId, giftDate, reversalOf }): GivingWarning[] => {
    const giver = givers.get(memberId ?? 0);
    if (!giver?.isDeceased || reversalOf !== null) return [];
    const { name, diedOn } = giver;
    if (diedOn !== null && giftDate <= diedOn) return [];
    const died = diedOn === null ? `${name} has died.` : `${name} died on ${diedOn}, before this gift.`;
    const message = `${died} Is the gift from the estate, or from who sent it? If it is from somebody else, change the giver. A check that was mailed before the death counts on the day of mailing: enter that as the day of the gift.`;
    return [{ code: 'giver_deceased', message, givingId: id, duplicateOf: null }];
  });
}
