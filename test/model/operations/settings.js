/** Changes funds, accounts, categories and the accounts by method while documents use them. */
import { METHODS, MONEY_KINDS } from '../books.js';
import { accountOf, addMember, categoryOf, fundOf, subOf } from '../setup.js';

const CLASSES = ['Designated', 'Restricted', 'Endowment', 'Custodial'];
const KINDS = [
  'Checking',
  'Savings',
  'Cash',
  'Processor',
  'CreditCard',
  'Loan',
  'FixedAsset',
  'OtherAsset',
  'OtherLiability',
];
const MOST_FUNDS = 14;
const MOST_ACCOUNTS = 16;
const MOST_CATEGORIES = 18;

async function addFund(run) {
  const { funds } = run.books;
  if (funds.size >= MOST_FUNDS) return;
  const body = { name: run.unique('Fund'), class: run.pick(CLASSES) };
  const made = await run.send({ path: '/api/funds', body });
  if (made) funds.set(made.id, fundOf(made));
}

async function changeFund(run) {
  const { funds, general } = run.books;
  const fund = run.pick([...funds.values()]);
  const isActive = fund.id === general || run.chance(85);
  const body = { name: fund.id === general ? fund.name : run.unique('Fund'), class: fund.class, isActive };
  const made = await run.send({
    method: 'PUT',
    path: `/api/funds/${fund.id}`,
    body,
    may: ['fund_in_use', 'validation_failed'],
  });
  if (made) funds.set(fund.id, fundOf(made));
}

async function addAccount(run) {
  const { accounts } = run.books;
  if (accounts.size >= MOST_ACCOUNTS) return;
  const body = { name: run.unique('Account'), kind: run.pick(KINDS) };
  const made = await run.send({ path: '/api/accounts', body });
  if (made) accounts.set(made.id, accountOf(made));
}

async function changeAccount(run) {
  const { accounts } = run.books;
  const account = run.pick([...accounts.values()].filter((one) => !one.isReserved && one.kind !== 'Undeposited'));
  const isDefault = account.isDefault || (account.kind === 'Checking' && run.chance(20));
  const isActive = isDefault || run.chance(85);
  const body = { name: run.unique('Account'), kind: account.kind, isActive, isDefault };
  const isChosen = Object.values(run.books.chosen).some((one) => Object.values(one).includes(account.id));
  const made = await run.send({
    method: 'PUT',
    path: `/api/accounts/${account.id}`,
    body,
    may: isChosen ? ['account_in_use'] : [],
  });
  if (!made) return;
  if (made.isDefault) for (const one of accounts.values()) one.isDefault = false;
  accounts.set(account.id, accountOf(made));
}

async function chooseByMethod(run) {
  const { books } = run;
  const active = [...books.accounts.values()].filter((one) => one.isActive && !one.isReserved);
  const choose = (kinds) =>
    Object.fromEntries(
      METHODS.filter(() => run.chance(40)).map((method) => [
        method,
        run.pick(active.filter(({ kind }) => kinds.includes(kind))).id,
      ]),
    );
  const body = {
    in: choose(MONEY_KINDS.filter((kind) => kind !== 'Undeposited')),
    out: choose(['Checking', 'Savings', 'Cash', 'CreditCard']),
  };
  const made = await run.send({ method: 'PUT', path: '/api/accounts/by-method', body });
  if (!made) return;
  books.chosen = body;
  for (const direction of ['in', 'out']) {
    const expected = Object.fromEntries(METHODS.map((method) => [method, books.accountFor(direction, method)]));
    run.expect(`the accounts by method (${direction})`, sorted(made[direction]), sorted(expected));
  }
}

const sorted = (object) => Object.fromEntries(Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : 1)));

async function addCategory(run) {
  const { categories, funds } = run.books;
  if (categories.size >= MOST_CATEGORIES) return;
  const fund = run.pick([...funds.values()].filter(({ isActive }) => isActive));
  const made = await run.send({
    path: '/api/giving-categories',
    body: { name: run.unique('Category'), fundId: fund.id },
  });
  if (made) categories.set(made.id, categoryOf(made));
}

/** Renames a category. The request leaves out the fund of a category that a giving uses. */
async function renameCategory(run) {
  const { books } = run;
  const category = run.pick([...books.categories.values()]);
  const isUsed = [...books.givings.values()].some(({ parts }) =>
    parts.some(({ categoryId }) => categoryId === category.id),
  );
  const path = `/api/giving-categories/${category.id}`;
  const body = { name: run.unique('Category'), ...(isUsed ? {} : { fundId: category.fundId }) };
  const made = await run.send({ method: 'PUT', path, body, may: ['fund_disabled'] });
  if (!made) return;
  run.expect('the fund of a used category', made.fundId, category.fundId);
  books.categories.set(category.id, { ...category, name: made.name });
}

async function switchCategory(run) {
  const { categories } = run.books;
  const category = run.pick([...categories.values()]);
  const isActive = !category.isActive;
  if (!isActive && [...categories.values()].filter((one) => one.isActive).length < 7) return;
  const path = `/api/giving-categories/${category.id}/${isActive ? 'enable' : 'disable'}`;
  const made = await run.send({ path, may: ['fund_disabled'] });
  if (made) categories.set(category.id, { ...category, isActive });
}

/** Renames a subcategory, maps it to another line of Form 990, or moves it to another group. */
async function changeSubCategory(run) {
  const { books } = run;
  const sub = run.pick([...books.subs.values()]);
  const lines = [...new Set([...books.subs.values()].map(({ line }) => line)), '4', '11e', '22', '24', '24'];
  const body = {
    groupId: run.chance(25) ? run.pick([...books.groups.keys()]) : sub.groupId,
    name: run.chance(50) ? run.unique('Subcategory') : sub.name,
    form990LineCode: run.chance(40) ? run.pick(lines) : sub.line,
    isActive: true,
  };
  const path = `/api/expense-categories/subcategories/${sub.id}`;
  const made = await run.send({ method: 'PUT', path, body, may: ['name_taken'] });
  if (made) books.subs.set(sub.id, { ...subOf(made), isFee: sub.isFee });
}

async function renameGroup(run) {
  const { groups } = run.books;
  const group = run.pick([...groups.values()]);
  const body = { name: run.unique('Group') };
  const made = await run.send({ method: 'PUT', path: `/api/expense-categories/groups/${group.id}`, body });
  if (made) groups.set(group.id, { id: group.id, name: made.name });
}

/** Merges two members. No figure changes. */
async function mergeMembers(run) {
  const { members } = run.books;
  await addMember(run, run.books);
  if (members.size < 2) return;
  const [gone, into] = [run.pick([...members.keys()]), run.pick([...members.keys()])];
  if (gone === into) return;
  const made = await run.send({ as: 'admin', path: `/api/members/${gone}/merge`, body: { into, confirm: true } });
  if (!made) return;
  members.delete(gone);
  const bodies = [...run.books.givings.values(), ...run.books.expenses.values()].map(({ body }) => body);
  for (const body of bodies) if (body.memberId === gone) body.memberId = into;
}

export const SETTINGS = [
  [0.5, 'add a fund', addFund],
  [0.5, 'change a fund', changeFund],
  [0.5, 'add an account', addAccount],
  [0.5, 'change an account', changeAccount],
  [0.5, 'choose accounts by method', chooseByMethod],
  [0.5, 'add a giving category', addCategory],
  [0.5, 'rename a giving category', renameCategory],
  [0.4, 'enable or disable a giving category', switchCategory],
  [0.7, 'change a subcategory', changeSubCategory],
  [0.3, 'rename a group', renameGroup],
  [0.5, 'merge two members', mergeMembers],
];
