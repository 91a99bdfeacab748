/** Writes a journal as text that both hledger and ledger read. */
import { PAID_EARLY, PAYABLE } from '../../../books/account-kinds.ts';
import type { BookedDeposit } from '../../../books/documents.ts';
import type { CalendarDate } from '../../../lib/date.ts';
import { addMoney, type Minor, negateMoney, subtractMoney } from '../../../lib/money.ts';
import type { DateSpan } from '../../../lib/wire.ts';
import { accountsOf, type Chart } from './chart.ts';
import type { Entry, JournalExpense, JournalGiving, JournalPayment } from './entries.ts';
import { spentPosting } from './fund-side.ts';
import { entryText as adjustingText, incomeText, openingText, releaseText, transferText } from './ledger-text.ts';
import { lineOf } from './names.ts';
import { known, numbered, payeeAndNote, type Posting, TAGS, transaction } from './transaction.ts';

const CODES = [
  '; The number after each letter is the id: O is the opening of the books, G is a giving, E is an expense on its booking date, P is a payment,',
  '; V is a payment that was voided, D is a deposit, I is other income, T is a transfer, J is an adjusting entry, R is what an expense',
  '; released from restrictions.',
];

/** Returns the head of the journal, before the first transaction: the commodity, the tags and the chart of accounts. */
export function journalHead(church: { name: string; begin: CalendarDate | undefined }, span: DateSpan, chart: Chart) {
  const days = [span.from && ` from ${span.from}`, span.to && ` to ${span.to}`].filter(Boolean).join('');
  const { begin } = church;
  return [
    `; The books of ${lineOf(church.name)}${days}, written by Vestry.`,
    ...(begin === undefined ? [] : [`; The books begin on ${begin}. The documents from before that day are left out.`]),
    ...CODES,
    '',
    `commodity ${chart.commodity}`,
    `    format 1000.00 ${chart.commodity}`,
    '',
    ...TAGS.map((tag) => `tag ${tag}`),
    '',
    ...accountsOf(chart).map((account) => `account ${account}`),
    '',
  ].join('\n');
}

/**
 * Returns an entry as a transaction whose postings add up to zero. A gift in kind is not money, so it becomes a
 * comment.
 */
export function entryText(entry: Entry, chart: Chart): string {
  switch (entry.kind) {
    case 'opening':
      return openingText(entry, chart);
    case 'giving':
      return givingText(entry, chart);
    case 'expense':
      return expenseText(entry, chart);
    case 'payment':
      return paymentText(entry, chart);
    case 'deposit':
      return depositText(entry, chart);
    case 'income':
      return incomeText(entry, chart);
    case 'release':
      return releaseText(entry, chart);
    case 'transfer':
      return transferText(entry, chart);
    default:
      return adjustingText(entry, chart);
  }
}

function givingText(giving: JournalGiving, chart: Chart): string {
  const { id, date, amount, method, accountId, giver, memberId, reference, reversalOf, nonCashDescription } = giving;
  if (nonCashDescription !== null) return `\n; ${date} (G${id}) a gift in kind: ${lineOf(nonCashDescription)}\n`;
  const lines = giving.lines.map((line) => ({ ...known(chart.categories, line.categoryId), amount: line.amount }));
  const purpose = lines.map(({ name }) => name).join(', ');
  const mark = giving.isReconciled ? ' *' : '';
  return transaction(`${date}${mark} (G${id}) ${payeeAndNote(giver, purpose)}`, chart, [
    { account: known(chart.accounts, accountId), amount, tags: { method, reference, giver: numbered('', memberId) } },
    ...lines.map(({ account, fundId, amount }) => ({
      account,
      amount: negateMoney(amount),
      tags: { fund: known(chart.funds, fundId).name, reverses: numbered('G', reversalOf) },
    })),
  ]);
}

function expenseText(expense: JournalExpense, chart: Chart): string {
  const { id, date, amount, payee, description, splits, reversalOf, paidEarly } = expense;
  const reverses = numbered('E', reversalOf);
  return transaction(`${date} (E${id}) ${payeeAndNote(payee, description)}`, chart, [
    ...splits.map(({ accountId, ...split }): Posting =>
      accountId === null
        ? spentPosting(split, reverses, chart)
        : { account: known(chart.accounts, accountId), amount: split.amount, tags: { reverses } },
    ),
    { account: known(chart.accounts, PAID_EARLY), amount: negateMoney(paidEarly) },
    { account: known(chart.accounts, PAYABLE), amount: subtractMoney(paidEarly, amount) },
  ]);
}

function depositText({ id, date, accountId, memo, sources }: BookedDeposit, chart: Chart): string {
  const total = addMoney(...sources.map(({ amount }) => amount));
  return transaction(`${date} (D${id}) ${memo === null ? 'Deposit' : payeeAndNote('Deposit', memo)}`, chart, [
    { account: known(chart.accounts, accountId), amount: total },
    ...sources.map((source) => ({
      account: known(chart.accounts, source.accountId),
      amount: negateMoney(source.amount),
    })),
  ]);
}

function paymentText(payment: JournalPayment, chart: Chart): string {
  const { id, date, isVoid, accountId, method, reference, items, payee } = payment;
  const signed = (amount: Minor) => (isVoid ? negateMoney(amount) : amount);
  const total = addMoney(...items.map(({ amount }) => amount));
  const note = items.map(({ description }) => description).join(', ');
  return transaction(`${date} (${isVoid ? 'V' : 'P'}${id}) ${payeeAndNote(payee, note)}`, chart, [
    ...items.map(({ expenseId, amount, isBooked }) => ({
      account: known(chart.accounts, isBooked ? PAYABLE : PAID_EARLY),
      amount: signed(amount),
      tags: { expense: numbered('E', expenseId) },
    })),
    { account: known(chart.accounts, accountId), amount: negateMoney(signed(total)), tags: { method, reference } },
  ]);
}
