/**
 * Test data for the tests of every route: a church with entries in every list, and a valid request for each writing
 * route.
 */
import {
  type Books,
  type Json,
  addApproved,
  addExpense,
  addGiving,
  addMember,
  addSession,
  done,
  giving,
} from './books.ts';
import { ofx, sendFile } from './bank-support.ts';
import { sendImport } from './sent-imports.ts';
import { type Office, bind, bindingsOf, joined, mail, openOffice, person } from './office.ts';
import { softwarePasskey } from '../support/passkey.ts';
import { pdf, putBytes } from './receipt-files.ts';

/** A valid request: its path parameters and its body. A body of bytes is a receipt file. */
export type Try = { path?: Json; body?: Json };

export const MANY = 7;
const YEAR = 2022;

let serial = 0;
/** The account that pays cash. Each request chooses the other one. */
let cash = 2;
/** Returns a number that was not used before. */
const next = (): number => (serial += 1);
/** Returns a date that was not used before. The dates count up from the first day of the test year. */
const day = (): string => new Date(Date.UTC(YEAR, 0, next())).toISOString().slice(0, 10);
const why = { reason: 'A try' };
const meal = { adultCount: 1, youthCount: 2, childCount: 3 };
const about = ({ id }: Json, body?: Json): Try => ({ path: { id }, body });
const decided = ({ id }: Json, body: Json): Try => ({ path: { kind: 'Transfer', id }, body });

const account = () => ({ email: `try${next()}@example.org`, displayName: 'A try', roles: ['member'] });
const named = () => ({ name: `Try ${next()}` });
const human = () => ({ firstName: 'Ann', lastName: `Lee ${next()}` });
const gift = (books: Books) => giving(books, { date: day(), amount: 20 });
const bill = (books: Books) => ({
  subCategoryId: books.subCategory('Telephone'),
  ministryId: books.ministry('Worship'),
  expenseDate: day(),
  amount: 20,
  description: 'A try',
});

/** Returns a batch with one message that waits to be tried again. */
async function waitingBatch(it: Office): Promise<string> {
  const { id, email } = await person(it);
  it.smtp.refuse(email, '450 4.2.0 Greylisted');
  return (await done(mail(it, { memberIds: [id] }))).batchId;
}

const make = (books: Books, route: string, body?: Json): Promise<Json> => done(books.admin.post(route, body));
const newUser = async (books: Books) => (await make(books, '/api/users', account())).user;
const newCategory = (books: Books) => make(books, '/api/giving-categories', named());
const fund = () => ({ ...named(), class: 'Designated' });
const plan = () => ({ categoryId: 1, annual: 100 + next() });
const newBudget = async ({ admin }: Books) => done(admin.put(`/api/budgets/${2050 + next()}`, { lines: [plan()] }));
const newFund = (books: Books) => make(books, '/api/funds', fund());
const money = () => ({ ...named(), kind: 'Savings' });
const newAccount = (books: Books) => make(books, '/api/accounts', money());
const CHECKING = 2;
const newSession = (books: Books) => addSession(books, { date: day(), givings: [giving(books, {})] });
const newGroup = (books: Books) => make(books, '/api/expense-categories/groups', named());
const ministry = () => ({ ...named(), defaultFunctionalClass: 'ProgramServices' });
const newMinistry = (books: Books) => make(books, '/api/ministries', ministry());
const kind = async (books: Books) => ({ groupId: (await newGroup(books)).id, ...named(), form990LineCode: '14' });
const newKind = async (books: Books) => make(books, '/api/expense-categories/subcategories', await kind(books));
const newBill = (books: Books) => addExpense(books, bill(books));
const approved = (books: Books) => addApproved(books, bill(books), { bookedOn: day() });

/** Adds an approved expense whose only part is under construction, paid from a restricted fund. */
async function underConstruction(books: Books): Promise<Json> {
  const { id: fundId } = await make(books, '/api/funds', { ...named(), class: 'Restricted' });
  const { id: accountId } = await make(books, '/api/accounts', { ...named(), kind: 'FixedAsset' });
  const { id: categoryId } = await make(books, '/api/giving-categories', { ...named(), fundId });
  await addGiving(books, { date: day(), amount: 20, categoryId });
  const splits = [{ accountId, fundId, amount: 20, inUse: false }];
  const parts = { amount: 20, subCategoryId: null, ministryId: null, splits };
  return addApproved(books, { ...bill(books), ...parts }, { bookedOn: day() });
}

const moved = async (books: Books, list: string, { id }: Json, step: string) => {
  await make(books, `/api/${list}/${id}/${step}`);
  return { id };
};

/** Adds a submitted session and returns the request body for a deposit of its cash. */
async function deposit(books: Books): Promise<Json> {
  const date = day();
  const { id: sessionId } = await addSession(books, { date, givings: [giving(books, { method: 'Cash' })] });
  await moved(books, 'offering-sessions', { id: sessionId }, 'submit');
  return { date, accountId: CHECKING, items: [{ sessionId, method: 'Cash' }] };
}

const newDeposit = async (books: Books) => make(books, '/api/deposits', await deposit(books));
const payment = async (books: Books) => ({
  date: `${YEAR + 1}-06-30`,
  method: 'Check',
  items: [{ expenseId: (await approved(books)).id }],
});
const newPayment = async (books: Books) => make(books, '/api/payments', await payment(books));

const newIncomeCategory = (books: Books) => make(books, '/api/income-categories', named());
const income = () => ({ date: day(), amount: 20, incomeCategoryId: 1, accountId: CHECKING, payer: 'A try' });
const newIncome = (books: Books) => make(books, '/api/other-income', income());
const vendor = () => ({ ...named(), taxClassification: 'Partnership', tinType: 'EIN', taxId: '12-3456789' });
const newVendor = (books: Books) => make(books, '/api/vendors', vendor());
/** Adds a vendor who was paid for services in the test year. */
async function paidVendor(books: Books): Promise<number> {
  const { id } = await newVendor(books);
  const date = `${YEAR}-03-01`;
  const services = { subCategoryId: books.subCategory('Cleaning'), expenseDate: date, amount: 700, vendorId: id };
  const { id: expenseId } = await addApproved(books, { ...bill(books), ...services });
  await make(books, '/api/payments', { date, method: 'Check', items: [{ expenseId }] });
  return id;
}
const transfer = () => ({ date: day(), amount: 20, fromAccountId: CHECKING, toAccountId: 3, memo: 'A try' });
const newTransfer = (books: Books) => make(books, '/api/transfers', transfer());

/** Adds an account with a bank line of this amount, and more of them. */
async function newLine(books: Books, amount = 20, more = 0): Promise<Json> {
  const { id } = await newAccount(books);
  const line = { amount, text: 'A try' };
  const file = ofx([{ ...line, date: day() }, ...Array.from({ length: more }, () => ({ ...line, date: day() }))]);
  await done(sendFile({ books, who: books.admin, accountId: id }, file));
  const { items } = await done(books.admin.get(`/api/accounts/${id}/bank-lines`));
  return { id, lineId: items[0].id };
}

/** Adds an account with the import of a file. */
async function newImport(books: Books): Promise<Json> {
  const { id } = await newAccount(books);
  const file = ofx([{ date: day(), amount: 20, text: 'A try' }]);
  const { importId } = await done(sendFile({ books, who: books.admin, accountId: id }, file));
  return { id, importId };
}

const bankRule = () => ({ contains: `A try ${next()}`, direction: 'In', action: { type: 'Match' } });

/** Adds a rule that ignores the one line of an account. With `isApplied`, the rule has done so. */
async function newRule(books: Books, isApplied = false): Promise<Json> {
  const { id } = await newLine(books);
  const rule = { contains: 'A try', direction: 'In', action: { type: 'Ignore' } };
  const { id: ruleId } = await make(books, `/api/accounts/${id}/bank-rules`, rule);
  if (isApplied) await make(books, `/api/accounts/${id}/bank-rules/apply`);
  return { id, ruleId };
}

/** Adds a bank line and other income of the same amount, and returns the request that matches them. */
async function match(books: Books): Promise<{ path: Json; body: Json }> {
  const { id, lineId } = await newLine(books);
  const { id: incomeId } = await make(books, '/api/other-income', { ...income(), accountId: id });
  return { path: { id }, body: { lines: [lineId], documents: [{ type: 'OtherIncome', id: incomeId }] } };
}

async function newMatch(books: Books): Promise<Json> {
  const { path, body } = await match(books);
  const { id: matchId } = await make(books, `/api/accounts/${path['id']}/matches`, body);
  return { ...path, matchId };
}

const statement = () => ({ endDate: day(), endBalance: 0 });

/** Adds an account with a reconciliation. It is finished by another person if `isFinished` is set. */
async function reconciled(books: Books, isFinished = true): Promise<Json> {
  const treasurer = await books.as(['treasurer']);
  const { id } = await newAccount(books);
  const { id: rid } = await done(treasurer.post(`/api/accounts/${id}/reconciliations`, statement()));
  if (isFinished) await done(treasurer.post(`/api/accounts/${id}/reconciliations/${rid}/finish`));
  return { id, rid };
}

/** Adds a transfer of another person that waits for approval. */
async function pendingTransfer(books: Books): Promise<Json> {
  const treasurer = await books.as(['treasurer']);
  const funds = { fromFundId: books.fund('Missions'), toFundId: books.fund('General') };
  return done(treasurer.post('/api/transfers', { date: day(), amount: 20, ...funds, memo: 'A try', ...why }));
}

/** Returns the request body of an adjusting entry that moves net assets between two funds. */
const journalEntry = (books: Books) => ({
  date: day(),
  memo: 'A try',
  lines: [
    { netAssets: true, debit: 20 },
    { netAssets: true, fundId: books.fund('Missions'), credit: 20 },
  ],
});
const newJournalEntry = (books: Books) => make(books, '/api/journal-entries', journalEntry(books));

/** Adds an adjusting entry of another person that waits for approval. */
async function pendingEntry(books: Books): Promise<Json> {
  const treasurer = await books.as(['treasurer']);
  const lines = [
    { netAssets: true, debit: 20 },
    { accountId: CHECKING, credit: 20 },
  ];
  return done(treasurer.post('/api/journal-entries', { date: day(), memo: 'A try', lines }));
}

async function withReceipt(books: Books): Promise<Json> {
  const { id } = await newBill(books);
  await putBytes({ books, who: books.admin, id }, pdf('a receipt'), { 'content-type': 'application/pdf' });
  const { items } = await done(books.admin.get(`/api/expenses/${id}/receipts`));
  return { id, receiptId: items[0].id };
}

/**
 * Adds a giver whose contribution statement for a past year is not issued yet. Returns the path parameters of the
 * statement.
 */
async function giverOfLastYear(books: Books): Promise<Json> {
  const { id } = await addMember(books, {});
  await addGiving(books, { memberId: id, date: '2001-03-04' });
  return { year: 2001, memberId: id };
}

/** Adds a giver for a past year who can get the statement by e-mail, and issues the statement. */
async function issuedStatement(office: Office): Promise<Json> {
  const { id } = await person(office);
  await addGiving(office, { memberId: id, date: '2001-03-04' });
  await make(office, `/api/contributions/2001/${id}/issue`);
  return { path: { year: 2001 }, body: { memberIds: [id] } };
}

let years = 1960;

/** Adds a giver for a year in which nobody else gave. */
async function yearToIssue(books: Books): Promise<Json> {
  const year = (years += 1);
  await addGiving(books, { memberId: (await addMember(books, {})).id, date: `${year}-03-04` });
  return { year };
}

async function newMeal({ admin }: Books): Promise<Json> {
  const date = day();
  await done(admin.put(`/api/meal-attendance/${date}`, meal));
  return { date };
}

let months = 0;

/**
 * Saves the statement of the next month, beginning with January 1900, because months must be finalized in order.
 * Returns its path parameters.
 */
async function newMonth({ admin }: Books): Promise<Json> {
  const path = { year: 1900 + Math.floor(months / 12), month: 1 + (months % 12) };
  months += 1;
  await done(admin.put(`/api/monthly-statements/${path.year}/${path.month}`, { openingBalance: 0 }));
  return path;
}

async function finalized(books: Books): Promise<Json> {
  const path = await newMonth(books);
  await make(books, `/api/monthly-statements/${path.year}/${path.month}/finalize?force=true`);
  return path;
}

async function bound(office: Office): Promise<Json> {
  const { id } = await addMember(office, human());
  await bind(office, id);
  return (await bindingsOf(office, id))[0];
}

const PROFILE = {
  name: 'Grace Church',
  currency: 'USD',
  timeZone: 'America/Chicago',
  locale: 'en-US',
  aiProvider: 'OpenAI',
};

/** A key of the administrator, as it is sent. */
const programKey = () => ({ name: `Program ${next()}`, currentPassword: 'Vestry-dev-1' });

/** Makes a key. An account has at most fifty that work, so the earlier ones are ended. */
async function newKey(it: Office): Promise<Json> {
  const { items } = await done(it.admin.get('/api/program-keys'));
  for (const { id } of items.slice(2)) await done(it.admin.post(`/api/program-keys/${id}/end`));
  return (await make(it, '/api/program-keys', programKey())).key;
}

/** An endpoint that wants an event of which these tests cause none, at an address that does not exist. */
const hook = () => ({ url: `https://hooks.vestry.invalid/${next()}`, events: ['month.finalized'] });

const KEPT = 'Its deliveries are listed';

/** Adds a webhook endpoint with as many deliveries as a list needs, and returns its id. */
async function newEndpoint(it: Office): Promise<number> {
  const { endpoint } = await make(it, '/api/webhook-endpoints', { ...hook(), description: KEPT });
  for (let turn = 0; turn < MANY; turn += 1) await done(it.admin.post(`/api/webhook-endpoints/${endpoint.id}/test`));
  return endpoint.id;
}

/** Adds a webhook endpoint. A church has at most twenty, so the earlier ones are removed. */
async function addEndpoint(it: Office): Promise<Json> {
  await clearEndpoints(it);
  return (await make(it, '/api/webhook-endpoints', hook())).endpoint;
}

async function clearEndpoints(it: Office): Promise<void> {
  const { items } = await done(it.admin.get('/api/webhook-endpoints'));
  const own = items.filter(({ description }: Json) => description !== KEPT);
  for (const { id } of own.slice(0, -2)) await done(it.admin.del(`/api/webhook-endpoints/${id}`));
}

/**
 * For each route that takes `If-Match` or `Idempotency-Key`, a function that creates the resources that the route needs
 * and returns a valid request.
 */
export const TRIES: Readonly<Record<string, (office: Office) => Promise<Try>>> = {
  'POST /api/users': async () => ({ body: account() }),
  'PUT /api/users/{id}': async (it) => about(await newUser(it), account()),
  'POST /api/users/{id}/deactivate': async (it) => about(await newUser(it)),
  'POST /api/users/{id}/activate': async (it) => about(await moved(it, 'users', await newUser(it), 'deactivate')),
  'POST /api/users/{id}/reset-password': async (it) => about(await newUser(it)),
  'POST /api/users/{id}/reset-second-factor': async (it) => about(await newUser(it)),
  'POST /api/users/{id}/invitation': async (it) => about(await newUser(it)),
  'POST /api/auth/passkeys': async (it) => {
    const path = '/api/auth/passkeys/registration-options';
    const { ticket, options } = await done(it.admin.post(path, { currentPassword: 'Vestry-dev-1' }));
    const credential = softwarePasskey().create({ options, origin: new URL(it.daemon.url).origin });
    return { body: { ticket, name: `Phone ${next()}`, credential } };
  },
  'POST /api/program-keys': async () => ({ body: programKey() }),
  'PUT /api/program-keys/{id}': async (it) => about(await newKey(it), { name: `Program ${next()}` }),
  'POST /api/program-keys/{id}/end': async (it) => about(await newKey(it)),
  'POST /api/webhook-endpoints': async (it) => {
    await clearEndpoints(it);
    return { body: hook() };
  },
  'PUT /api/webhook-endpoints/{id}': async (it) => about(await addEndpoint(it), hook()),
  'DELETE /api/webhook-endpoints/{id}': async (it) => about(await addEndpoint(it)),
  'POST /api/webhook-endpoints/{id}/activate': async (it) =>
    about(await moved(it, 'webhook-endpoints', await addEndpoint(it), 'deactivate')),
  'POST /api/webhook-endpoints/{id}/deactivate': async (it) => about(await addEndpoint(it)),
  'POST /api/webhook-endpoints/{id}/rotate-secret': async (it) => about(await addEndpoint(it)),
  'POST /api/members': async () => ({ body: human() }),
  'PUT /api/members/{id}': async (it) => about(await addMember(it, {}), human()),
  'DELETE /api/members/{id}': async (it) => about(await addMember(it, {})),
  'POST /api/members/{id}/merge': async (it) =>
    about(await addMember(it, {}), { into: (await addMember(it, {})).id, confirm: true }),
  'POST /api/members/{id}/purge': async (it) => about(await addMember(it, {}), { confirm: true }),
  'POST /api/members/{id}/restore': async (it) => {
    const { id } = await addMember(it, {});
    await done(it.admin.del(`/api/members/${id}`));
    return about({ id });
  },
  'POST /api/family-units': async () => ({ body: named() }),
  'PUT /api/family-units/{id}': async (it) => about(await make(it, '/api/family-units', named()), named()),
  'DELETE /api/family-units/{id}': async (it) => about(await make(it, '/api/family-units', named())),
  'POST /api/funds': async () => ({ body: fund() }),
  'PUT /api/funds/{id}': async (it) => about(await newFund(it), fund()),
  'DELETE /api/funds/{id}': async (it) => about(await newFund(it)),
  'PUT /api/accounts/by-method': async () => ({ body: { out: { Cash: (cash = cash === 3 ? CHECKING : 3) } } }),
  'POST /api/accounts': async () => ({ body: money() }),
  'PUT /api/accounts/{id}': async (it) => about(await newAccount(it), money()),
  'DELETE /api/accounts/{id}': async (it) => about(await newAccount(it)),
  'POST /api/deposits': async (it) => ({ body: await deposit(it) }),
  'DELETE /api/deposits/{id}': async (it) => about(await newDeposit(it)),
  // The books begin before every document, so that the opening does not make the other requests fail.
  'PUT /api/books/opening': async () => ({
    body: { date: '2000-01-01', accounts: [{ accountId: CHECKING, balance: 100 }], funds: [] },
  }),
  'PUT /api/books/prior-figures/{fiscalYear}': async () => ({
    path: { fiscalYear: 1901 + (next() % 90) },
    body: { income: [{ name: `Bazaar ${next()}`, amount: next() }], expenses: [] },
  }),
  'PUT /api/budgets/{fiscalYear}': async () => ({ path: { fiscalYear: 2050 + next() }, body: { lines: [plan()] } }),
  'POST /api/budgets/{fiscalYear}/copy': async (it) => ({
    path: { fiscalYear: (await newBudget(it)).fiscalYear + 1 },
    body: { from: 'budget' },
  }),
  'POST /api/payments': async (it) => ({ body: await payment(it) }),
  'POST /api/payments/{id}/void': async (it) => about(await newPayment(it), { date: `${YEAR + 1}-12-31`, ...why }),
  'DELETE /api/payments/{id}': async (it) => about(await newPayment(it)),
  'POST /api/reports/1099/filings': async (it) => {
    const vendorIds = [await paidVendor(it)];
    return { body: { year: YEAR, filedOn: `${YEAR + 1}-01-20`, vendorIds } };
  },
  'POST /api/vendors': async () => ({ body: vendor() }),
  'PUT /api/vendors/{id}': async (it) => about(await newVendor(it), vendor()),
  'DELETE /api/vendors/{id}': async (it) => about(await newVendor(it)),
  'POST /api/vendors/{id}/merge': async (it) => about(await newVendor(it), { into: (await newVendor(it)).id }),
  'POST /api/vendors/{id}/link': async (it) => about(await newVendor(it), { name: 'Bob the plumber' }),
  'POST /api/income-categories': async () => ({ body: named() }),
  'PUT /api/income-categories/{id}': async (it) => about(await newIncomeCategory(it), named()),
  'DELETE /api/income-categories/{id}': async (it) => about(await newIncomeCategory(it)),
  'POST /api/other-income': async () => ({ body: income() }),
  'PUT /api/other-income/{id}': async (it) => about(await newIncome(it), income()),
  'DELETE /api/other-income/{id}': async (it) => about(await newIncome(it)),
  'POST /api/other-income/{id}/reverse': async (it) =>
    about(await newIncome(it), { date: `${YEAR + 1}-12-31`, ...why }),
  'POST /api/transfers': async () => ({ body: transfer() }),
  'PUT /api/transfers/{id}': async (it) => about(await newTransfer(it), transfer()),
  'DELETE /api/transfers/{id}': async (it) => about(await newTransfer(it)),
  'POST /api/transfers/{id}/approve': async (it) => about(await pendingTransfer(it)),
  'POST /api/approvals/{kind}/{id}/approve': async (it) => decided(await pendingTransfer(it), {}),
  'POST /api/approvals/{kind}/{id}/reject': async (it) => decided(await pendingTransfer(it), { reason: 'A try' }),
  'POST /api/transfers/{id}/reverse': async (it) => about(await newTransfer(it), { date: `${YEAR + 1}-12-31`, ...why }),
  'POST /api/accounts/{id}/bank-imports/{importId}/undo': async (it) => ({ path: await newImport(it) }),
  'POST /api/accounts/{id}/bank-lines/{lineId}/ignore': async (it) => ({ path: await newLine(it) }),
  'POST /api/accounts/{id}/bank-lines/{lineId}/open': async (it) => {
    const path = await newLine(it);
    await make(it, `/api/accounts/${path['id']}/bank-lines/${path['lineId']}/ignore`);
    return { path };
  },
  'POST /api/accounts/{id}/bank-lines/{lineId}/expense': async (it) => ({
    path: await newLine(it, -20),
    body: { subCategoryId: it.subCategory('Telephone'), ministryId: it.ministry('Worship') },
  }),
  'POST /api/accounts/{id}/bank-lines/{lineId}/other-income': async (it) => ({
    path: await newLine(it),
    body: { incomeCategoryId: 1 },
  }),
  'POST /api/accounts/{id}/bank-lines/{lineId}/transfer': async (it) => ({
    path: await newLine(it),
    body: { fromAccountId: CHECKING },
  }),
  'POST /api/accounts/{id}/valuations': async (it) => {
    const { id } = await make(it, '/api/accounts', { ...named(), kind: 'Investment' });
    return { path: { id }, body: { date: day(), value: 20 } };
  },
  'POST /api/accounts/{id}/bank-rules': async (it) => ({ path: { id: (await newAccount(it)).id }, body: bankRule() }),
  'PUT /api/accounts/{id}/bank-rules/{ruleId}': async (it) => ({ path: await newRule(it), body: bankRule() }),
  'DELETE /api/accounts/{id}/bank-rules/{ruleId}': async (it) => ({ path: await newRule(it) }),
  'POST /api/accounts/{id}/bank-rules/apply': async (it) => ({ path: { id: (await newRule(it)).id }, body: {} }),
  'POST /api/accounts/{id}/bank-rules/{ruleId}/undo': async (it) => ({ path: await newRule(it, true), body: {} }),
  'POST /api/accounts/{id}/matches': async (it) => match(it),
  'DELETE /api/accounts/{id}/matches/{matchId}': async (it) => ({ path: await newMatch(it) }),
  'POST /api/accounts/{id}/reconciliations': async (it) => ({
    path: { id: (await newAccount(it)).id },
    body: statement(),
  }),
  'PUT /api/accounts/{id}/reconciliations/{rid}': async (it) => ({
    path: await reconciled(it, false),
    body: { endBalance: next() },
  }),
  'DELETE /api/accounts/{id}/reconciliations/{rid}': async (it) => ({ path: await reconciled(it, false) }),
  'POST /api/accounts/{id}/reconciliations/{rid}/finish': async (it) => ({ path: await reconciled(it, false) }),
  'POST /api/accounts/{id}/reconciliations/{rid}/undo': async (it) => ({ path: await reconciled(it) }),
  'POST /api/accounts/{id}/reconciliations/{rid}/review': async (it) => ({ path: await reconciled(it) }),
  'POST /api/journal-entries': async (it) => ({ body: journalEntry(it) }),
  'PUT /api/journal-entries/{id}': async (it) => about(await newJournalEntry(it), journalEntry(it)),
  'DELETE /api/journal-entries/{id}': async (it) => about(await newJournalEntry(it)),
  'POST /api/journal-entries/{id}/approve': async (it) => about(await pendingEntry(it)),
  'POST /api/journal-entries/{id}/reverse': async (it) =>
    about(await newJournalEntry(it), { date: `${YEAR + 1}-12-31`, ...why }),
  'POST /api/giving-categories': async () => ({ body: named() }),
  'PUT /api/giving-categories/{id}': async (it) => about(await newCategory(it), named()),
  'DELETE /api/giving-categories/{id}': async (it) => about(await newCategory(it)),
  'POST /api/giving-categories/{id}/disable': async (it) => about(await newCategory(it)),
  'POST /api/giving-categories/{id}/enable': async (it) =>
    about(await moved(it, 'giving-categories', await newCategory(it), 'disable')),
  'POST /api/givings': async (it) => ({ body: gift(it) }),
  'PUT /api/givings/{id}': async (it) => about(await addGiving(it, gift(it)), gift(it)),
  'DELETE /api/givings/{id}': async (it) => about(await addGiving(it, gift(it))),
  'POST /api/givings/{id}/reverse': async (it) =>
    about(await addGiving(it, gift(it)), { date: `${YEAR + 1}-12-31`, ...why }),
  'POST /api/offering-sessions': async (it) => ({ body: { date: day(), givings: [giving(it, {})] } }),
  'PUT /api/offering-sessions/{id}': async (it) => about(await newSession(it), { sundayAttendanceCount: 41 }),
  'DELETE /api/offering-sessions/{id}': async (it) => about(await addSession(it, { date: day() })),
  'POST /api/offering-sessions/{id}/submit': async (it) => about(await newSession(it)),
  'POST /api/offering-sessions/{id}/reconcile': async (it) =>
    about(await moved(it, 'offering-sessions', await newSession(it), 'submit'), {}),
  'POST /api/offering-sessions/{id}/reopen': async (it) =>
    about(await moved(it, 'offering-sessions', await newSession(it), 'submit'), why),
  'PUT /api/meal-attendance/{date}': async (it) => ({ path: await newMeal(it), body: { ...meal, adultCount: 9 } }),
  'DELETE /api/meal-attendance/{date}': async (it) => ({ path: await newMeal(it) }),
  'POST /api/ministries': async () => ({ body: ministry() }),
  'PUT /api/ministries/{id}': async (it) => about(await newMinistry(it), ministry()),
  'POST /api/expense-categories/groups': async () => ({ body: named() }),
  'PUT /api/expense-categories/groups/{id}': async (it) => about(await newGroup(it), named()),
  'DELETE /api/expense-categories/groups/{id}': async (it) => about(await newGroup(it)),
  'POST /api/expense-categories/subcategories': async (it) => ({ body: await kind(it) }),
  'POST /api/expense-categories/usual': async () => ({}),
  'PUT /api/expense-categories/subcategories/{id}': async (it) => about(await newKind(it), await kind(it)),
  'DELETE /api/expense-categories/subcategories/{id}': async (it) => about(await newKind(it)),
  'POST /api/expenses': async (it) => ({ body: bill(it) }),
  'PUT /api/expenses/{id}': async (it) => about(await newBill(it), bill(it)),
  'DELETE /api/expenses/{id}': async (it) => about(await newBill(it)),
  'POST /api/expenses/{id}/submit': async (it) => about(await newBill(it)),
  'POST /api/expenses/{id}/approve': async (it) => about(await moved(it, 'expenses', await newBill(it), 'submit'), {}),
  'POST /api/expenses/{id}/in-use': async (it) => about(await underConstruction(it), { date: `${YEAR + 1}-12-31` }),
  'POST /api/expenses/{id}/reject': async (it) => about(await moved(it, 'expenses', await newBill(it), 'submit'), why),
  'POST /api/expenses/{id}/pay': async (it) => about(await approved(it), {}),
  'POST /api/expenses/{id}/reverse': async (it) => about(await approved(it), { date: `${YEAR + 1}-12-31`, ...why }),
  'PUT /api/expenses/{id}/receipt': async (it) => about(await newBill(it), pdf('another receipt')),
  'DELETE /api/expenses/{id}/receipt': async (it) => about(await withReceipt(it)),
  'DELETE /api/expenses/{id}/receipts/{receiptId}': async (it) => ({ path: await withReceipt(it) }),
  'PUT /api/monthly-statements/{year}/{month}': async (it) => ({ path: await newMonth(it), body: { notes: 'A try' } }),
  'POST /api/monthly-statements/{year}/{month}/finalize': async (it) => ({ path: await newMonth(it) }),
  'POST /api/monthly-statements/{year}/{month}/reopen': async (it) => ({ path: await finalized(it), body: why }),
  'POST /api/contributions/{year}/{memberId}/issue': async (it) => ({ path: await giverOfLastYear(it) }),
  'POST /api/contributions/{year}/issue': async (it) => ({ path: await yearToIssue(it) }),
  'POST /api/contributions/{year}/email': issuedStatement,
  'POST /api/contributions/{year}/hand-out': issuedStatement,
  'POST /api/notifications/email': async (it) => ({
    body: { memberIds: [(await person(it)).id], subject: 'A try', body: `Peace ${next()}` },
  }),
  'POST /api/notifications/line': async (it) => ({
    body: { groupIds: [(await joined(it, `Choir ${next()}`)).id], body: `Peace ${next()}` },
  }),
  'POST /api/notifications/email/preview': async (it) => ({
    body: { memberIds: [(await person(it)).id], subject: 'A try', body: `Peace ${next()}` },
  }),
  'POST /api/notifications/line/preview': async (it) => ({
    body: { memberIds: [(await person(it)).id], body: `Peace ${next()}` },
  }),
  'POST /api/notifications/batches/{id}/resume': async (it) => ({
    path: { id: (await done(mail(it, { memberIds: [(await person(it)).id] }))).batchId },
    body: {},
  }),
  'POST /api/notifications/batches/{id}/stop': async (it) => ({ path: { id: await waitingBatch(it) } }),
  'PUT /api/mail': async () => ({ body: { host: 'smtp.example.org', perDay: 1000 + next() } }),
  'POST /api/mail/test': async () => ({ body: { to: `try${next()}@example.org` } }),
  'POST /api/notifications/binding-codes': async (it) => ({ body: { memberId: (await addMember(it, {})).id } }),
  'DELETE /api/notifications/bindings/{id}': async (it) => about(await bound(it)),
  'PUT /api/notifications/groups/{id}': async (it) =>
    about(await joined(it, `Group ${next()}`), { ...named(), isActive: false }),
  'PUT /api/second-factor-rules': async () => ({ body: { requiredRoles: next() % 2 === 0 ? ['pastor'] : ['deacon'] } }),
  'PUT /api/approval-rules': async () => ({ body: { secondApprovalAbove: 100_000 + next() } }),
  'PUT /api/church-profile': async () => ({ body: { ...PROFILE, phone: `+1 312 555 ${1000 + next()}` } }),
};

/** The path parameters of an existing resource for each route, or the id of a resource for each kind. */
type Things = Record<string, Json>;
/** The required query of each route that needs one. */
type Queries = Readonly<Record<string, string>>;

/**
 * Starts a service that has several entries in every list and a resource to read for every route. Some lists also had
 * entries that are now deleted.
 */
export async function openEverything(): Promise<{ office: Office; places: Things; queries: Queries }> {
  const office = await openOffice();
  const things = await fill(office);
  const { invitation } = await make(office, '/api/users', account());
  const { fiscalYear } = await newBudget(office);
  const { id: lineGroup } = await joined(office, 'Choir');
  const { id: binding } = await bound(office);
  const month = await newMonth(office);
  const billed = await withReceipt(office);
  const [line, finishedOne] = [await newLine(office, 20, MANY), await reconciled(office)];
  const rule = await newRule(office);
  const place = (id: unknown) => ({ id });
  const endpoint = await newEndpoint(office);
  const places: Things = {
    '/api/users/{id}': place(office.admin.userId),
    '/api/members/{id}': place(things['member']),
    '/api/family-units/{id}': place(things['family']),
    '/api/imports/{import}': {
      import: (await done(sendImport([office, office.admin], 'members', 'Name\nTed Tryout', { commit: true })))
        .importId,
    },
    '/api/accounts/{id}': place(CHECKING),
    '/api/accounts/{id}/bank-lines': { id: line.id },
    '/api/accounts/{id}/bank-documents': place(CHECKING),
    '/api/accounts/{id}/bank-imports': { id: line.id },
    '/api/accounts/{id}/bank-imports/{importId}': await newImport(office),
    '/api/accounts/{id}/bank-lines/{lineId}': line,
    '/api/accounts/{id}/bank-rules': place(rule.id),
    '/api/accounts/{id}/bank-rules/{ruleId}': rule,
    '/api/accounts/{id}/matches/{matchId}': await newMatch(office),
    '/api/accounts/{id}/reconciliations': place(finishedOne.id),
    '/api/accounts/{id}/reconciliations/{rid}': finishedOne,
    '/api/accounts/{id}/reconciliations/{rid}/table': finishedOne,
    '/api/deposits/{id}': place(things['deposit']),
    '/api/payments/{id}': place(things['payment']),
    '/api/vendors/{id}': place(things['supplier']),
    '/api/income-categories/{id}': place(1),
    '/api/other-income/{id}': place(things['income']),
    '/api/transfers/{id}': place(things['transfer']),
    '/api/journal-entries/{id}': place(things['entry']),
    '/api/funds/{id}': place(office.fund('Missions')),
    '/api/giving-categories/{id}': place(office.category('Tithe')),
    '/api/givings/{id}': place(things['giving']),
    '/api/offering-sessions/{id}': place(things['session']),
    '/api/offering-sessions/{id}/count-sheet.pdf': place(things['session']),
    '/api/offering-sessions/{id}/deposit-slip.pdf': place(things['session']),
    '/api/offering-sessions/{id}/slip.pdf': place(things['session']),
    '/api/ministries/{id}': place((await newMinistry(office)).id),
    '/api/expense-categories/groups/{id}': place((await newGroup(office)).id),
    '/api/expense-categories/subcategories/{id}': place(office.subCategory('Telephone')),
    '/api/expenses/{id}': place(things['expense']),
    '/api/expenses/{id}/receipt': place(billed.id),
    '/api/expenses/{id}/receipts': place(billed.id),
    '/api/expenses/{id}/receipts/{receiptId}': { id: billed.id, receiptId: billed.receiptId },
    '/api/meal-attendance/{date}': await newMeal(office),
    '/api/events/{month}.pdf': { month: '1990-01' },
    '/api/monthly-statements/{year}/{month}': month,
    '/api/monthly-statements/{year}/{month}/checklist': month,
    '/api/monthly-statements/{year}/{month}/table': month,
    '/api/fiscal-years/{year}': { year: month.year },
    '/api/books/prior-figures/{fiscalYear}': { fiscalYear: 1990 },
    '/api/budgets/{fiscalYear}': { fiscalYear },
    '/api/budgets/{fiscalYear}/versions': { fiscalYear },
    '/api/budgets/{fiscalYear}/versions/{version}': { fiscalYear, version: 1 },
    '/api/contributions/{year}': { year: YEAR },
    '/api/contributions/{year}/overview': { year: YEAR },
    '/api/contributions/{year}/statements.pdf': { year: YEAR },
    '/api/contributions/{year}/{memberId}.pdf': { year: YEAR, memberId: things['member'] },
    '/api/contributions/{year}/{memberId}': { year: YEAR, memberId: things['member'] },
    '/api/form990/functional-expenses/{code}/expenses': { code: '13' },
    '/api/notifications/groups/{id}': place(lineGroup),
    '/api/notifications/batches/{id}': place((await done(mail(office, { emails: ['a@example.org'] }))).batchId),
    '/api/notifications/bindings/{id}': place(binding),
    '/api/program-keys/{id}': place((await newKey(office)).id),
    '/api/webhook-endpoints/{id}': place(endpoint),
    '/api/webhook-endpoints/{id}/deliveries': place(endpoint),
    '/api/auth/invitations/{token}': { token: new URL(invitation.url).searchParams.get('token') },
  };
  const year = `year=${YEAR}`;
  const reports: Queries = {
    '/api/form990/functional-expenses': year,
    '/api/reports/income-statement': year,
    '/api/reports/activities': year,
    '/api/reports/budget': year,
    '/api/reports/fund-balances': year,
    '/api/reports/giving-tie-out': year,
    '/api/reports/1099': 'year=2026',
    '/api/reports/1099/filings': 'year=2026',
    '/api/reports/balance-sheet': year,
    '/api/reports/trial-balance': `at=${YEAR}-12-31`,
    '/api/reports/payables': `at=${YEAR}-12-31`,
    '/api/reports/interfund': `at=${YEAR}-12-31`,
    '/api/reports/releases': `from=${YEAR}-01-01&to=${YEAR}-12-31`,
    '/api/reports/payment-register': `from=${YEAR}-01-01&to=${YEAR}-12-31`,
    '/api/reports/general-ledger': `accountId=${CHECKING}`,
  };
  const queries: Queries = {
    '/api/form990/functional-expenses/{code}/expenses': year,
    // Limits the audit log to fewer entries than fit on one page.
    '/api/audit-logs': 'entityType=FamilyUnit',
    '/api/giving/summary': `from=${YEAR}-01-01&to=${YEAR}-12-31`,
    ...reports,
    ...Object.fromEntries(Object.entries(reports).map(([path, query]) => [`${path}/table`, query])),
  };
  return { office, places, queries };
}

async function fill(office: Office): Promise<Things> {
  const ids: Things = {};
  const members: number[] = [];
  for (let turn = 0; turn < MANY; turn += 1) {
    const { id: member } = await person(office, human());
    const { id: family } = await make(office, '/api/family-units', named());
    const { id: session } = await newSession(office);
    const { id: giving } = await addGiving(office, { ...gift(office), memberId: member });
    const { id: expense } = await approved(office);
    const { id: deposit } = await newDeposit(office);
    const { id: payment } = await newPayment(office);
    const { id: supplier } = await newVendor(office);
    const { id: income } = await newIncome(office);
    const { id: transfer } = await newTransfer(office);
    const { id: entry } = await newJournalEntry(office);
    await newUser(office);
    await newMeal(office);
    members.push(member);
    Object.assign(ids, {
      member,
      family,
      session,
      giving,
      expense,
      deposit,
      payment,
      supplier,
      income,
      transfer,
      entry,
    });
  }
  await deleteSome(office);
  await done(mail(office, { memberIds: members }));
  return ids;
}

/** Creates some resources and deletes them. Lists must neither show nor count them. */
async function deleteSome(office: Office): Promise<void> {
  const { id: giving } = await addGiving(office, gift(office));
  const { id: session } = await addSession(office, { date: day() });
  const { id: family } = await make(office, '/api/family-units', named());
  const members: number[] = [];
  while (members.length < MANY) members.push((await addMember(office, {})).id);
  for (const route of [
    `/api/givings/${giving}`,
    `/api/offering-sessions/${session}`,
    `/api/family-units/${family}`,
    ...members.map((id) => `/api/members/${id}`),
    `/api/expenses/${(await newBill(office)).id}`,
    `/api/meal-attendance/${(await newMeal(office)).date}`,
    `/api/deposits/${(await newDeposit(office)).id}`,
    `/api/vendors/${(await newVendor(office)).id}`,
    `/api/other-income/${(await newIncome(office)).id}`,
    `/api/transfers/${(await newTransfer(office)).id}`,
    `/api/journal-entries/${(await newJournalEntry(office)).id}`,
  ])
    await done(office.admin.del(route));
}
