/** Questions at a terminal. Each has a flag; without a terminal a missing answer is an error that names the flag. */
import { SetupError } from '../errors.ts';

const USAGE = 2;

/** Whether somebody is there to be asked. */
export function isInteractive(): boolean {
  return process.stdin.isTTY && process.stdout.isTTY;
}

function missing(flag: string): SetupError {
  return new SetupError(`Give ${flag}: there is no terminal to ask for it.`, USAGE);
}

/** The value of a flag, or the answer to a question; a question with a default needs no answer. */
export async function ask(given: unknown, flag: string, message: string, fallback?: string): Promise<string> {
  if (typeof given === 'string') return given;
  if (!isInteractive()) {
    if (fallback !== undefined) return fallback;
    throw missing(flag);
  }
  const { default: inquirer } = await import('inquirer');
  const question = {
    type: 'input' as const,
    name: 'value',
    message,
    ...(fallback !== undefined && { default: fallback }),
  };
  const { value } = await inquirer.prompt<{ value: string }>([question]);
  return value;
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
  const differs = 'That is not the same. Type it again, or press Ctrl-C.';
  await askUnseen('The same again:', (value) => value === secret || differs);
  return secret;
}

async function askUnseen(message: string, validate: (value: string) => true | string): Promise<string> {
  const { default: inquirer } = await import('inquirer');
  const question = { type: 'password' as const, name: 'secret', mask: '*', message, validate };
  const { secret } = await inquirer.prompt<{ secret: string }>([question]);
  return secret;
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
  const { default: inquirer } = await import('inquirer');
  const question = { type: 'checkbox' as const, name: 'value', message, choices: [...choices], required: true };
  const { value } = await inquirer.prompt<{ value: string[] }>([question]);
  return value;
}

/** One of a list that the person at the terminal chooses, after a message that says why it is asked. */
export async function pick<T extends string>(choices: readonly T[], flag: string, message: string): Promise<T> {
  if (!isInteractive()) throw new SetupError(`${message} Say it with ${flag} ${choices.join('|')}.`, USAGE);
  const { default: inquirer } = await import('inquirer');
  const question = { type: 'select' as const, name: 'value', message, choices: [...choices] };
  const { value } = await inquirer.prompt<{ value: T }>([question]);
  return value;
}

/** Whether the person at the terminal says yes. */
export async function confirm(message: string): Promise<boolean> {
  const { default: inquirer } = await import('inquirer');
  const question = { type: 'confirm' as const, name: 'value', message, default: false };
  const { value } = await inquirer.prompt<{ value: boolean }>([question]);
  return value;
}

/** The first line of standard input: how a script hands over a secret. */
export async function readSecretLine(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8').split(/\r?\n/, 1)[0] ?? '';
}
