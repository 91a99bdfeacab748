import { badField } from '../../../errors.ts';
import { passwordFault } from './rules.ts';
import type { Options } from '../../../cli/kit/action.ts';
import { askNewSecret, readSecretLine } from '../../../cli/kit/prompt.ts';

type PasswordWords = {
  question: string;
  fault: (message: string) => string;
  /** What to say when the password is typed again; in English if it is left out. */
  again?: { repeat: string; differs: string } | undefined;
};

const PASSWORD_WORDS: PasswordWords = {
  question: 'Password, at least 12 characters (leave empty to have one generated):',
  fault: (message: string) => `It ${message}.`,
};

/**
 * Returns the password for a new account: from standard input with `--password-stdin`, otherwise typed at a terminal.
 * Returns undefined if a password is to be generated. Raises `validation_failed` if the password from standard input is
 * not acceptable.
 */
export async function choosePassword(
  options: Options,
  user: { email: string },
  words: PasswordWords = PASSWORD_WORDS,
): Promise<string | undefined> {
  if (options.generatePassword) return undefined;
  const fault = (password: string) => passwordFault(password, user);
  if (!options.passwordStdin) {
    const faultText = (password: string) => {
      const wrong = fault(password);
      return wrong && words.fault(wrong.message);
    };
    return askNewSecret(words.question, faultText, words.again);
  }
  const password = await readSecretLine();
  const wrong = fault(password);
  if (wrong) throw badField('password', wrong.code, wrong.message);
  return password;
}
