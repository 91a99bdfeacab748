/** Lives the month of `plan.ts` over HTTP alone, as a client of the API does. */
import { type Books, done, type Json, type Staff } from '../../contract/books.ts';
import { type Bank, bankOf } from '../../contract/bank-support.ts';
import { request } from '../daemon.ts';
import {
  BANK_BALANCES,
  BANK_COLUMNS,
  BANK_FILE,
  type Bill,
  CHURCH,
  COUNTERS,
  FEE,
  INTEREST,
  LAST_DAY,
  MEMBERS,
  MONTH,
  OFFERINGS,
  OPENING,
  PAPER,
  RECEIPT,
  RENT,
  REPAIRS,
  STAFF,
  ZELLE,
} from './plan.ts';

/** The people of the church, and the ids of its accounts and givers. */
type Office = {
  books: Books;
  cora: Staff;
  tess: Staff;
  eli: Staff;
  accounts: Record<string, number>;
  members: Record<string, number>;
};

/** Lives the whole month in an empty church. */
export async function liveOverHttp(books: Books): Promise<void> {
  const office = await openOffice(books);
  await bringOfferings(office);
  await spend(office);
  for (const [name, balance] of Object.entries(BANK_BALANCES)) {
    await reconcile(office, bankOf(books, office.tess, office.accounts[name] ?? 0), balance);
  }
  await done(office.tess.post(`/api/monthly-statements/${MONTH.replace('-0', '/')}/finalize`));
}

async function openOffice(books: Books): Promise<Office> {
  const { admin } = books;
  const { timeZone, locale, aiProvider } = await done(admin.get('/api/church-profile'));
  await done(admin.put('/api/church-profile', { name: CHURCH, timeZone, locale, aiProvider }));
  const [cora, tess, eli] = [
    await books.as([STAFF.cora.role]),
    await books.as([STAFF.tess.role]),
    await books.as([STAFF.eli.role]),
  ];
  const members: Record<string, number> = {};
  for (const member of MEMBERS) members[member.offeringNumber] = (await done(admin.post('/api/members', member))).id;
  await done(tess.post('/api/accounts', { name: 'Reserve', kind: 'Savings' }));
  const { items } = await done(tess.get('/api/accounts'));
  const accounts = Object.fromEntries(items.map(({ id, name }: Json) => [name, id])) as Record<string, number>;
  const balances = (by: object, field: string, idOf: (name: string) => number | undefined) =>
    Object.entries(by).map(([name, balance]) => ({ [field]: idOf(name), balance }));
  await done(
    tess.put('/api/books/opening', {
      date: OPENING.date,
      accounts: balances(OPENING.accounts, 'accountId', (name) => accounts[name]),
      funds: balances(OPENING.funds, 'fundId', books.fund),
    }),
  );
  return { books, cora, tess, eli, accounts, members };
}

async function bringOfferings({ books, cora, tess, members }: Office): Promise<void> {
  for (const { date, attendance, cash, checks, gifts, deposit } of OFFERINGS) {
    const givings = gifts.map(({ giver, category, amount, method, checkNumber }) => ({
      categoryId: books.category(category),
      amount,
      method,
      memberId: giver === undefined ? null : members[giver],
      checkNumber,
    }));
    const counts = { sundayAttendanceCount: attendance, countedCash: cash, countedChecks: checks, countedBy: COUNTERS };
    const { id } = await done(cora.post('/api/offering-sessions', { date, ...counts, givings }));
    await done(cora.post(`/api/offering-sessions/${id}/submit`));
    await done(tess.post(`/api/offering-sessions/${id}/reconcile`, deposit));
  }
  const { giver, category, amount, date, reference: zelleReference } = ZELLE;
  const gift = { date, amount, method: 'Zelle', zelleReference };
  await done(tess.post('/api/givings', { ...gift, memberId: members[giver], categoryId: books.category(category) }));
}

async function spend({ books, tess, eli }: Office): Promise<void> {
  const bodyOf = ({ date, amount, ministry, vendor, description }: Bill) => ({
    expenseDate: date,
    amount,
    ministryId: books.ministry(ministry),
    vendor,
    description,
  });
  const single = (bill: Bill & { subCategory: string }) => ({
    ...bodyOf(bill),
    subCategoryId: books.subCategory(bill.subCategory),
  });
  const splits = REPAIRS.parts.map(({ subCategory, fund, amount }) => ({
    subCategoryId: books.subCategory(subCategory),
    fundId: fund === undefined ? null : books.fund(fund),
    amount,
  }));
  const idOf = async (body: object) => (await done(tess.post('/api/expenses', body))).id as number;
  const move = (who: Staff, id: number, step: string, body?: object) =>
    done(who.post(`/api/expenses/${id}/${step}`, body));
  const paper = await idOf(single(PAPER));
  const rent = await idOf(single(RENT));
  const repairs = await idOf({ ...bodyOf(REPAIRS), splits });
  await attach(books, tess, paper);
  for (const id of [paper, rent, repairs]) await move(tess, id, 'submit');
  await move(eli, rent, 'reject', { reason: RENT.rejection });
  await done(tess.put(`/api/expenses/${rent}`, single({ ...RENT, amount: RENT.mended })));
  await move(tess, rent, 'submit');
  for (const id of [paper, rent, repairs]) await move(eli, id, 'approve');
  await move(tess, paper, 'pay', PAPER.paid);
  await move(tess, rent, 'pay', RENT.paid);
  await move(tess, repairs, 'pay', REPAIRS.paid);
}

async function attach({ daemon }: Books, { token }: Staff, id: number): Promise<void> {
  const headers = { 'content-type': 'application/pdf', 'content-disposition': 'attachment; filename="receipt.pdf"' };
  await done(
    request(daemon.url, 'PUT', `/api/expenses/${id}/receipt`, { token, headers, body: RECEIPT.toString('latin1') }),
  );
}

/** Settles the lines of the bank, if the account has any, and reconciles the account. */
async function reconcile({ books, eli, tess, accounts }: Office, bank: Bank, balance: number): Promise<void> {
  if (bank.id === accounts['Checking']) {
    await done(bank.file(BANK_FILE, BANK_COLUMNS));
    for (const { id, description, suggestions } of await bank.lines('&status=Open')) {
      const line = `${bank.route}/bank-lines/${id}`;
      if (suggestions.length > 0) {
        await done(
          bank.match(
            [id],
            suggestions[0].documents.map(({ type, id }: Json) => ({ type, id })),
          ),
        );
      } else if (description === FEE.text) {
        const [subCategoryId, ministryId] = [books.subCategory(FEE.subCategory), books.ministry(FEE.ministry)];
        const body = { subCategoryId, ministryId, vendor: FEE.vendor };
        const made = await done(tess.post(`${line}/expense`, body));
        await done(eli.post(`/api/expenses/${made.id}/approve`));
      } else {
        const { items } = await done(tess.get('/api/income-categories'));
        const { id: incomeCategoryId } = items.find(({ name }: Json) => name === INTEREST.category);
        await done(tess.post(`${line}/other-income`, { incomeCategoryId, payer: INTEREST.payer }));
      }
    }
  }
  const { id } = await done(bank.start(LAST_DAY, balance));
  await done(bank.step(id, 'finish'));
  await done(eli.post(`${bank.route}/reconciliations/${id}/review`));
}
