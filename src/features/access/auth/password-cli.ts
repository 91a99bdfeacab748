import { badField } from '../../../errors.ts';
import { passwordFault } from './rules.ts';
import type { Options } from '../../../cli/kit/action.ts';
import { askNewSecret, readSecretLine } from '../../../cli/kit/prompt.ts';

/**
 * Returns the password for a new account: from standard input with `--password-stdin`, otherwise typed at a terminal.
 * Returns undefined if a password is to be generated. Raises `validation_failed` if the password from standard input is
 * not acceptable.
 */
export async function choosePassword(options: Options, user: { email: string }): Promise<string | undefined> {
  if (options.generatePassword) return undefined;
  const fault = (password: string) => passwordFault(password, user);
  if (!options.passwordStdin) {
    const message = 'Password, at least 12 characters (leave empty to have one generated):';
    return askNewSecret(message, (password) => {
      const wrong = fault(password);
      return wrong && `It ${wrong.message}.`;
    });
  }
  const password = await readSecretLine();
  const wrong = fault(password);
  if (wrong) throw badField('password', wrong.code, wrong.message);
  return password;
}
