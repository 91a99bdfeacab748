/** The mapping of a file, as a form or the database has it: as JSON. */
import { AppError } from '../../../errors.ts';
import { decode, refusal } from '../../../validate.ts';
import { CsvMapping, type FileMapping, IgnoredColumns, OfxSigns } from '../files/schema.ts';

/** Reads a mapping. One that says nothing but the signs is for OFX and QFX; the faults of any other are those for CSV. */
export function mappingOf(value: unknown): FileMapping {
  const isForSigns = typeof value === 'object' && value !== null && Object.keys(value).join() === 'reversed';
  return decode(isForSigns ? OfxSigns : CsvMapping, value);
}

/** Returns a stored mapping. */
export function decodeMapping(json: string | null): FileMapping | null {
  return json === null ? null : mappingOf(JSON.parse(json));
}

/** Returns the mapping of a form, or null if there is none. Throws `validation_failed` with the path of every fault. */
export function mappingSent(json: string | undefined): FileMapping | null {
  return sent('mapping', json, mappingOf) ?? null;
}

/** Returns the columns of a form that are left out. Throws `validation_failed` with the path of every fault. */
export function ignoreSent(json: string | undefined): readonly string[] {
  return sent('ignore', json, (value) => decode(IgnoredColumns, value)) ?? [];
}

/** Reads a field of a form that is JSON. */
function sent<T>(name: string, json: string | undefined, read: (value: unknown) => T): T | undefined {
  if (json === undefined || json.trim() === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw refusal([{ path: name, code: 'invalid_json', message: 'must be JSON' }]);
  }
  try {
    return read(value);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const faults = error.details.errors ?? [];
    throw refusal(faults.map(({ path, ...fault }) => ({ path: path === '' ? name : `${name}.${path}`, ...fault })));
  }
}
