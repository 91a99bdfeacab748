/** Exports the journal. The documents of each kind are read page by page, in one snapshot, and merged by date. */
import { type App, inSnapshot } from '../../../app.ts';
import { findBeginning } from '../../../books/balances.ts';
import { FIRST_PLACE, type Part } from '../../../books/document-pages.ts';
import { countDocuments, listBookedExpenses, listBookedGivings, listDeposits } from '../../../books/documents.ts';
import { listIncome, listOpening, listPostedEntries, listPostedTransfers } from '../../../books/ledger-documents.ts';
import { type BookedPayment, listPaidEarly, listPayments, listVoids } from '../../../books/payment-documents.ts';
import { listReleases } from '../../../books/releases.ts';
import { pagesByKey } from '../../../lib/chunks.ts';
import { ZERO } from '../../../lib/money.ts';
import type { DateSpan } from '../../../lib/wire.ts';
import { listExpenseCategories } from '../../spending/categories/service.ts';
import { listExpensePayees, listPayees } from '../../spending/payments/payees.ts';
import { listCategories } from '../../giving/categories/service.ts';
import { accountsById } from '../../ledger/accounts/service.ts';
import { listIncomeCategories } from '../../ledger/income-categories/service.ts';
import { listFunds } from '../../ledger/funds/service.ts';
import { listMinistries } from '../../church/ministries/service.ts';
import { findContacts } from '../../people/members/contacts.ts';
import { getChurch } from '../../church/profile/service.ts';
import { type Chart, chartOf } from './chart.ts';
import { type Entry, inOrder, type JournalExpense, type JournalGiving, type JournalPayment } from './entries.ts';
import { entryText, journalHead } from './text.ts';

/** The days to export, and whether to include givers and check numbers. */
export type JournalRequest = { span: DateSpan; withGivers: boolean };

/** The number of transactions in one part. */
const PART = 500;

/**
 * Passes the journal to a consumer, part by part in the order of the days. All parts come from one snapshot of the
 * database. Each part has a text and the number of its entries. The first part is the head, which has no entries.
 */
export function exportJournal<T>(
  app: App,
  request: JournalRequest,
  consume: (parts: AsyncIterable<{ text: string; entries: number }>, total: number) => Promise<T>,
): Promise<T> {
  return inSnapshot(app, async (app) => {
    const { name, currency } = await getChurch(app);
    const chart = chartOf({
      currency,
      accounts: [...(await accountsById(app)).values()],
      categories: (await listCategories(app, true)).items,
      incomeCategories: (await listIncomeCategories(app)).items,
      funds: (await listFunds(app)).items,
      groups: (await listExpenseCategories(app)).items,
      ministries: (await listMinistries(app)).items,
    });
    const begin = await findBeginning(app.db);
    const head = journalHead({ name, begin }, request.span, chart);
    const inBooks = { ...request, span: spanInBooks(request.span, begin) };
    return consume(journalParts(app, inBooks, head, chart), await countDocuments(app.db, inBooks.span));
  });
}

/** Returns the days of a range that are in the books. Documents from before the books have no postings. */
function spanInBooks({ from, ...span }: DateSpan, begin = from): DateSpan {
  return { ...span, from: from !== undefined && begin !== undefined && begin < from ? from : begin };
}

async function* journalParts(app: App, request: JournalRequest, head: string, chart: Chart) {
  yield { text: head, entries: 0 };
  let texts: string[] = [];
  for await (const entry of inOrder(sourcesOf(app, request))) {
    texts.push(entryText(entry, chart));
    if (texts.length < PART) continue;
    yield { text: texts.join(''), entries: texts.length };
    texts = [];
  }
  if (texts.length > 0) yield { text: texts.join(''), entries: texts.length };
}

function sourcesOf(app: App, { span, withGivers }: JournalRequest): AsyncGenerator<Entry[]>[] {
  const pages = <T extends Entry>(read: (part: Part) => Promise<T[]>) =>
    pagesByKey(
      FIRST_PLACE,
      ({ date, id }: T) => ({ date, id }),
      (after, limit) => read({ span, after, limit }),
    );
  return [
    pages((part) => listOpening(app.db, part)),
    pages((part) => (withGivers ? listWithGivers(app, part) : listWithoutGivers(app, part))),
    pages((part) => listExpenses(app, part)),
    pages((part) => withPayees(app, listPayments(app.db, part))),
    pages((part) => withPayees(app, listVoids(app.db, part))),
    pages((part) => listDeposits(app.db, part)),
    pages((part) => listIncome(app.db, part)),
    pages((part) => listReleases(app.db, part)),
    pages((part) => listPostedTransfers(app.db, part)),
    pages((part) => listPostedEntries(app.db, part)),
  ];
}

async function listExpenses({ db }: App, part: Part): Promise<JournalExpense[]> {
  const expenses = await listBookedExpenses(db, part);
  const ids = expenses.map(({ id }) => id);
  const early = await listPaidEarly(db, ids);
  const payees = await listExpensePayees(db, JSON.stringify(ids));
  return expenses.map((expense) => {
    const { id } = expense;
    return { ...expense, paidEarly: early.get(id) ?? ZERO, payee: payees.get(id) ?? null };
  });
}

async function withPayees({ db }: App, read: Promise<BookedPayment[]>): Promise<JournalPayment[]> {
  const payments = await read;
  const payees = await listPayees(db, JSON.stringify(payments.map(({ id }) => id)));
  return payments.map((payment) => ({ ...payment, payee: payees.get(payment.id) ?? null }));
}

async function listWithGivers(app: App, part: Part): Promise<JournalGiving[]> {
  const givings = await listBookedGivings(app.db, part);
  const memberIds = new Set(givings.flatMap(({ memberId }) => memberId ?? []));
  const contacts = await findContacts(app, [...memberIds]);
  return givings.map((giving) => ({ ...giving, giver: contacts.get(giving.memberId ?? 0)?.name ?? null }));
}

async function listWithoutGivers(app: App, part: Part): Promise<JournalGiving[]> {
  const givings = await listBookedGivings(app.db, part);
  return givings.map((giving) => ({ ...giving, memberId: null, reference: null, giver: null }));
}
