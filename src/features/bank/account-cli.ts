/** The argument with which a bank command names an account, a line, a match or a document. */
import { badField } from '../../errors.ts';
import { idText } from '../../lib/wire.ts';
import { decode } from '../../validate.ts';
import { DocumentName } from './matches/schema.ts';

export { accountIn } from '../ledger/accounts/named-cli.ts';

/** Returns an id in an argument. Raises `validation_failed`. */
export const idIn = (text: unknown): number => decode(idText, text);

/** Returns the ids in an option that may be repeated. */
export const idsIn = (list: unknown): number[] => (Array.isArray(list) ? list : []).map(idIn);

/**
 * Returns the documents in an option that may be repeated, such as `Payment/7`. Raises `validation_failed` with the name
 * of the option.
 */
export function documentsIn(list: unknown, option: string): DocumentName[] {
  return (Array.isArray(list) ? list : []).map((text) => {
    const [type, id] = String(text).split('/');
    const read = DocumentName.safeParse({ type, id: Number(id) });
    if (read.success) return read.data;
    throw badField(option, 'invalid', `must name a document as in the list, such as Payment/7; ${text} does not`);
  });
}
