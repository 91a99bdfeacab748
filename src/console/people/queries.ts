/** All requests of the people room to the service. */
import { queryOptions } from '@tanstack/react-query';
import type { Outcome, Schemas } from '../../client/client.ts';
import type { Offer } from './address.ts';
import { bodyOf, typedOf } from './fields.ts';
import type { FamilyRole, RoleChange } from './family.ts';
import { answerOf, client } from '../session/api.ts';
import { queryClient } from '../session/query-client.ts';

export type Person = Schemas['Member'];
export type NewPerson = Schemas['NewMember'];
/**
 * A person, the ETag of the version that was read, and, after saving, the codes of what somebody should check, and the ids
 * of other people with the same name.
 */
export type VersionedPerson = {
  person: Person;
  etag: string;
  warnings: readonly PersonWarning[];
  doubles: readonly number[];
};
export type PersonWarning = Exclude<Warning['code'], 'likely_duplicate'>;
type Warning = Schemas['MemberWarning'];

export type DeletedPerson = Schemas['DeletedMember'];
export type Family = Schemas['FamilyUnitDetail'];
/** A family in a list, with the names of the people in it. */
export type FoundFamily = Schemas['FamilyUnitListed'];
type NewFamily = Schemas['NewFamilyUnit'];
/** A family, and the ETag of the version that was read. */
export type VersionedFamily = { family: Family; etag: string };

const PAGE_SIZE = 50;

/** What the list of people shows: those whom a search finds, and perhaps only those without a way to reach them. */
export type Wanted = { search: string; without: Missing | undefined };

/** What a person may lack, as the address of the list names it. */
export const MISSING = ['email', 'address'] as const;
export type Missing = (typeof MISSING)[number];

const filtersOf = ({ search, without }: Wanted) => ({
  sort: 'lastName' as const,
  ...(search !== '' && { find: search }),
  ...(without === 'email' && { hasEmail: false }),
  ...(without === 'address' && { hasAddress: false }),
});

export const peopleQuery = (wanted: Wanted, page: number) =>
  queryOptions({
    queryKey: ['people', wanted, page],
    queryFn: () =>
      answerOf(client.GET('/api/members', { params: { query: { page, pageSize: PAGE_SIZE, ...filtersOf(wanted) } } })),
    // The previous results stay visible while the next search runs.
    placeholderData: (before) => before,
  });

/** The people whom a whole name finds. There are more than a few only if the name is very common. */
export const sameNameQuery = (search: string) =>
  queryOptions({
    queryKey: ['people', 'same name', search],
    queryFn: async () => {
      const query = { search, pageSize: PAGE_SIZE } as const;
      return (await answerOf(client.GET('/api/members', { params: { query } }))).items;
    },
    enabled: search !== '',
  });

export const personQuery = (id: number) =>
  queryOptions({
    queryKey: ['person', id],
    queryFn: () => versioned(client.GET('/api/members/{id}', { params: { path: { id } } })),
  });

/** The latest entries of a list, and how many the whole list has. */
export type Latest<Row> = { items: readonly Row[]; totalCount: number };

const FEW = 5;

export const giftsOfQuery = (memberId: number) =>
  queryOptions({
    queryKey: ['gifts', 'latest', memberId],
    queryFn: () =>
      answerOf(client.GET('/api/givings', { params: { query: { memberId, sort: '-date', pageSize: FEW } } })),
  });

/** The latest expenses that are paid back to a person, or that the person handed in with their user account. */
export const expensesOfQuery = (memberId: number, userId: number | null) =>
  queryOptions({
    queryKey: ['expenses', 'latest', memberId, userId],
    queryFn: async () => {
      const few = { sort: '-expenseDate', pageSize: FEW } as const;
      const queries = [{ ...few, memberId }, ...(userId === null ? [] : [{ ...few, submittedBy: userId }])];
      const lists = await Promise.all(
        queries.map((query) => answerOf(client.GET('/api/expenses', { params: { query } }))),
      );
      const found = new Map(lists.flatMap(({ items }) => items.map((one) => [one.id, one] as const)));
      const latest = [...found.values()].toSorted((a, b) => b.expenseDate.localeCompare(a.expenseDate) || b.id - a.id);
      return { items: latest.slice(0, FEW), totalCount: lists.reduce((sum, one) => sum + one.totalCount, 0) };
    },
  });

export const messagesToQuery = (memberId: number) =>
  queryOptions({
    queryKey: ['history', 'latest', memberId],
    queryFn: () =>
      answerOf(client.GET('/api/notifications/history', { params: { query: { memberId, pageSize: FEW } } })),
  });

export const deletedPeopleQuery = (page: number) =>
  queryOptions({
    queryKey: ['people', 'deleted', page],
    queryFn: () => answerOf(client.GET('/api/deleted-members', { params: { query: { page, pageSize: PAGE_SIZE } } })),
    placeholderData: (before) => before,
  });

export const familiesQuery = (search: string) =>
  queryOptions({
    queryKey: ['families', search],
    queryFn: async () => {
      const query = { search, pageSize: 8, sort: 'name' } as const;
      return (await answerOf(client.GET('/api/family-units', { params: { query } }))).items;
    },
    enabled: search !== '',
  });

export const familyQuery = (id: number) =>
  queryOptions({
    queryKey: ['family', id],
    queryFn: () => versionedFamily(client.GET('/api/family-units/{id}', { params: { path: { id } } })),
  });

/** Returns a CSV file of the people in the list, in the order of the list. */
export function exportPeople(wanted: Wanted): Promise<Blob> {
  const query = filtersOf(wanted);
  // The document describes the file as text, and the client returns it as a Blob.
  return answerOf(client.GET('/api/members.csv', { params: { query } })) as Promise<unknown> as Promise<Blob>;
}

/** Adds a person. `doubles` in the result contains the ids of other people with the same name. */
export function addPerson(body: NewPerson): Promise<VersionedPerson> {
  return changed(versioned(client.POST('/api/members', { body })));
}

/**
 * Replaces a person's fields. Throws a Refusal `stale_version` if the record is no longer the version with this `etag`.
 */
export function savePerson(id: number, body: NewPerson, etag: string): Promise<VersionedPerson> {
  const params = { path: { id }, header: { 'If-Match': etag } };
  return changed(versioned(client.PUT('/api/members/{id}', { params, body })));
}

/** Deletes a person, who can be restored. Throws a Refusal `stale_version` if the record has changed. */
export function deletePerson({ person, etag }: VersionedPerson): Promise<void> {
  const params = { path: { id: person.id }, header: { 'If-Match': etag } };
  return gone(person.id, client.DELETE('/api/members/{id}', { params }));
}

/** Restores a deleted person. */
export function restorePerson(id: number): Promise<VersionedPerson> {
  return changed(versioned(client.POST('/api/members/{id}/restore', { params: { path: { id } } })));
}

/** Merges a person's record into the one of `into`. */
export function mergePerson({ person, etag }: VersionedPerson, body: Schemas['MemberMerge']): Promise<void> {
  const params = { path: { id: person.id }, header: { 'If-Match': etag } };
  return gone(person.id, client.POST('/api/members/{id}/merge', { params, body }));
}

/** Erases a live or deleted person for good. */
export function erasePerson(id: number, body: Schemas['MemberPurge']): Promise<void> {
  return gone(id, client.POST('/api/members/{id}/purge', { params: { path: { id } }, body }));
}

/** Puts a person into a family with a role, or out of any family. `more` has other fields that change, too. */
export async function moveToFamily(
  id: number,
  family: number | null,
  role: FamilyRole | null,
  more: Pick<NewPerson, 'address'> = {},
): Promise<void> {
  const { person, etag } = await queryClient.fetchQuery({ ...personQuery(id), staleTime: 0 });
  const familyRole = family === null ? null : role;
  await savePerson(id, { ...bodyOf(typedOf(person), person), ...more, familyUnitId: family, familyRole }, etag);
}

type Joining = {
  family: number;
  role: FamilyRole;
  /** Whose address the person takes over, if any. The address of a member becomes that of the family. */
  takes: { offer: Offer<Person>; into: VersionedFamily } | undefined;
};

/** Puts a person into a family. If the person takes over its address, their own address is removed. */
export async function joinFamily(id: number, { family, role, takes }: Joining): Promise<void> {
  if (takes?.offer.from) await saveFamily(takes.into, { address: takes.offer.address });
  await moveToFamily(id, family, role, takes && { address: null });
}

/** Gives roles to members of a family, one after another. */
export async function setRoles(family: number, changes: readonly RoleChange[]): Promise<void> {
  for (const { id, familyRole } of changes) await moveToFamily(id, family, familyRole);
}

/** Makes a family that nobody belongs to yet. */
export function addFamily(body: NewFamily): Promise<Family> {
  return answerOf(client.POST('/api/family-units', { body }));
}

/** Changes some fields of a family. Throws a Refusal `stale_version` if the family has changed. */
export async function saveFamily({ family, etag }: VersionedFamily, fields: Partial<NewFamily>): Promise<void> {
  const { id, name, address, phone, notes, jointStatement } = family;
  const params = { path: { id }, header: { 'If-Match': etag } };
  const body = { name, address, phone, notes, jointStatement, ...fields };
  await answerOf(client.PUT('/api/family-units/{id}', { params, body }));
  familiesChanged();
}

/** Deletes a family. Its members stay, without a family. */
export async function deleteFamily(id: number, etag: string): Promise<void> {
  const params = { path: { id }, header: { 'If-Match': etag } };
  await answerOf(client.DELETE('/api/family-units/{id}', { params }));
  await queryClient.invalidateQueries({ queryKey: ['person'] });
}

function familiesChanged(): void {
  void queryClient.invalidateQueries({ queryKey: ['family'] });
  void queryClient.invalidateQueries({ queryKey: ['families'] });
}

async function gone(id: number, call: Promise<Outcome<unknown> & { response: Response }>): Promise<void> {
  await answerOf(call);
  queryClient.removeQueries({ queryKey: personQuery(id).queryKey });
  void queryClient.invalidateQueries({ queryKey: ['person'] });
  peopleChanged();
}

function peopleChanged(): void {
  void queryClient.invalidateQueries({ queryKey: ['people'] });
  void queryClient.invalidateQueries({ queryKey: ['givers'] });
  familiesChanged();
}

async function changed(saving: Promise<VersionedPerson>): Promise<VersionedPerson> {
  const saved = await saving;
  queryClient.setQueryData(personQuery(saved.person.id).queryKey, saved);
  peopleChanged();
  return saved;
}

type Answered = Person & { warnings?: readonly Warning[] };

async function versioned(call: Promise<Outcome<Answered> & { response: Response }>): Promise<VersionedPerson> {
  const { warnings: all = [], ...person } = await answerOf(call);
  const etag = (await call).response.headers.get('ETag') ?? '';
  const doubles = all.flatMap(({ code, memberIds }) => (code === 'likely_duplicate' ? memberIds : []));
  return { person, etag, doubles, warnings: all.flatMap(({ code }) => (code === 'likely_duplicate' ? [] : code)) };
}

async function versionedFamily(call: Promise<Outcome<Family> & { response: Response }>): Promise<VersionedFamily> {
  const family = await answerOf(call);
  return { family, etag: (await call).response.headers.get('ETag') ?? '' };
}
