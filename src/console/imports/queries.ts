/** The requests of an import of a file. */
import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../../client/client.ts';
import { answerOf, client } from '../session/api.ts';
import { queryClient } from '../session/query-client.ts';
import { type Draft, formOf, type Plan } from './draft.ts';
import type { Kind, Recorded } from './kinds.ts';

export type Import = Schemas['ImportRecord'];

export const importsQuery = (kind: Recorded) =>
  queryOptions({
    queryKey: ['imports', kind],
    queryFn: async () => (await answerOf(client.GET('/api/imports', { params: { query: { kind } } }))).items,
  });

/** An import, with the number of its people who were changed since. */
export const importQuery = (id: number) =>
  queryOptions({
    queryKey: ['imports', id],
    queryFn: () => answerOf(client.GET('/api/imports/{import}', { params: { path: { import: id } } })),
    staleTime: 0,
  });

/** Returns what the import of a file would do, or stores its rows. */
export async function sendFile(kind: Kind, draft: Draft, isFinal: boolean): Promise<Plan> {
  const params = { path: { import: kind }, query: { commit: isFinal } };
  try {
    return await answerOf(
      client.POST('/api/imports/{import}', { params, body: formOf(draft) as unknown as { file: File } }),
    );
  } finally {
    // Without an answer, the rows may have been stored, too.
    if (isFinal) importChanged();
  }
}

/** Removes what an import added. */
export async function takeBack(id: number): Promise<Schemas['ImportUndo']> {
  const undone = await answerOf(client.DELETE('/api/imports/{import}', { params: { path: { import: id } } }));
  importChanged();
  return undone;
}

/** The accounts in which a payment service may keep money. */
export const serviceAccountsQuery = queryOptions({
  queryKey: ['payment-accounts', 'services'],
  queryFn: async () =>
    (await answerOf(client.GET('/api/payment-accounts'))).items.filter(({ kind }) => kind === 'Processor'),
});

/** The names of the giving categories, or of the ministries, in use. */
export const namesQuery = (of: 'category' | 'ministry') =>
  queryOptions({
    queryKey: [of === 'category' ? 'giving-categories' : 'ministries', 'names'],
    queryFn: async () => {
      const { items } =
        of === 'category'
          ? await answerOf(client.GET('/api/giving-categories'))
          : await answerOf(client.GET('/api/ministries'));
      return items.map(({ name }) => name);
    },
  });

/** Anything may have changed: gifts, people, offerings, totals. */
function importChanged(): void {
  void queryClient.invalidateQueries();
}
