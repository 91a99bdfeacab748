import { notFound } from '../../errors.ts';

/** Returns the number in an argument that names a record by its id. Raises `not_found` with the words for the record. */
export function numberIn(text: string | undefined, what: string): number {
  if (text === undefined || !/^\d{1,15}$/.test(text)) throw notFound(what);
  return Number(text);
}
