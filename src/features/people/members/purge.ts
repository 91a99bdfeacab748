import { fullName } from '../../../lib/person-name.ts';
import { type App, inTransaction } from '../../../app.ts';
import { eraseAnswersAbout } from '../../../db/kept-answers.ts';
import { scrub } from '../../../db/scrub.ts';
import { removeTexts } from '../../../db/search-index.ts';
import { AppError, notFound } from '../../../errors.ts';
import { addYears } from '../../../lib/date.ts';
import { findFamilyMentions, findMentions, noteOf, redactMentions } from '../../audit/redaction.ts';
import { record } from '../../audit/service.ts';
import { eraseFamily, familyLeftEmptyBy } from '../families/service.ts';
import { today } from '../../church/profile/service.ts';
import { memberReferences } from './references.ts';
import { eraseMember, findMember, listMergedIds } from './queries.ts';
import type { Member } from './schema.ts';
import type { FamilyUnit } from '../families/schema.ts';

/**
 * How long a church keeps records of givers. The IRS may look back six years if income was omitted (IRC 6501(e)), and
 * the current year is added.
 */
const RETENTION_YEARS = 7;

/**
 * Erases a live or deleted member for good on a privacy request: the record, its search entry, its LINE bindings, and
 * its data in the message history and the audit log. Givings and expenses stay, without the person. If `erasesFamily`
 * is true, a family that becomes empty is also erased. The backups and the person's user account do not change.
 *
 * Raises `not_found`. Within seven years of the last giving, raises `retention` unless `isConfirmed` is true.
 */
export async function purgeMember(app: App, id: number, isConfirmed: boolean, erasesFamily = false): Promise<void> {
  await refuseRetained(app, await findAny(app, id), isConfirmed);
  const ids = [id, ...(await listMergedIds(app.db, id))];
  // The audit log may be long, so it is read before the transaction. The transaction reads only newer entries.
  const known = await findMentions(app, ids, 0);
  await inTransaction(app, async (app) => {
    const member = await findAny(app, id);
    await refuseRetained(app, member, isConfirmed);
    const all = [id, ...(await listMergedIds(app.db, id))];
    const isMergedMeanwhile = all.length !== ids.length;
    const late = await findMentions(app, all, isMergedMeanwhile ? 0 : known.upTo);
    const family = erasesFamily ? await familyLeftEmptyBy(app, member) : undefined;
    const ofPeople = isMergedMeanwhile ? late.mentions : [...known.mentions, ...late.mentions];
    const mentions = [...ofPeople, ...(family ? await findFamilyMentions(app, family.id) : [])];
    const person = { id, name: fullName(member), ids: all, email: member.email };
    const freed: Record<string, readonly number[]> = {};
    for (const references of await memberReferences(app)) Object.assign(freed, await references.erase(app, person));
    await eraseMember(app.db, id);
    if (family) await eraseFamily(app, family.id);
    await eraseAnswersAbout(app.db, 'Member', all);
    await removeTexts(app.db, 'member', [id]);
    await removeTexts(app.db, 'formerMember', [id]);
    await redactMentions(app, mentions);
    const changes = {
      members: change(all),
      ...(family && { families: change([family.id]) }),
      ...Object.fromEntries(Object.entries(freed).map(([records, ids]) => [records, change(ids)])),
      ...noteOf(mentions),
    };
    await record(app, { action: 'MemberPurged', entityType: 'Member', entityId: id, changes });
  });
  await scrub(app);
}

const change = (entries: readonly unknown[]): [unknown, unknown] => [null, entries];

async function findAny(app: App, id: number): Promise<Member> {
  const member = (await findMember(app.db, id)) ?? (await findMember(app.db, id, true));
  if (!member) throw notFound('member');
  return member;
}

async function refuseRetained(app: App, { id }: Member, isConfirmed: boolean): Promise<void> {
  const last = isConfirmed ? null : await lastDayOf(app, id);
  if (last === null) return;
  const until = addYears(last, RETENTION_YEARS);
  if ((await today(app)) >= until) return;
  throw new AppError(
    'retention',
    `This member gave on ${last}. Records of givers are kept for ${RETENTION_YEARS} years, in this case until ${until}. To erase the member anyway, send "confirm": true, or use --confirm on the command line.`,
    { extra: { lastGivingOn: last, until } },
  );
}

async function lastDayOf(app: App, id: number): Promise<string | null> {
  const days: string[] = [];
  for (const { lastDay } of await memberReferences(app)) {
    const day = (await lastDay?.(app, id)) ?? null;
    if (day !== null) days.push(day);
  }
  return days.toSorted().at(-1) ?? null;
}

/** Returns the family that would become empty if a member were erased, or undefined. Raises `not_found`. */
export async function familyEmptiedBy(app: App, id: number): Promise<FamilyUnit | undefined> {
  return familyLeftEmptyBy(app, await findAny(app, id));
}
