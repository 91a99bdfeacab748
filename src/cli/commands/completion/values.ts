/** The values that a shell completes: the names, ids and dates in the books that a flag or an argument takes. */
import { fullName } from '../../../lib/person-name.ts';
import type { App } from '../../../app.ts';
import { formatMoney } from '../../../lib/money.ts';
import { decode } from '../../../validate.ts';

/** A text that can stand on the command line, and what it means. A shell shows the meaning beside it. */
export type Value = { value: string; meaning: string };

type Source = (app: App) => Promise<readonly Value[]>;
type Named = { id: number; name: string; isActive?: boolean };

/** How many sessions, expenses, vendors or users are offered. */
const MOST = '200';

const inUse = <T extends Named>(items: readonly T[]) => items.filter(({ isActive }) => isActive !== false);

/** Offers what is in use by name. */
const byName =
  (list: (app: App) => Promise<readonly Named[]>): Source =>
  async (app) =>
    inUse(await list(app)).map(({ id, name }) => ({ value: name, meaning: `${id}` }));

/** Offers what is in use by id. */
const byId =
  (list: (app: App) => Promise<readonly Named[]>): Source =>
  async (app) =>
    inUse(await list(app)).map(({ id, name }) => ({ value: `${id}`, meaning: name }));

async function members(app: App) {
  const { listGivers } = await import('../../../features/people/members/service.ts');
  const { items } = await listGivers(app);
  return items.map((member) => ({ ...member, name: fullName(member) }));
}

/** Offers each member by the full name, with the last name first, and by the Chinese name. */
const givers: Source = async (app) =>
  (await members(app)).flatMap(({ id, name, firstName, lastName, chineseName }) => [
    { value: name, meaning: [chineseName, id].filter((part) => part !== null).join(' ') },
    ...(firstName && lastName ? [{ value: `${lastName}, ${firstName}`, meaning: `${id}` }] : []),
    ...(chineseName === null || chineseName === name ? [] : [{ value: chineseName, meaning: `${name} ${id}` }]),
  ]);

const users: Source = async (app) => {
  const { listUsers } = await import('../../../features/access/users/service.ts');
  const { UserQuery } = await import('../../../features/access/users/schema.ts');
  const { items } = await listUsers(app, decode(UserQuery, { pageSize: MOST }));
  return items.map(({ email, displayName }) => ({ value: email, meaning: displayName }));
};

async function givingCategories(app: App) {
  const { listCategories } = await import('../../../features/giving/categories/service.ts');
  return (await listCategories(app, false)).items;
}

async function incomeCategories(app: App) {
  const { listIncomeCategories } = await import('../../../features/ledger/income-categories/service.ts');
  return (await listIncomeCategories(app)).items;
}

async function subcategories(app: App) {
  const { listExpenseCategories } = await import('../../../features/spending/categories/service.ts');
  return (await listExpenseCategories(app)).items.flatMap(({ subCategories }) => subCategories);
}

async function ministries(app: App) {
  const { listMinistries } = await import('../../../features/church/ministries/service.ts');
  return (await listMinistries(app)).items;
}

async function funds(app: App) {
  const { listFunds } = await import('../../../features/ledger/funds/service.ts');
  return (await listFunds(app)).items;
}

async function accounts(app: App) {
  const { listAccounts } = await import('../../../features/ledger/accounts/service.ts');
  return (await listAccounts(app)).items;
}

async function vendors(app: App) {
  const { listVendors } = await import('../../../features/spending/vendors/service.ts');
  const { VendorQuery } = await import('../../../features/spending/vendors/schema.ts');
  return (await listVendors(app, decode(VendorQuery, { pageSize: MOST }))).items;
}

const sessions: Source = async (app) => {
  const { listSessions } = await import('../../../features/giving/offerings/service.ts');
  const { SessionQuery } = await import('../../../features/giving/offerings/schema.ts');
  const { items } = await listSessions(app, decode(SessionQuery, { pageSize: MOST }));
  return items.map(({ date, status }) => ({ value: date, meaning: status }));
};

/** Offers the newest expenses, or only those with a status. */
const expenses =
  (status?: string): Source =>
  async (app) => {
    const { listExpenses } = await import('../../../features/spending/expenses/service.ts');
    const { ExpenseQuery } = await import('../../../features/spending/expenses/schema.ts');
    const filter = status === undefined ? {} : { status };
    const { items } = await listExpenses(app, decode(ExpenseQuery, { pageSize: MOST, ...filter }));
    const meaning = (amount: string, description: string | null) => [amount, description].filter(Boolean).join(' ');
    return items.map((one) => ({ value: `${one.id}`, meaning: meaning(formatMoney(one.amount), one.description) }));
  };

/** What a flag or an argument names, by its command and its place in the usage. The first that fits counts. */
const SOURCES: readonly (readonly [RegExp, Source])[] = [
  [/ --(giver|member) <name>$/, givers],
  [/ (--(as|submitted-by) <email>|<user>)$/, users],
  [/^(giving|import) .*--category <name>$/, byName(givingCategories)],
  [/^bank .*--category <name>$/, byName(incomeCategories)],
  [/^income .*--category <id>$/, byId(incomeCategories)],
  [/^report .*--category <id>$/, byId(givingCategories)],
  [/ --subcategory <name>$/, byName(subcategories)],
  [/ --ministry <name>$/, byName(ministries)],
  [/ --fund <name>$/, byName(funds)],
  [/ --(from-|to-)?fund <id>$/, byId(funds)],
  [
    / --(account|paid-from|other-account|from-account|to-account) <name>$|^(bank|import|report) .*<account>$/,
    byName(accounts),
  ],
  [/ --(from-|to-)?account <id>$/, byId(accounts)],
  [/ --vendor <name>$/, byName(vendors)],
  [/ --vendor-id <id>$|^vendor .*(<id>|--into <id>)$/, byId(vendors)],
  [/ (--(session|cash|checks) <(date|session)>|<session>)$|^session .*<date>$/, sessions],
  [/^expense (submit|update) <id>/, expenses('Draft')],
  [/^expense (approve|reject) <id>/, expenses('PendingApproval')],
  [/^expense pay <id>/, expenses('Approved')],
  [/^expense (show|reverse|receipt) <id>/, expenses()],
  [/^member .*(<id>|--into <id>)$/, byId(members)],
  [/^account .*<id>$/, byId(accounts)],
  [/^fund .*<id>$/, byId(funds)],
  [/^ministry .*<id>$/, byId(ministries)],
];

/**
 * Returns what lists the values of a part of a command, or nothing if its values are not in the books. `place` is the
 * command with the flag or the argument as in the usage, such as `giving add --giver <name>`.
 */
export function sourceOf(place: string): Source | undefined {
  return SOURCES.find(([pattern]) => pattern.test(place))?.[1];
}
