/** The mapping of a CSV file, as a form or the database has it: as JSON. */
import { AppError } from '../../../errors.ts';
import { decode, refusal } from '../../../validate.ts';
import { CsvMapping } from '../files/schema.ts';

/** Returns a stored mapping. */
export function decodeMapping(json: string | null): CsvMapping | null {
  return json === null ? null : decode(CsvMapping, JSON.parse(json));
}

/** Returns the mapping of a form, or null if there is none. Raises `validation_failed` with the path of every fault. */
export function mappingSent(json: string | undefined): CsvMapping | null {
  if (json === undefined || json.trim() === '') return null;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw refusal([{ path: 'mapping', code: 'invalid_json', message: 'must be JSON' }]);
  }
  try {
    return decode(CsvMapping, value);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const faults = error.details.errors ?? [];
    throw refusal(
      faults.map(({ path, ...fault }) => ({ path: path === '' ? 'mapping' : `mapping.${path}`, ...fault })),
    );
  }
}
