/** Changes funds, accounts, categories and the accounts by method while documents use them. */
import { METHODS, MONEY_KINDS } from '../books.js';
import { postAll } from '../postings.js';
import { accountOf, addMember, categoryOf, fundOf, subOf } from '../setup.js';
import { isInLoan } from './fund-money.js';

const CLASSES = ['Designated', 'Restricted', 'Endowment', 'Custodial'];
const KINDS = [
  'Checking',
  'Savings',
  'Cash',
  'Processor',
  'CreditCard',
  'Loan',
  'Investment',
  'Investment',
  'FixedAsset',
  'OtherAsset',
  'OtherLiability',
];
const MOST_FUNDS = 18;
const MOST_ACCOUNTS = 19;
const MOST_CATEGORIES = 22;

async function addFund(run) {
  const { funds } = run.books;
  if (funds.size >= MOST_FUNDS) return;
  const body = { name: run.unique('Fund'), class: run.pick(CLASSES) };
  const made = await run.send({ path: '/api/funds', body });
  if (made) funds.set(made.id, fundOf(made));
}

/** Changes a fund: its name, whether it is in use, the loans that it is for, and rarely its class. */
async function changeFund(run) {
  const { books } = run;
  const { funds, general } = books;
  const fund = run.pick([...funds.values()]);
  const isGeneral = fund.id === general;
  const newClass = !isGeneral && run.chance(30) ? randomClass(run, fund) : fund.class;
  const isActive = isGeneral || run.chance(85);
  const isForLoans = ['Restricted', 'Designated'].includes(newClass);
  const releasesAccountIds = isForLoans && run.chance(40) ? randomLoans(run) : isForLoans ? undefined : [];
  const name = isGeneral ? fund.name : run.unique('Fund');
  const body = { name, class: newClass, isActive, ...(releasesAccountIds && { releasesAccountIds }) };
  const codes = [];
  // A fund that lent money or owes some stays in use.
  if (fund.isActive && !isActive && isInLoan(books, fund.id)) codes.push('fund_in_use');
  const isFixed = newClass !== fund.class && isInClosedMonth(books, fund.id);
  if (isFixed) codes.push('fund_in_use');
  const refuse = codes.length > 0 ? codes : undefined;
  const may = newClass === fund.class ? [] : ['fund_in_use'];
  const made = await run.send({ method: 'PUT', path: `/api/funds/${fund.id}`, body, refuse, may });
  if (!made) return;
  run.expect(
    `fund ${fund.id}`,
    [made.class, made.releasesAccountIds],
    [newClass, releasesAccountIds ?? fund.releasesAccountIds],
  );
  funds.set(fund.id, fundOf(made));
}

/** Returns another class for a fund. What moved between it and other funds must still be the church's own, or not. */
function randomClass(run, fund) {
  const { books } = run;
  const isMoved =
    books.live('transfers').some((one) => [one.fromFundId, one.toFundId, one.fundId].includes(fund.id)) ||
    books.live('expenses').some(({ lines }) => lines.some((line) => line.accountId && line.fundId === fund.id));
  const isHeld = fund.class === 'Custodial';
  const isBought = ['Restricted', 'Designated'];
  if (!isMoved) return run.pick(CLASSES);
  return !isHeld && isBought.includes(fund.class) ? run.pick(isBought) : fund.class;
}

/** True if any document of a finalized month changed a fund. */
function isInClosedMonth(books, fundId) {
  const ledger = postAll(books);
  return ledger.funds.some(({ fund, date, amount }) => fund === fundId && amount !== 0 && books.isClosed(date));
}

function randomLoans(run) {
  const loans = [...run.books.accounts.values()].filter(({ kind, isReserved }) => kind === 'Loan' && !isReserved);
  return loans.map(({ id }) => id).filter(() => run.chance(60));
}

/** Changes when restricted money that buys something is released. It holds for what is approved from now on. */
async function changeReleaseRule(run) {
  const releaseRule = run.pick(['PlacedInService', 'PlacedInService', 'AsSpent']);
  const body = { ...run.profile, releaseRule };
  const made = await run.send({ as: 'admin', method: 'PUT', path: '/api/church-profile', body });
  if (!made) return;
  run.expect('the rule of releases', made.releaseRule, releaseRule);
  run.books.releaseRule = releaseRule;
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
  [1, 'change a fund', changeFund],
  [0.5, 'change when restricted money is released', changeReleaseRule],
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
