import { type App, created, inSnapshot, inTransaction, modified, now } from '../../../app.ts';
import { exists } from '../../../db/exists.ts';
import { indexTexts, removeTexts } from '../../../db/search-index.ts';
import {
  AppError,
  type FieldError,
  inFuture,
  missingReference,
  notFound,
  unknownReference,
  unknownReferences,
} from '../../../errors.ts';
import type { Page } from '../../../lib/page.ts';
import { emailKeyOf } from '../../../lib/text.ts';
import { can } from '../../../permissions.ts';
import { refusal } from '../../../validate.ts';
import { record } from '../../audit/service.ts';
import { latestDate } from '../../church/profile/service.ts';
import {
  clearFamily,
  findByOfferingNumber,
  findByOfferingNumbers,
  findByUser,
  findMember,
  insertMember,
  listDeletedMembers as readDeletedMembers,
  listFamilyMembers,
  listGivers as readGivers,
  listIdentities,
  listMembers as readMembers,
  listNamesInFamilies,
  type MemberColumns,
  updateMemberColumns,
} from './queries.ts';
import { memberFields } from './fields.ts';
import { deathFaults, documentOf, memberFact, type SettledMember, settled } from './rules.ts';
import { deathWarnings } from './deaths.ts';
import { likelyDoubles } from './doubles.ts';
import type {
  DeletedMember,
  DeletedMemberQuery,
  EnteredMember,
  Giver,
  Member,
  MemberQuery,
  NewMember,
} from './schema.ts';

/** Returns a member who is not deleted. Raises `not_found`. */
export async function getMember(app: App, id: number): Promise<Member> {
  const member = await findMember(app.db, id);
  if (!member) throw notFound('member');
  return member;
}

/** Returns a live or deleted member. Raises `not_found`. */
export async function getAnyMember(app: App, id: number): Promise<Member> {
  return (await findMember(app.db, id, true)) ?? getMember(app, id);
}

/** Returns a page of members who are not deleted. */
export function listMembers(app: App, query: MemberQuery): Promise<Page<Member>> {
  return inSnapshot(app, ({ db }) => readMembers(db, query));
}

/** Returns a page of deleted members, who can be restored. */
export function listDeletedMembers(app: App, query: DeletedMemberQuery): Promise<Page<DeletedMember>> {
  return inSnapshot(app, ({ db }) => readDeletedMembers(db, query));
}

/** Returns the ids of the live members with these offering numbers. The keys are the numbers. */
export function membersByOfferingNumber(app: App, numbers: readonly string[]): Promise<ReadonlyMap<string, number>> {
  return findByOfferingNumbers(app.db, numbers);
}

/** Returns everybody who may give, as a single list. The console searches it in memory while an offering is entered. */
export async function listGivers(app: App): Promise<{ items: Giver[] }> {
  return inSnapshot(app, async ({ db }) => ({ items: await readGivers(db) }));
}

/** The fields that a user with only `members.add` may set for a new person: names, envelope number, contact details. */
const ADDABLE: ReadonlySet<string> = new Set(memberFields('isAddable', true));

/** Raises `forbidden` if the new person has fields that the actor may not set. */
function refuseMoreThanAdded({ actor }: App, input: NewMember): void {
  if (can(actor, 'members.write')) return;
  const more = Object.entries(input).filter(
    ([field, value]) => !ADDABLE.has(field) && value != null && !(field === 'status' && value === 'Active'),
  );
  if (more.length === 0) return;
  const fields = more.map(([field]) => field).join(', ');
  throw new AppError(
    'forbidden',
    `You may add a person with names, envelope number and contact details, but not with ${fields}. Ask the office to enter the rest.`,
  );
}

/**
 * Adds a member. The result has warnings if other members have the same name. Raises `validation_failed` for a date in
 * the future, `unknown_reference`, `offering_number_taken`, `user_already_linked`, and `forbidden` if the actor may not
 * set one of the fields.
 */
export function createMember(app: App, input: NewMember): Promise<EnteredMember> {
  return inTransaction(app, async (app) => {
    refuseMoreThanAdded(app, input);
    const columns = await checkedColumns(app, settled(input, null), null);
    const id = await insertMember(app.db, { ...columns, ...created(app) });
    const member = await getMember(app, id);
    await indexTexts(app.db, 'member', [documentOf(member)]);
    await record(app, memberFact('MemberCreated', null, member));
    const warnings = [...(await likelyDoubles(app, member)), ...(await deathWarnings(app, null, member))];
    return warnings.length > 0 ? { ...member, warnings } : member;
  });
}

/**
 * Replaces a member's fields. The result has warnings if the member is now known to be dead and somebody should do
 * something about it. Raises the errors of `createMember`, and `not_found`.
 */
export function updateMember(app: App, id: number, input: NewMember): Promise<EnteredMember> {
  return inTransaction(app, async (app) => {
    const before = await getMember(app, id);
    const columns = await checkedColumns(app, settled(input, before), before);
    await updateMemberColumns(app.db, id, { ...columns, ...modified(app) });
    const after = await getMember(app, id);
    await indexTexts(app.db, 'member', [documentOf(after)]);
    await record(app, memberFact('MemberUpdated', before, after));
    const warnings = await deathWarnings(app, before, after);
    return warnings.length > 0 ? { ...after, warnings } : after;
  });
}

/**
 * Soft-deletes a member, who disappears from lists and messages. The name stays on givings and expenses. Raises
 * `not_found`.
 */
export function deleteMember(app: App, id: number): Promise<void> {
  return inTransaction(app, async (app) => {
    const before = await getMember(app, id);
    await updateMemberColumns(app.db, id, { deletedAt: now(app), ...modified(app) });
    await removeTexts(app.db, 'member', [id]);
    await indexTexts(app.db, 'formerMember', [documentOf(before)]);
    await record(app, memberFact('MemberDeleted', before, null));
  });
}

/**
 * Restores a deleted member. Raises `not_found`, `invalid_transition` if the member is not deleted, and
 * `offering_number_taken` or `user_already_linked` if another member now has the offering number or the user.
 */
export function restoreMember(app: App, id: number): Promise<Member> {
  return inTransaction(app, async (app) => {
    const deleted = await findMember(app.db, id, true);
    if (!deleted) {
      await getMember(app, id);
      throw new AppError('invalid_transition', 'This member is not deleted.');
    }
    await refuseTakenNumber(app, deleted.offeringNumber, id);
    if (deleted.userId !== null) await refuseLinkedUser(app, deleted.userId, id);
    await updateMemberColumns(app.db, id, { deletedAt: null, ...modified(app) });
    const after = await getMember(app, id);
    await removeTexts(app.db, 'formerMember', [id]);
    await indexTexts(app.db, 'member', [documentOf(after)]);
    await record(app, memberFact('MemberRestored', null, after));
    return after;
  });
}

const FAMILY_ORDER: readonly Member['familyRole'][] = ['Head', 'Spouse', 'Child', 'Other', null];

type Related = Pick<Member, 'id' | 'familyRole' | 'birthDate'>;

/** Compares members of a family: first the head, then the spouse, the children by age, and the others. */
function byPlaceInFamily(a: Related, b: Related): number {
  const rank = ({ familyRole }: Related) => FAMILY_ORDER.indexOf(familyRole);
  const born = ({ birthDate }: Related) => birthDate ?? '9999';
  return rank(a) - rank(b) || born(a).localeCompare(born(b)) || a.id - b.id;
}

/** Returns the live members of a family: first the head, then the spouse, the children by age, and the others. */
export async function membersOfFamily(app: App, familyUnitId: number): Promise<Member[]> {
  return (await listFamilyMembers(app.db, familyUnitId)).toSorted(byPlaceInFamily);
}

type NamesInFamily = Awaited<ReturnType<typeof listNamesInFamilies>>;

/** Returns the names of the live members of families, in the order of `membersOfFamily`. The keys are the families. */
export async function namesInFamilies(app: App, familyIds: readonly number[]): Promise<Map<number, NamesInFamily>> {
  const found = new Map<number, NamesInFamily>(familyIds.map((id) => [id, []]));
  const people = await listNamesInFamilies(app.db, familyIds);
  for (const one of people.toSorted(byPlaceInFamily)) found.get(one.familyUnitId ?? 0)?.push(one);
  return found;
}

/** Removes all members from a family that is about to be deleted. */
export async function leaveFamily(app: App, familyUnitId: number): Promise<void> {
  const members = await membersOfFamily(app, familyUnitId);
  await clearFamily(app.db, familyUnitId, modified(app));
  const facts = members.map((before) =>
    memberFact('MemberUpdated', before, { ...before, familyUnitId: null, familyRole: null }),
  );
  await record(app, ...facts);
}

/** Returns the fields by which an import recognizes a person, for all live members. */
export function memberIdentities(app: App) {
  return listIdentities(app.db);
}

/** Links a member to a user. Raises `unknown_reference` and `user_already_linked`. */
export async function linkUser(app: App, memberId: number, userId: number): Promise<void> {
  const before = await findMember(app.db, memberId);
  if (!before) throw unknownReference('memberId', 'member');
  if (before.userId !== null && before.userId !== userId) throw alreadyLinked();
  await refuseLinkedUser(app, userId, memberId);
  await updateMemberColumns(app.db, memberId, { userId, ...modified(app) });
  await record(app, memberFact('MemberUpdated', before, { ...before, userId }));
}

/** Removes the link of a member to a user. Raises `not_found`. */
export async function unlinkUser(app: App, memberId: number): Promise<void> {
  const before = await getMember(app, memberId);
  await updateMemberColumns(app.db, memberId, { userId: null, ...modified(app) });
  await record(app, memberFact('MemberUpdated', before, { ...before, userId: null }));
}

async function checkedColumns(app: App, input: SettledMember, before: Member | null): Promise<MemberColumns> {
  const { familyUnitId, offeringNumber } = input;
  const userId = chosenUser(app, input.userId, before);
  const faults = [...futureDates(input, await latestDate(app)), ...deathFaults(input)];
  if (faults.length > 0) throw refusal(faults);
  const isNewLink = userId !== null && userId !== before?.userId;
  const missing: FieldError[] = [];
  if (familyUnitId !== null && !(await exists(app.db, 'familyUnits', familyUnitId))) {
    missing.push(missingReference('familyUnitId', 'family unit'));
  }
  if (isNewLink && !(await exists(app.db, 'users', userId))) missing.push(missingReference('userId', 'user'));
  if (missing.length > 0) throw unknownReferences(missing);
  if (isNewLink) await refuseLinkedUser(app, userId, before?.id);
  await refuseTakenNumber(app, offeringNumber, before?.id);
  return toColumns(input, userId);
}

/** Returns the columns of a member. The caller must have checked `userId`. */
export function toColumns(input: SettledMember, userId: number | null): MemberColumns {
  return {
    ...input,
    userId,
    address: input.address && JSON.stringify(input.address),
    estate: input.estate && JSON.stringify(input.estate),
    emailKey: input.email && emailKeyOf(input.email),
  };
}

const PAST = memberFields('isPast', true);
/** The dates of a member that may not be in the future. */
export type PastDates = Pick<NewMember, (typeof PAST)[number]>;

/** Returns an error for each of these dates that is after `latest`. */
export function futureDates(input: PastDates, latest: string): FieldError[] {
  return PAST.filter((field) => (input[field] ?? '') > latest).map((path) => inFuture(path, latest));
}

/**
 * Returns the id of the user to link to the member, or null. Raises `forbidden` if the actor changes the link but may
 * not manage users. If such an actor leaves the field out, the link stays.
 */
function chosenUser(app: App, wanted: number | null | undefined, before: Member | null): number | null {
  const current = before?.userId ?? null;
  if (can(app.actor, 'users.manage')) return wanted ?? null;
  if (wanted === undefined || wanted === current) return current;
  throw new AppError('forbidden', 'Only those who manage users may link a member to a user.');
}

async function refuseTakenNumber(app: App, offeringNumber: string | null, own: number | undefined): Promise<void> {
  const holder = offeringNumber === null ? undefined : await findByOfferingNumber(app.db, offeringNumber);
  if (!holder || holder.id === own) return;
  throw new AppError('offering_number_taken', `Another member has the offering number ${offeringNumber}.`);
}

async function refuseLinkedUser(app: App, userId: number, memberId: number | undefined): Promise<void> {
  const holder = await findByUser(app.db, userId);
  if (holder && holder.id !== memberId) throw alreadyLinked();
}

/** Returns the error `user_already_linked`. */
export function alreadyLinked(): AppError {
  return new AppError('user_already_linked', 'A user can be linked to only one member. Remove the other link first.');
}
