/** Questions at a terminal. Each has a flag; without a terminal a missing answer is an error that names the flag. */
import { SetupError } from '../../errors.ts';
import { EXIT } from '../../exit-codes.ts';

/** As a shell has it for a program that Ctrl-C ended: 128 and the number of the signal. */

/** Whether somebody is there to be asked. */
export function isInteractive(): boolean {
  return process.stdin.isTTY && process.stdout.isTTY;
}

function missing(flag: string): SetupError {
  return new SetupError(`Give ${flag}, because there is no terminal to ask at.`, EXIT.usage);
}

type Wanted = {
  /** The answer of those who type none, and where there is no terminal. */
  fallback?: string | undefined;
  /** What is wrong with an answer, in a sentence; then the question comes again. */
  fault?: (answer: string) => string | undefined;
};

/** The value of a flag, or the answer to a question; a question with a default needs no answer. */
export async function ask(given: unknown, flag: string, message: string, wanted: Wanted = {}): Promise<string> {
  const { fallback, fault } = wanted;
  if (typeof given === 'string') return given;
  if (!isInteractive()) {
    if (fallback !== undefined) return fallback;
    throw missing(flag);
  }
  const validate = (answer: string) => fault?.(answer) ?? true;
  return put<string>({ type: 'input', message, validate, ...(fallback !== undefined && { default: fallback }) });
}

/**
 * Puts one question. Raises a SetupError when the person presses Ctrl-C, or when their input ends: the library settles
 * nothing then, and the program would end as if it had crashed.
 */
async function put<T>(question: object): Promise<T> {
  const { default: inquirer } = await import('inquirer');
  const gone = new AbortController();
  const prompt = inquirer.createPromptModule({ signal: gone.signal });
  // Reading stops after an answer too; by the next turn of the event loop such a question is settled.
  const stopped = () => setImmediate(() => gone.abort());
  process.stdin.once('pause', stopped);
  try {
    const answers = await prompt([{ ...question, name: 'value' } as never]);
    return (answers as { value: T }).value;
  } catch (error) {
    if (!['ExitPromptError', 'AbortPromptError'].includes((error as Error).name)) throw error;
    throw new SetupError('Cancelled; nothing was changed.', EXIT.cancelled, error);
  } finally {
    process.stdin.off('pause', stopped);
  }
}

/** A secret of somebody else's, typed or pasted unseen; undefined when nothing is. */
export async function askSecret(flag: string, message: string): Promise<string | undefined> {
  if (!isInteractive()) throw missing(flag);
  return (await askUnseen(message, () => true)) || undefined;
}

/** A new secret, typed unseen and twice; undefined when nothing is typed or nobody is there. `fault` says what is wrong. */
export async function askNewSecret(
  message: string,
  fault: (secret: string) => string | undefined,
): Promise<string | undefined> {
  if (!isInteractive()) return undefined;
  const secret = await askUnseen(message, (value) => value === '' || (fault(value) ?? true));
  if (secret === '') return undefined;
  const differs = 'The two do not match. Type it again, or press Ctrl-C.';
  await askUnseen('Repeat it:', (value) => value === secret || differs);
  return secret;
}

function askUnseen(message: string, validate: (value: string) => true | string): Promise<string> {
  return put<string>({ type: 'password', mask: '*', message, validate });
}

/** The values of a repeatable flag, or those chosen from a list. */
export async function choose(
  given: readonly string[] | undefined,
  flag: string,
  message: string,
  choices: readonly string[],
): Promise<string[]> {
  if (given && given.length > 0) return [...given];
  if (!isInteractive()) throw missing(flag);
  return put<string[]>({ type: 'checkbox', message, choices: [...choices], required: true });
}

/** One of a list that the person at the terminal chooses, after a message that says why it is asked. */
export async function pick<T extends string>(choices: readonly T[], flag: string, message: string): Promise<T> {
  if (!isInteractive()) throw new SetupError(`${message} Choose one with ${flag} ${choices.join('|')}.`, EXIT.usage);
  return put<T>({ type: 'select', message, choices: [...choices] });
}

/** Whether the person at the terminal says yes; `usual` is the answer of those who only press Enter. */
export function confirm(message: string, usual = false): Promise<boolean> {
  return put<boolean>({ type: 'confirm', message, default: usual });
}

/** The first line of standard input: how a script hands over a secret. */
export async function readSecretLine(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8').split(/\r?\n/, 1)[0] ?? '';
}
