/** The requests about the files of a bank. */
import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../../../client/client.ts';
import { answerOf, client } from '../../session/api.ts';
import { readAgain } from '../queries.ts';
import type { FileMapping } from './mapping.ts';

export type Imported = Schemas['ImportedBankLines'];
export type Previewed = Schemas['PreviewedBankLines'];
export type BankImport = Schemas['BankImport'];

export const importsQuery = (id: number) =>
  queryOptions({
    queryKey: ['bank', 'imports', id],
    queryFn: async () =>
      (await answerOf(client.GET('/api/accounts/{id}/bank-imports', { params: { path: { id } } }))).items,
  });

/**
 * Imports a file of a bank, without the columns in `ignore`. Throws a Refusal `file_refused`, with a guess if the columns of a
 * CSV file are not known, and with the columns that may matter and that nothing reads.
 */
export async function importFile(
  id: number,
  file: File,
  mapping: FileMapping | undefined,
  ignore: readonly string[],
): Promise<Imported> {
  const imported = await answerOf(client.POST('/api/accounts/{id}/bank-lines/import', sent(id, file, mapping, ignore)));
  readAgain();
  return imported;
}

/** Returns what the import of a file that needs no columns would add. Throws a Refusal for the reasons of the import. */
export function previewFile(id: number, file: File, mapping: FileMapping | undefined): Promise<Previewed> {
  return answerOf(client.POST('/api/accounts/{id}/bank-lines/preview', sent(id, file, mapping)));
}

/** Returns the form with a file, and how to read it. */
function sent(id: number, file: File, mapping: FileMapping | undefined, ignore: readonly string[] = []) {
  const said = {
    ...(mapping && { mapping: JSON.stringify(mapping) }),
    ...(ignore.length > 0 && { ignore: JSON.stringify(ignore) }),
  };
  const body = { file, ...said } as unknown as { file: File };
  return { params: { path: { id } }, body };
}

/** Removes the lines that an import added. */
export async function takeBack({ accountId, id }: BankImport): Promise<number> {
  const params = { path: { id: accountId, importId: id } };
  const { removed } = await answerOf(client.POST('/api/accounts/{id}/bank-imports/{importId}/undo', { params }));
  readAgain();
  return removed;
}
