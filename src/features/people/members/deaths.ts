/** Says what somebody should do after a member is known to be dead. */
import { fullName } from '../../../lib/person-name.ts';
import type { App } from '../../../app.ts';
import { memberReferences } from './references.ts';
import type { Member, MemberWarning } from './schema.ts';

/**
 * Returns the warnings about a member whose death was just recorded or changed. `before` is null for a new member.
 * Returns none if a change has nothing to do with the death.
 */
export async function deathWarnings(app: App, before: Member | null, after: Member): Promise<MemberWarning[]> {
  const isNews = before?.status !== after.status || before.diedOn !== after.diedOn;
  if (after.status !== 'Deceased' || !isNews) return [];
  const memberIds = [after.id];
  const name = fullName(after);
  const warnings: MemberWarning[] = [];
  if (after.diedOn === null) {
    const message = `No day of death is known for ${name}. Enter it, so that the statements of ${name} can be addressed.`;
    warnings.push({ code: 'day_of_death_missing', message, memberIds });
  }
  const last = after.diedOn === null ? null : await lastGift(app, after.id);
  if (after.diedOn !== null && last !== null && last > after.diedOn) {
    const message = `${name} has a gift of ${last}, after the death on ${after.diedOn}. Check the day of death. If it is right, such a gift belongs to the estate, or to who sent it: then change its giver.`;
    warnings.push({ code: 'died_before_gift', message, memberIds });
  }
  if (after.userId !== null) {
    const message = `${name} has a user account, which still works. Disable it if nobody should sign in with it.`;
    warnings.push({ code: 'user_of_deceased', message, memberIds });
  }
  return warnings;
}

async function lastGift(app: App, id: number): Promise<string | null> {
  const days: (string | null)[] = [];
  for (const references of await memberReferences(app)) days.push((await references.lastGift?.(app, id)) ?? null);
  return (
    days
      .filter((day) => day !== null)
      .toSorted()
      .at(-1) ?? null
  );
}
