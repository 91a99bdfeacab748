/** Enters the church, its staff and some members, and copies the seeded records into the model's books. */
import { cents } from './money-and-days.js';

const STAFF = {
  treasurer: ['treasurer'],
  payer: ['finance'],
  elder: ['elder'],
  approver: ['expense_approver'],
  deacon: ['deacon'],
};

export async function setUp(run) {
  const { service, books, zone, fiscalStart } = run;
  const profile = {
    name: 'Grace Church',
    timeZone: zone,
    locale: 'en-US',
    fiscalYearStartMonth: fiscalStart,
    aiProvider: 'OpenAI',
  };
  await run.send({ as: 'admin', method: 'PUT', path: '/api/church-profile', body: profile });
  run.profile = profile;
  for (const [name, roles] of Object.entries(STAFF)) {
    const email = `${name}@example.org`;
    const made = await run.send({ as: 'admin', path: '/api/users', body: { email, displayName: name, roles } });
    service.addPerson(name, { email, password: made.temporaryPassword });
  }
  const church = await run.read('/api/church');
  run.expect('today', church.today, run.today);
  await learnCatalogs(run);
  await addHolders(run);
  for (let count = 0; count < 12; count += 1) await addMember(run, books);
}

async function learnCatalogs(run) {
  const { books } = run;
  const items = async (path) => (await run.read(path)).items;
  for (const one of await items('/api/funds')) books.funds.set(one.id, fundOf(one));
  for (const one of await items('/api/accounts')) books.accounts.set(one.id, accountOf(one));
  for (const one of await items('/api/giving-categories')) books.categories.set(one.id, categoryOf(one));
  for (const one of await items('/api/ministries'))
    books.ministries.set(one.id, { id: one.id, name: one.name, class: one.defaultFunctionalClass });
  for (const group of await items('/api/expense-categories')) {
    books.groups.set(group.id, { id: group.id, name: group.name });
    for (const one of group.subCategories)
      books.subs.set(one.id, { ...subOf(one), isFee: one.name === 'Bank & Processing Fees' });
  }
  if (run.has('GET /api/income-categories'))
    for (const { id, name } of await items('/api/income-categories'))
      books.incomeCategories.set(id, { id, name, isGain: name === 'Gain or loss on investments' });
}

/** Adds funds that may hold what is no money, each with a giving category, and accounts for them to hold. */
async function addHolders(run) {
  const { books } = run;
  for (const kind of ['Investment', 'FixedAsset', 'Loan']) {
    const made = await run.send({ path: '/api/accounts', body: { name: run.unique(kind), kind } });
    if (made) books.accounts.set(made.id, accountOf(made));
  }
  const loans = [...books.accounts.values()].filter(({ kind }) => kind === 'Loan').map(({ id }) => id);
  const funds = [
    { class: 'Restricted', releasesAccountIds: loans },
    { class: 'Restricted' },
    { class: 'Designated' },
    { class: 'Endowment' },
  ];
  for (const fields of funds) {
    const made = await run.send({ path: '/api/funds', body: { name: run.unique('Fund'), ...fields } });
    if (!made) continue;
    books.funds.set(made.id, fundOf(made));
    const body = { name: run.unique('Category'), fundId: made.id };
    const category = await run.send({ path: '/api/giving-categories', body });
    if (category) books.categories.set(category.id, categoryOf(category));
  }
}

export async function addMember(run, books) {
  const lastName = run.unique('Member');
  const made = await run.send({ as: 'admin', path: '/api/members', body: { firstName: 'Mei', lastName } });
  if (made) books.members.set(made.id, { id: made.id, name: `Mei ${lastName}` });
}

export const fundOf = ({ id, name, class: kind, isActive, releasesAccountIds }) => ({
  id,
  name,
  class: kind,
  isActive,
  releasesAccountIds,
});
export const accountOf = ({ id, name, kind, isActive, isDefault, isReserved }) => ({
  id,
  name,
  kind,
  isActive,
  isDefault,
  isReserved,
});
export const categoryOf = ({ id, name, fundId, isActive = true }) => ({ id, name, fundId, isActive });
export const subOf = ({ id, name, groupId, form990LineCode, isActive }) => ({
  id,
  name,
  groupId,
  line: form990LineCode,
  isActive,
});

/** Returns the parts of a giving, or of its reversal, as in a response of the API, but with amounts in cents. */
export function partsOf(books, { parts, categoryId, amount }) {
  const list = parts ?? [{ categoryId, amount }];
  return list.map((part) => ({
    categoryId: part.categoryId,
    fundId: books.categories.get(part.categoryId).fundId,
    amount: cents(part.amount),
  }));
}
