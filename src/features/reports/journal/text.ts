/** Writes a journal as text that both hledger and ledger read. */
import type { BookedDeposit, BookedExpense, BookedPayment } from '../../../books/documents.ts';
import { addMoney, type Minor, negateMoney, plainMoney } from '../../../lib/money.ts';
import type { DateSpan } from '../../../lib/wire.ts';
import { PAYABLE } from '../../../books/account-kinds.ts';
import type { Split } from '../../../books/expense-lines.ts';
import { accountsOf, type Chart } from './chart.ts';
import type { Entry, JournalGiving } from './entries.ts';
import { lineOf, tagValue } from './names.ts';

const TAGS = ['class', 'expense', 'form990', 'fund', 'giver', 'method', 'ministry', 'reference', 'reverses'] as const;
type Tag = (typeof TAGS)[number];

type Posting = { account: string; amount: Minor; tags?: Partial<Record<Tag, string | null | undefined>> };

/** Returns the head of the journal, before the first transaction: the commodity, the tags and the chart of accounts. */
export function journalHead(church: string, { from, to }: DateSpan, chart: Chart): string {
  const days = [from && ` from ${from}`, to && ` to ${to}`].filter(Boolean).join('');
  return [
    `; The books of ${lineOf(church)}${days}, written by Vestry.`,
    '; G is a giving, E is an expense on its booking date, P is a payment, V is a payment that was voided, D is a deposit. The number after the letter is the id.',
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
  if (entry.kind === 'giving') return givingText(entry, chart);
  if (entry.kind === 'deposit') return depositText(entry, chart);
  return entry.kind === 'expense' ? expenseText(entry, chart) : paymentText(entry, chart);
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

function expenseText(expense: BookedExpense, chart: Chart): string {
  const { id, date, amount, vendor, description, splits, reversalOf } = expense;
  const reverses = numbered('E', reversalOf);
  return transaction(`${date} (E${id}) ${payeeAndNote(vendor, description)}`, chart, [
    ...splits.map((split) => splitPosting(split, reverses, chart)),
    { account: known(chart.accounts, PAYABLE), amount: negateMoney(amount) },
  ]);
}

function splitPosting(split: Split, reverses: string | null, chart: Chart): Posting {
  const { subCategoryId, accountId, ministryId, amount } = split;
  const { name: fund, liability } = known(chart.funds, split.fundId);
  if (subCategoryId === null) return { account: known(chart.accounts, accountId ?? 0), amount, tags: { reverses } };
  const { account, line } = known(chart.subCategories, subCategoryId);
  const { name: ministry, defaultClass } = known(chart.ministries, ministryId ?? 0);
  const own = { class: split.functionalClass ?? defaultClass, form990: line, ministry };
  return { account: liability ?? account, amount, tags: { ...(liability === null ? own : {}), fund, reverses } };
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

function paymentText(payment: BookedPayment, chart: Chart): string {
  const { id, date, isVoid, accountId, method, reference, items } = payment;
  const signed = (amount: Minor) => (isVoid ? negateMoney(amount) : amount);
  const total = addMoney(...items.map(({ amount }) => amount));
  const vendors = [...new Set(items.flatMap(({ vendor }) => vendor ?? []))].join(', ');
  const note = items.map(({ description }) => description).join(', ');
  return transaction(`${date} (${isVoid ? 'V' : 'P'}${id}) ${payeeAndNote(vendors || null, note)}`, chart, [
    ...items.map(({ expenseId, amount }) => ({
      account: known(chart.accounts, PAYABLE),
      amount: signed(amount),
      tags: { expense: numbered('E', expenseId) },
    })),
    { account: known(chart.accounts, accountId), amount: negateMoney(signed(total)), tags: { method, reference } },
  ]);
}

/** Returns the description of a transaction. hledger reads the text before the bar as the payee. */
function payeeAndNote(payee: string | null | undefined, note: string): string {
  return [payee, note]
    .filter((text) => text != null)
    .map(lineOf)
    .join(' | ');
}

function transaction(header: string, { commodity }: Chart, postings: readonly Posting[]): string {
  const lines = postings.flatMap(({ account, amount, tags = {} }) => [
    `    ${account}  ${plainMoney(amount)} ${commodity}`,
    ...TAGS.flatMap((tag) => (tags[tag] ? [`    ; ${tag}: ${tagValue(tags[tag])}`] : [])),
  ]);
  return `\n${[header, ...lines].join('\n')}\n`;
}

const numbered = (letter: string, id: number | null | undefined) => (id == null ? null : `${letter}${id}`);

function known<T>(rows: ReadonlyMap<number, T>, id: number): T {
  const row = rows.get(id);
  if (row === undefined) throw new Error(`The catalogs have no row ${id}.`);
  return row;
}
