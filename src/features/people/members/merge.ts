import { fullName, personName } from '../../../lib/person-name.ts';
import { type App, inTransaction, modified, now } from '../../../app.ts';
import { indexTexts, removeTexts } from '../../../db/search-index.ts';
import { AppError, badField, unknownReference } from '../../../errors.ts';
import { keep } from '../../audit/kept.ts';
import { record } from '../../audit/service.ts';
import { memberReferences, type Named } from './references.ts';
import { eraseMember, findMember, insertMerge, updateMemberColumns } from './queries.ts';
import { documentOf, filledFrom, memberFact } from './rules.ts';
import { mayBeOne } from './doubles.ts';
import { compareNames, shareName } from '../../../lib/names.ts';
import type { Member, Merge } from './schema.ts';
import { alreadyLinked, getMember, toColumns } from './service.ts';

/**
 * Merges a duplicate member into another member and erases the duplicate. All records that refer to the duplicate move,
 * even givings and expenses in locked sessions and closed months, because no figure changes. Details that the remaining
 * member lacks are copied from the duplicate; an e-mail address is copied only if `confirm` is true.
 * The names, numbers and e-mail address of the duplicate are kept, so that imports still find the person by them.
 *
 * Raises `not_found`, `unknown_reference`, `validation_failed` for a merge into itself, and `user_already_linked` if
 * both members are linked to a user. If the two members have no name in common, or have different birth dates, raises
 * `different_people` unless `confirm` is true.
 */
export function mergeMember(app: App, id: number, { into, confirm }: Merge): Promise<Member> {
  return inTransaction(app, async (app) => {
    const double = await getMember(app, id);
    if (into === id) throw badField('into', 'same_member', 'must be another member');
    const survivor = await findMember(app.db, into);
    if (!survivor) throw unknownReference('into', 'member');
    if (double.userId !== null && survivor.userId !== null) throw alreadyLinked();
    if (!confirm && !mayBeOne(double, survivor)) throw differentPeople(double, survivor);
    const [from, to] = [double, survivor].map((one) => ({ id: one.id, name: fullName(one) })) as [Named, Named];
    for (const references of await memberReferences(app)) await references.move(app, from, to);
    keep(app, 'MemberMerge', await insertMerge(app.db, double, into, now(app)));
    await eraseMember(app.db, id);
    await removeTexts(app.db, 'member', [id]);
    // Statements and links are sent to the e-mail address, so it moves only if the merge is confirmed.
    await fill(app, filledFrom(survivor, confirm ? double : { ...double, email: null }));
    const after = await getMember(app, into);
    const gone = memberFact('MemberMerged', double, null);
    const kept = memberFact('MemberMerged', survivor, after);
    await record(
      app,
      { ...gone, changes: { ...gone.changes, mergedInto: [null, into] } },
      { ...kept, changes: { ...kept.changes, mergedFrom: [null, id] } },
    );
    return after;
  });
}

function differentPeople(double: Member, survivor: Member): AppError {
  const [one, other] = [double, survivor].map((member) => `${personName(member)} (${member.id})`);
  const likeness = compareNames(double, survivor);
  const differences = { same: '', near: 'similar names, but not the same', different: 'different names' };
  const what =
    likeness === 'same' || shareName(double, survivor)
      ? `The two records of ${one} and ${other} have different birth dates, ${double.birthDate} and ${survivor.birthDate}`
      : `${one} and ${other} have ${differences[likeness]}`;
  return new AppError(
    'different_people',
    `${what}. Nothing was merged. If they are one person, confirm the merge: send "confirm": true, or use --yes on the command line.`,
  );
}

async function fill(app: App, member: Member): Promise<void> {
  await updateMemberColumns(app.db, member.id, { ...toColumns(member, member.userId), ...modified(app) });
  await indexTexts(app.db, 'member', [documentOf(member)]);
}
