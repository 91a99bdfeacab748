/** The argument or option with which a command names an account. */
import type { App } from '../../../app.ts';
import { AppError } from '../../../errors.ts';
import { accountsById } from './service.ts';

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
