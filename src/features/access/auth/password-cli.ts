import { badField } from '../../../errors.ts';
import { passwordFault } from './rules.ts';
import type { Options } from '../../../cli/kit/action.ts';
import { askNewSecret, readSecretLine } from '../../../cli/kit/prompt.ts';

/**
 * Returns the password for a new account: from standard input with `--password-stdin`, otherwise typed at a terminal;
 * undefined when one is to be generated, as with `--generate-password`. Raises `validation_failed` for an unacceptable
 * one.
 */
export async function choosePassword(options: Options, user: { email: string }): Promise<string | undefined> {
  if (options.generatePassword) return undefined;
  const fault = (password: string) => passwordFault(password, user);
  if (!options.passwordStdin) {
    const message = 'Password, at least 12 characters (leave empty to have one made):';
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
