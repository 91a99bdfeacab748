/** The argument with which a bank command names an account, a line, a match or a document. */
import type { App } from '../../app.ts';
import { AppError, badField } from '../../errors.ts';
import { idText } from '../../lib/wire.ts';
import { decode } from '../../validate.ts';
import { accountsById } from '../ledger/accounts/service.ts';
import { DocumentName } from './matches/schema.ts';

/** Returns the id of the account that an argument names, by its id or its name. Raises `not_found`. */
export async function accountIn(app: App, text: string | undefined): Promise<number> {
  const accounts = [...(await accountsById(app)).values()];
  const wanted = (text ?? '').trim().toLowerCase();
  const found = accounts.find(
    ({ id, name, nameZh }) => String(id) === wanted || [name, nameZh].some((one) => one?.toLowerCase() === wanted),
  );
  if (found) return found.id;
  throw new AppError('not_found', `There is no account ${text}. See the accounts with: vestry account list`);
}

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
