/** The questions of `vestry init`, and the flag for each answer. Nothing is written before the last answer. */
import type * as z from 'zod';
import type { DemoOptions } from '../../../features/upkeep/demo/schema.ts';
import { askDetails, MonthText } from '../../../features/church/profile/details-cli.ts';
import { ChurchAddress, FirstProfile } from '../../../features/church/profile/schema.ts';
import { defaultChurch } from '../../../features/church/profile/service.ts';
import { NewUser } from '../../../features/access/users/schema.ts';
import { type NewPassword, newPassword } from '../../../features/access/users/service.ts';
import type { FieldError } from '../../../errors.ts';
import { check, decode, refusal } from '../../../validate.ts';
import type { Options } from '../../kit/action.ts';
import { chosenDemo } from '../demo.ts';
import { choosePassword } from '../../../features/access/auth/password-cli.ts';
import { NewAddress } from '../../../lib/address.ts';
import type { Locale } from '../../../lib/wire.ts';
import { ask, confirm, isInteractive, pick } from '../../kit/prompt.ts';
import { accountFaults, firstBalances, type FirstBalances } from './accounts.ts';
import { INIT_WORDS, type InitWords } from './words.ts';

const QUESTIONS = {
  church: { flag: '--church', form: FirstProfile.shape.name },
  timeZone: { flag: '--time-zone', form: FirstProfile.shape.timeZone },
  email: { flag: '--email', form: NewUser.shape.email },
  name: { flag: '--name', form: NewUser.shape.displayName },
} as const;

/** The flags of the details of the church, which can be left for later. */
const DETAILS = {
  ein: { flag: '--ein', form: FirstProfile.shape.ein },
  fiscalYearStartMonth: { flag: '--fiscal-year-start-month', form: MonthText },
  addressLine1: { flag: '--address-line1', form: NewAddress.shape.line1 },
  addressLine2: { flag: '--address-line2', form: NewAddress.shape.line2 },
  addressCity: { flag: '--address-city', form: NewAddress.shape.city },
  addressState: { flag: '--address-state', form: NewAddress.shape.state },
  addressPostalCode: { flag: '--address-postal-code', form: NewAddress.shape.postalCode },
  addressCountry: { flag: '--address-country', form: ChurchAddress.shape.country },
} as const;

/** What already exists, so that `init` does not ask about it. */
export type Present = Record<'hasBooks' | 'hasChurch' | 'hasAccounts' | 'hasSuperAdmin' | 'isRunning', boolean>;

export type Account = { input: NewUser; password: NewPassword };

export type Answers = {
  church: FirstProfile | undefined;
  account: Account | undefined;
  /** Whether the church and the account are set up in the browser. */
  browser: boolean;
  demo: Partial<DemoOptions> | undefined;
  /** What the accounts hold when the books begin; undefined if that is left for later. */
  balances: FirstBalances | undefined;
  /** Whether phones and other computers will use Vestry, which needs HTTPS. */
  https: boolean;
  /** Whether to install the service, so that the computer starts it. */
  service: boolean;
  /** Whether to start the service once, now. */
  start: boolean;
};

/** Throws `validation_failed`, with every flag that has an invalid value. Called before the first question. */
export function refuseBadFlags(options: Options): void {
  const errors: FieldError[] = Object.entries({ ...QUESTIONS, ...DETAILS }).flatMap(([name, { flag, form }]) => {
    const checked = check<z.ZodType>(form, options[name]);
    if (options[name] === undefined || !('errors' in checked)) return [];
    return checked.errors.map((one) => ({ ...one, path: flag }));
  });
  errors.push(...accountFaults(options));
  if (errors.length > 0) throw refusal(errors);
}

/**
 * Returns the answers from the flags and, for the rest, from the person at the terminal. `canInstall` is called only
 * before the question about installing the service.
 */
export async function askAll(
  options: Options,
  present: Present,
  { words, canInstall }: { words: InitWords; canInstall: () => boolean },
): Promise<Answers> {
  const browser = !present.hasAccounts && (await askBrowser(options, words));
  const church = present.hasChurch || browser ? undefined : await askChurch(options, words);
  const account = present.hasSuperAdmin || browser ? undefined : await askAccount(options, words);
  const demo = browser ? undefined : await askDemo(options, present, words);
  const mayOpen = church !== undefined && demo === undefined;
  const balances = mayOpen ? await firstBalances(options, asksForMore(options), words) : undefined;
  const https = yes(options.https) ?? (await askHttps(options, present, words));
  const mayAsk = isInteractive() && !present.isRunning;
  const service = yes(options.service) ?? (mayAsk && canInstall() && (await confirm(words.service)));
  const start = yes(options.start) ?? (mayAsk && !service && (await confirm(words.start, true)));
  return { church, account, browser, demo, balances, https, service, start };
}

const yes = (flag: unknown) => (typeof flag === 'boolean' ? flag : undefined);

function askHttps(options: Options, { hasChurch, isRunning }: Present, words: InitWords): Promise<boolean> | boolean {
  if (hasChurch || isRunning || !asksForMore(options)) return false;
  return confirm(words.https);
}

/** Whoever gives one of the answers as a flag gives the others here, too. */
function askBrowser(options: Options, words: InitWords): Promise<boolean> | boolean {
  const names = [...Object.keys(QUESTIONS), ...Object.keys(DETAILS), 'locale', 'account'];
  const isGiven = names.some((name) => options[name] !== undefined) || options.demo === true;
  if (isGiven || !isInteractive()) return options.browser === true;
  return yes(options.browser) ?? confirm(words.browser, true);
}

/** Whoever gives the name of the church as a flag is not asked about what can be left for later. */
const asksForMore = ({ church }: Options) => church === undefined && isInteractive();

type Asking = { words: InitWords; fallback?: string };

function put(options: Options, name: keyof typeof QUESTIONS, { words, fallback }: Asking): Promise<string> {
  const { flag, form } = QUESTIONS[name];
  const fault = (answer: string) => {
    const checked = check<z.ZodType>(form, answer);
    return 'errors' in checked ? words.fault(name, checked.errors[0]?.message ?? '') : undefined;
  };
  return ask(options[name], flag, words.questions[name], { fallback, fault });
}

async function askChurch(options: Options, words: InitWords): Promise<FirstProfile> {
  const { timeZone: usual, fiscalYearStartMonth, currency } = defaultChurch();
  const name = await put(options, 'church', { words });
  const timeZone = await put(options, 'timeZone', { words, fallback: usual });
  const locale = options.locale ?? (asksForMore(options) ? await askLocale(words) : 'en-US');
  const hasDetails = Object.keys(DETAILS).some((detail) => options[detail] !== undefined);
  const wantsDetails = hasDetails || (asksForMore(options) && (await confirm(words.wantsDetails, true)));
  const nothing = { address: null, ein: null, fiscalYearStartMonth };
  const details = wantsDetails ? await askDetails({ ...nothing, currency }, options, words.details) : nothing;
  return decode(FirstProfile, { name, timeZone, locale, ...details });
}

/** The languages of letters, by their own names. */
const LOCALES: Readonly<Record<string, Locale>> = { English: 'en-US', 繁體中文: 'zh-TW' };

/** The first choice is the language of the questions. */
async function askLocale(words: InitWords): Promise<Locale | undefined> {
  const names = Object.keys(LOCALES);
  const chosen = await pick(words === INIT_WORDS.en ? names : names.toReversed(), '--locale', words.locale);
  return LOCALES[chosen];
}

async function askAccount(options: Options, words: InitWords): Promise<Account> {
  const email = await put(options, 'email', { words });
  const displayName = await put(options, 'name', { words });
  const input = decode(NewUser, { email, displayName, roles: ['super_admin'] });
  const { password: question, again } = words;
  const fault = (message: string) => words.fault('password', message);
  return { input, password: await newPassword(await choosePassword(options, input, { question, fault, again })) };
}

async function askDemo(
  options: Options,
  { hasBooks }: Present,
  words: InitWords,
): Promise<Partial<DemoOptions> | undefined> {
  const isDecided = hasBooks || options.demo !== undefined || options.account !== undefined || !isInteractive();
  if (isDecided) return chosenDemo(options);
  return (await confirm(words.demo)) ? {} : undefined;
}
