/** All requests of an import of people to the service. */
import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../../../client/client.ts';
import { answerOf, client } from '../../session/api.ts';
import { queryClient } from '../../session/query-client.ts';
import type { Check, Sheet } from './draft.ts';

export type Import = Schemas['ImportRecord'];
export type Result = Schemas['MemberImportResult'];
type Request = Schemas['NewMemberImport'];

export const importsQuery = queryOptions({
  queryKey: ['people', 'imports'],
  queryFn: async () => (await answerOf(client.GET('/api/member-imports'))).items,
});

/** An import, with the number of its people who were changed since. */
export const importQuery = (id: number) =>
  queryOptions({
    queryKey: ['people', 'imports', id],
    queryFn: () => answerOf(client.GET('/api/member-imports/{id}', { params: { path: { id } } })),
    staleTime: 0,
  });

export function readFile(file: File): Promise<Sheet> {
  return answerOf(client.POST('/api/member-imports/file', { body: { file } }));
}

export function checkRows(body: Request): Promise<Check> {
  return answerOf(client.POST('/api/member-imports/check', { body }));
}

/** Imports the rows. Repeating the request with the same `key` adds nobody twice. */
export async function importRows(body: Request, key: string): Promise<Result> {
  const params = { header: { 'Idempotency-Key': key } };
  const result = await answerOf(client.POST('/api/member-imports', { body, params }));
  peopleChanged();
  return result;
}

export async function undoImport(id: number): Promise<Schemas['ImportUndo']> {
  const undone = await answerOf(client.POST('/api/member-imports/{id}/undo', { params: { path: { id } } }));
  peopleChanged();
  return undone;
}

function peopleChanged(): void {
  for (const key of ['people', 'person', 'givers', 'families', 'set-up-steps'])
    void queryClient.invalidateQueries({ queryKey: [key] });
}
