/** Reads a file to import in a separate thread, because reading one takes longer than other requests should wait. */
import { AppError, type ErrorCode } from '../../errors.ts';
import { drawInThread } from '../../pdf-thread.ts';
import type { ImportFile, Limits } from './sheet.ts';

/** A file, or why it was refused. Errors do not keep their class on the way from one thread to another. */
type Read = { file: ImportFile } | { refused: { code: ErrorCode; message: string; details: AppError['details'] } };

/** Reads the content of a file within limits. Raises `file_refused` if it is not a list, or too large. */
export async function readSheetInThread(name: string, bytes: Buffer, limits: Limits): Promise<ImportFile> {
  const load = async () => readSheetWithin;
  const read = await drawInThread<[string, Uint8Array, Limits], Read>('importSheet', load, name, bytes, limits);
  if ('file' in read) return read.file;
  const { code, message, details } = read.refused;
  throw new AppError(code, message, details);
}

/** Does the same in the calling thread, and returns a refusal instead of raising it. */
export async function readSheetWithin(name: string, bytes: Uint8Array, limits: Limits): Promise<Read> {
  const { readSheet } = await import('./sheet.ts');
  try {
    return { file: await readSheet(name, Buffer.from(bytes), { limits }) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, message, details } = error;
    const { cause: _cause, ...plain } = details;
    return { refused: { code, message, details: plain } };
  }
}
