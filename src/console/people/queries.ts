/** All requests of the people room to the service. */
import { queryOptions } from '@tanstack/react-query';
import type { Outcome, Schemas } from '../../client/client.ts';
import { answerOf, client } from '../session/api.ts';
import { queryClient } from '../session/query-client.ts';

export type Person = Schemas['Member'];
export type NewPerson = Schemas['NewMember'];
/**
 * A person, the ETag of the version that was read, and, after adding the person, the ids of other people with the same
 * name.
 */
export type VersionedPerson = { person: Person; etag: string; doubles: readonly number[] };

const PAGE_SIZE = 50;

export const peopleQuery = (search: string, page: number) =>
  queryOptions({
    queryKey: ['people', search, page],
    queryFn: () =>
      answerOf(
        client.GET('/api/members', {
          params: { query: { page, pageSize: PAGE_SIZE, sort: 'lastName', ...(search !== '' && { search }) } },
        }),
      ),
    // The previous results stay visible while the next search runs.
    placeholderData: (before) => before,
  });

export const personQuery = (id: number) =>
  queryOptions({
    queryKey: ['person', id],
    queryFn: () => versioned(client.GET('/api/members/{id}', { params: { path: { id } } })),
  });

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

async function changed(saving: Promise<VersionedPerson>): Promise<VersionedPerson> {
  const saved = await saving;
  queryClient.setQueryData(personQuery(saved.person.id).queryKey, saved);
  void queryClient.invalidateQueries({ queryKey: ['people'] });
  void queryClient.invalidateQueries({ queryKey: ['givers'] });
  return saved;
}

type Answered = Person & { warnings?: readonly { code: string; memberIds?: readonly number[] }[] };

async function versioned(call: Promise<Outcome<Answered> & { response: Response }>): Promise<VersionedPerson> {
  const { warnings = [], ...person } = await answerOf(call);
  const etag = (await call).response.headers.get('ETag') ?? '';
  return { person, etag, doubles: warnings.flatMap(({ memberIds = [] }) => memberIds) };
}
