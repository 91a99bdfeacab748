/** The questions of `vestry init`, and the flag for each answer. Nothing is written before the last answer. */
import type * as z from 'zod';
import type { DemoOptions } from '../../../features/upkeep/demo/schema.ts';
import { NewChurch } from '../../../features/church/profile/schema.ts';
import { defaultChurch } from '../../../features/church/profile/service.ts';
import { NewUser } from '../../../features/access/users/schema.ts';
import { type NewPassword, newPassword } from '../../../features/access/users/service.ts';
import { check, decode, refusal } from '../../../validate.ts';
import type { Options } from '../../kit/action.ts';
import { chosenDemo } from '../demo.ts';
import { choosePassword } from '../../../features/access/auth/password-cli.ts';
import { ask, confirm, isInteractive } from '../../kit/prompt.ts';

const QUESTIONS = {
  church: { flag: '--church', message: 'Name of the church:', form: NewChurch.shape.name },
  timeZone: { flag: '--time-zone', message: 'Time zone:', form: NewChurch.shape.timeZone },
  email: { flag: '--email', message: 'Your e-mail address, to sign in with:', form: NewUser.shape.email },
  name: { flag: '--name', message: 'Your name:', form: NewUser.shape.displayName },
} as const;

/** What already exists, so that `init` does not ask about it. */
export type Present = { hasBooks: boolean; hasChurch: boolean; hasSuperAdmin: boolean; isRunning: boolean };

export type Account = { input: NewUser; password: NewPassword };

export type Answers = {
  church: NewChurch | undefined;
  account: Account | undefined;
  demo: Partial<DemoOptions> | undefined;
  /** Whether to install the service, so that the computer starts it. */
  service: boolean;
  /** Whether to start the service once, now. */
  start: boolean;
};

/** Throws `validation_failed`, with every flag that has an invalid value. Called before the first question. */
export function refuseBadFlags(options: Options): void {
  const errors = Object.entries(QUESTIONS).flatMap(([name, { flag, form }]) => {
    const checked = check<z.ZodType>(form, options[name]);
    if (options[name] === undefined || !('errors' in checked)) return [];
    return checked.errors.map((one) => ({ ...one, path: flag }));
  });
  if (errors.length > 0) throw refusal(errors);
}

/**
 * Returns the answers from the flags and, for the rest, from the person at the terminal. `canInstall` is called only
 * before the question about installing the service.
 */
export async function askAll(options: Options, present: Present, canInstall: () => boolean): Promise<Answers> {
  const church = present.hasChurch ? undefined : await askChurch(options);
  const account = present.hasSuperAdmin ? undefined : await askAccount(options);
  const demo = await askDemo(options, present);
  const mayAsk = isInteractive() && !present.isRunning;
  const service =
    yes(options.service) ??
    (mayAsk && canInstall() && (await confirm('Start Vestry whenever you sign in to this computer?')));
  const start =
    yes(options.start) ?? (mayAsk && !service && (await confirm('Start Vestry now, in the background?', true)));
  return { church, account, demo, service, start };
}

const yes = (flag: unknown) => (typeof flag === 'boolean' ? flag : undefined);

function put(options: Options, name: keyof typeof QUESTIONS, fallback?: string): Promise<string> {
  const { flag, message, form } = QUESTIONS[name];
  return ask(options[name], flag, message, { fallback, fault: (answer) => faultOf(form, answer) });
}

function faultOf(form: z.ZodType, answer: string): string | undefined {
  const checked = check(form, answer);
  return 'errors' in checked ? `It ${checked.errors[0]?.message}.` : undefined;
}

async function askChurch(options: Options): Promise<NewChurch> {
  const name = await put(options, 'church');
  return decode(NewChurch, { name, timeZone: await put(options, 'timeZone', defaultChurch().timeZone) });
}

async function askAccount(options: Options): Promise<Account> {
  const email = await put(options, 'email');
  const input = decode(NewUser, { email, displayName: await put(options, 'name'), roles: ['super_admin'] });
  return { input, password: await newPassword(await choosePassword(options, input)) };
}

async function askDemo(options: Options, { hasBooks }: Present): Promise<Partial<DemoOptions> | undefined> {
  if (hasBooks || options.demo !== undefined || !isInteractive()) return chosenDemo(options);
  return (await confirm('Fill the church with made-up people and books, so that you can try things out?'))
    ? {}
    : undefined;
}
