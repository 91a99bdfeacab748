/**
 * Asks questions at a terminal, with the library inquirer. Each answer can also be given with a flag. Without a
 * terminal, a missing answer is an error that names the flag.
 */
import { SetupError } from '../../errors.ts';
import { EXIT } from '../../exit-codes.ts';
import type { ChoiceQuestion } from './choice-prompt.ts';
import type { Language } from './language.ts';
import { PROMPT_WORDS, themeIn } from './prompt-words.ts';
import { forTerminal } from './terminal.ts';
import { questionInput } from './type-ahead.ts';

let spoken: Language = 'en';

/** Chooses the language of the hints of all further questions. */
export function speak(language: Language): void {
  spoken = language;
}

/** True if a person at a terminal can answer questions. */
export function isInteractive(): boolean {
  return process.stdin.isTTY && process.stdout.isTTY;
}

function missing(flag: string): SetupError {
  return new SetupError(`Give ${flag}, because Vestry cannot ask for it without a terminal.`, EXIT.usage);
}

type Wanted = {
  /** The answer if the person just presses Enter, or if there is no terminal. */
  fallback?: string | undefined;
  /**
   * Returns a sentence that says what is wrong with an answer, or undefined. After a wrong answer, the question is
   * repeated.
   */
  fault?: (answer: string) => string | undefined;
};

/** Returns the value of a flag, or else the answer to a question. */
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
 * Asks one question. Throws a SetupError on Ctrl-C, or when the input ends. When the input ends, the promise of the
 * library never settles, so the program would end as if it had crashed. This function therefore aborts the question
 * itself when the input ends.
 */
async function put<T>(question: { message: string } & Record<string, unknown>, clearPromptOnDone = false): Promise<T> {
  const { default: inquirer } = await import('inquirer');
  const gone = new AbortController();
  const input = questionInput();
  const prompt = inquirer.createPromptModule({ input, signal: gone.signal, clearPromptOnDone });
  if ('offer' in question) prompt.registerPrompt('choice', (await import('./choice-prompt.ts')).choicePrompt as never);
  // The input also pauses after an answer. By then the question is already answered, so aborting it has no effect.
  const stopped = () => setImmediate(() => gone.abort());
  input.once('pause', stopped);
  try {
    const answers = await prompt([
      { theme: themeIn(spoken), ...question, message: forTerminal(question.message), name: 'value' } as never,
    ]);
    return (answers as { value: T }).value;
  } catch (error) {
    if (!['ExitPromptError', 'AbortPromptError'].includes((error as Error).name)) throw error;
    throw new SetupError(PROMPT_WORDS[spoken].cancelled, EXIT.cancelled, error);
  } finally {
    input.off('pause', stopped);
  }
}

/** Asks for an existing secret without showing it. Returns undefined if nothing is typed. */
export async function askSecret(flag: string, message: string): Promise<string | undefined> {
  if (!isInteractive()) throw missing(flag);
  return (await askUnseen(message, () => true)) || undefined;
}

const REPEAT = { repeat: 'Repeat it:', differs: 'The two do not match. Type it again, or press Ctrl-C.' };

/**
 * Asks twice for a new secret without showing it. Returns undefined if nothing is typed or there is no terminal.
 * `fault` returns what is wrong with a secret. `again` is what to say about the second time.
 */
export async function askNewSecret(
  message: string,
  fault: (secret: string) => string | undefined,
  again = REPEAT,
): Promise<string | undefined> {
  if (!isInteractive()) return undefined;
  const secret = await askUnseen(message, (value) => value === '' || (fault(value) ?? true));
  if (secret === '') return undefined;
  await askUnseen(again.repeat, (value) => value === secret || again.differs);
  return secret;
}

function askUnseen(message: string, validate: (value: string) => true | string): Promise<string> {
  return put<string>({ type: 'password', mask: '*', message, validate });
}

/** Returns the values of a repeatable flag, or else the values that the person chooses from a list. */
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

/** Lets the person at the terminal choose from a list. The message explains the reason for the question. */
export async function pick<T extends string>(choices: readonly T[], flag: string, message: string): Promise<T> {
  if (!isInteractive()) throw new SetupError(`${message} Choose one with ${flag} ${choices.join('|')}.`, EXIT.usage);
  return put<T>({ type: 'select', message, choices: [...choices] });
}

/**
 * Asks with a line that offers what fits as the person types. Returns undefined if the person presses Escape. The
 * question disappears after the answer.
 */
export async function complete<T>(question: ChoiceQuestion<T>): Promise<T | undefined> {
  const chosen = await put<T | symbol>({ ...question, type: 'choice' }, true);
  return typeof chosen === 'symbol' ? undefined : chosen;
}

/** Asks the person at the terminal for yes or no. `usual` is the answer if the person just presses Enter. */
export function confirm(message: string, usual = false): Promise<boolean> {
  return put<boolean>({ type: 'confirm', message, default: usual });
}

/** Returns the first line of standard input, where a script passes a secret. */
export async function readSecretLine(): Promise<string> {
  return (await readSecretLines())[0] ?? '';
}

/** Returns the lines of standard input, where a script passes secrets. */
export async function readSecretLines(): Promise<string[]> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8').split(/\r?\n/);
}
