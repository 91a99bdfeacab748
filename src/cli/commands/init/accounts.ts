/** The first accounts of `vestry init`, and what they hold when the books begin. */
import type { App } from '../../../app.ts';
import { ACCOUNT_KINDS, type AccountKind } from '../../../books/account-kinds.ts';
import { AppError, type FieldError } from '../../../errors.ts';
import { NewOpening } from '../../../features/accounting/opening/schema.ts';
import { putOpening } from '../../../features/accounting/opening/service.ts';
import { today } from '../../../features/church/profile/service.ts';
import { type AccountWithBalance, NewAccount } from '../../../features/ledger/accounts/schema.ts';
import { createAccount, listAccounts } from '../../../features/ledger/accounts/service.ts';
import { addDays, dateInZone, isCalendarDate, monthOf, monthRange } from '../../../lib/date.ts';
import { fold } from '../../../lib/fold.ts';
import { byNames } from '../../../lib/named.ts';
import { check, decode } from '../../../validate.ts';
import type { Options } from '../../kit/action.ts';
import { isAmount, amountIn } from '../../kit/amounts.ts';
import { ask, confirm, pick } from '../../kit/prompt.ts';
import type { InitWords } from './words.ts';

/** An account with its balance. `kind` is undefined if the name is enough, as for the account that new books have. */
type FirstAccount = { name: string; kind: AccountKind | undefined; balance: string };

/** What the accounts hold on the first day of the books. Without a day, it is the first day of this month. */
export type FirstBalances = { date: string | undefined; accounts: FirstAccount[] };

/** The kinds that a person chooses from. Vestry adds the others itself, or they come later. */
const OFFERED = ACCOUNT_KINDS.filter((kind) => kind !== 'Undeposited');

const FORM = 'must look like "Checking=1250.00" or "Savings:Building fund savings=4000"';

/** Returns the faults of the flags for accounts. */
export function accountFaults({ account, openingDate, demo }: Options): FieldError[] {
  const texts = textsOf(account);
  const faults = texts
    .filter((text) => accountIn(text) === undefined)
    .map((text) => ({ path: '--account', code: 'invalid_format', message: `${FORM}, not "${text}"` }));
  if (typeof openingDate === 'string' && !isPast(openingDate)) {
    const message = 'must be a date that is not in the future, as YYYY-MM-DD';
    faults.push({ path: '--opening-date', code: 'invalid_date', message });
  }
  if (openingDate !== undefined && texts.length === 0)
    faults.push({ path: '--opening-date', code: 'needs_account', message: 'can only be used with --account' });
  if (demo === true && texts.length > 0)
    faults.push({ path: '--account', code: 'not_with_demo', message: 'cannot be used with --demo' });
  return faults;
}

/** True for a date up to tomorrow, the latest date that the books take. */
function isPast(text: string): boolean {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return isCalendarDate(text) && text <= addDays(dateInZone(new Date(), zone), 1);
}

const textsOf = (account: unknown) => (Array.isArray(account) ? account.map(String) : []);

function accountIn(text: string): FirstAccount | undefined {
  const [, named = '', balance = ''] = /^(.+)=([^=]*)$/.exec(text) ?? [];
  const kind = OFFERED.find((one) => named.startsWith(`${one}:`));
  const name = (kind === undefined ? named : named.slice(kind.length + 1)).trim();
  return name === '' || !isAmount(balance) ? undefined : { name, kind, balance };
}

/** Returns the balances from the flags or from the person at the terminal, or undefined if they are left for later. */
export async function firstBalances(
  options: Options,
  mayAsk: boolean,
  words: InitWords,
): Promise<FirstBalances | undefined> {
  const given = textsOf(options.account).flatMap((text) => accountIn(text) ?? []);
  if (given.length > 0) return { date: options.openingDate as string | undefined, accounts: given };
  if (!mayAsk || !(await confirm(words.wantsBalances))) return undefined;
  return askBalances(words);
}

async function askBalances(words: InitWords): Promise<FirstBalances> {
  const date = await ask(undefined, '--opening-date', words.openingDate, {
    fault: (answer) => (isPast(answer) ? undefined : words.dateFault),
  });
  const accounts: FirstAccount[] = [
    { name: 'Checking', kind: undefined, balance: await askBalance('Checking', words) },
  ];
  const nameFault = (answer: string) => {
    const checked = check(NewAccount.shape.name, answer);
    return answer.trim() === '' || !('errors' in checked)
      ? undefined
      : words.accountFault(checked.errors[0]?.message ?? '');
  };
  for (;;) {
    const name = (await ask(undefined, '--account', words.nextAccount, { fallback: '', fault: nameFault })).trim();
    if (name === '') return { date, accounts };
    const kind = await pick(OFFERED, '--account', words.accountKind);
    accounts.push({ name, kind, balance: await askBalance(name, words) });
  }
}

function askBalance(name: string, words: InitWords): Promise<string> {
  const fault = (answer: string) => (isAmount(answer) ? undefined : words.amountFault);
  return ask(undefined, '--account', words.balanceOf(name), { fallback: '0', fault });
}

/** Adds the accounts that do not exist, and saves the opening of the books. Must run inside a transaction. */
export async function openBooks(app: App, { date, accounts }: FirstBalances): Promise<void> {
  const balances: { accountId: number; balance: number }[] = [];
  for (const account of accounts) {
    const { id } = await findOrAdd(app, account);
    balances.push({ accountId: id, balance: amountIn(account.balance) });
  }
  const day = date ?? monthRange(monthOf(await today(app))).from;
  await putOpening(app, decode(NewOpening, { date: day, accounts: balances, funds: [] }));
}

async function findOrAdd(app: App, { name, kind }: FirstAccount): Promise<AccountWithBalance> {
  const { items } = await listAccounts(app);
  const known = byNames(items.filter(({ isReserved }) => !isReserved)).get(fold(name));
  if (known && kind !== undefined && known.kind !== kind) {
    throw new AppError('conflict', `There is already an account ${known.name} of the kind ${known.kind}.`);
  }
  return known ?? createAccount(app, decode(NewAccount, { name, kind: kind ?? 'Checking' }));
}
