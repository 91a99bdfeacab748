/** All requests about copies off this computer. */
import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../../client/client.ts';
import { answerOf, client } from '../session/api.ts';
import { queryClient } from '../session/query-client.ts';

export type Target = Schemas['BackupTarget'];
export type Fault = Schemas['CopyFault']['code'];

const SENDING_MS = 3000;

/** Where copies go, and how old they are. Read again while one is on its way. */
export const targetQuery = queryOptions({
  queryKey: ['copies', 'target'],
  queryFn: () => answerOf(client.GET('/api/backup-target')),
  refetchInterval: ({ state }) => (state.data?.isSending ? SENDING_MS : false),
});

const known = (target: Target) => queryClient.setQueryData(targetQuery.queryKey, target);
const readAgain = () => queryClient.invalidateQueries({ queryKey: targetQuery.queryKey });

/** Chooses where copies go. */
export async function saveTarget(body: Schemas['BackupTargetUpdate']): Promise<Target> {
  const saved = await answerOf(client.PUT('/api/backup-target', { body }));
  known(saved);
  return saved;
}

/** Writes a file where copies go, or sends a copy now. What went wrong is in the result. */
export async function tryTarget(how: 'test' | 'send'): Promise<Schemas['CopyResult']> {
  const result = await answerOf(client.POST(`/api/backup-target/${how}`));
  await readAgain();
  return result;
}

/** Lets this computer send its copies instead of another one. */
export async function takeOver(): Promise<Target> {
  const target = await answerOf(client.POST('/api/backup-target/go'));
  known(target);
  return target;
}
