/** Reads a list to import in a thread. */
import { type Read, readInThread, type ReadOptions } from '../../read-thread.ts';
import type { ImportFile, Limits } from './sheet.ts';

type Row = ImportFile['rows'][number];

/** Reads the content of a file within limits. Raises `file_refused` if it is not a list, too large, or takes too long. */
export async function readSheetInThread(
  name: string,
  bytes: Buffer,
  limits: Limits,
  options: ReadOptions,
): Promise<ImportFile> {
  const load = async () => readSheetRows;
  const { head, rows } = await readInThread('sheet', load, [name, bytes, limits], options);
  return { ...head, rows: [...rows] };
}

/** Does the same in the calling thread. */
export async function readSheetRows(
  name: string,
  bytes: Uint8Array,
  limits: Limits,
): Promise<Read<Omit<ImportFile, 'rows'>, Row>> {
  const { readSheet } = await import('./sheet.ts');
  const { rows, ...head } = await readSheet(name, Buffer.from(bytes), { limits });
  return { head, rows };
}
