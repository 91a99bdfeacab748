/** Describes the reconciliation of an account: the statement, what is outstanding, and the balance in the books. */
import type { App } from '../../../app.ts';
import { isLiability } from '../../../books/account-kinds.ts';
import { addMoney } from '../../../lib/money.ts';
import { fill } from '../../../lib/template.ts';
import type { Locale } from '../../../lib/wire.ts';
import { balanceOf, bankAccount } from '../../bank/accounts.ts';
import { withPayee } from '../../bank/matches/documents.ts';
import type { BankDocument } from '../../bank/matches/schema.ts';
import type { Reconciliation } from '../../bank/reconciliations/schema.ts';
import { getReconciliation } from '../../bank/reconciliations/service.ts';
import type { Account } from '../../ledger/accounts/schema.ts';
import type { ReportRow } from '../formats/report.ts';
import { completed } from './setting.ts';
import { amountColumns, type Described, type Setting } from './texts.ts';

/**
 * Returns the description of a reconciliation. The balance of a debt is what the church owes, so money that was paid with
 * a credit card is added to the balance.
 */
function describeReconciliation(
  one: Reconciliation,
  { texts, say }: Setting,
  { name, kind }: Pick<Account, 'name' | 'kind'>,
): Described {
  const words = isLiability(kind) ? { ...texts.reconciliation, ...texts.cardReconciliation } : texts.reconciliation;
  const balance = (text: string, amount: Reconciliation['endBalance']): ReportRow => {
    return { kind: 'total', values: [text, null, null, null, amount] };
  };
  const section = (text: string, documents: readonly BankDocument[]): ReportRow[] => {
    if (documents.length === 0) return [];
    const sum = addMoney(...documents.map(({ amount }) => balanceOf({ kind }, amount)));
    return [
      { kind: 'heading', text },
      ...documents.map((document): ReportRow => {
        const { date, type, id, reference, amount } = document;
        const changed = balanceOf({ kind }, amount);
        const values = [date, `${texts.documents[type]} ${id}`, reference, withPayee(document), changed];
        return { kind: 'line', values };
      }),
      { kind: 'subtotal', values: [text, null, null, null, sum] },
      { kind: 'gap' },
    ];
  };
  return {
    title: texts.titles.reconciliation,
    about: [say(name, 'accounts'), fill(texts.at, { at: one.endDate }), texts.unaudited],
    columns: [
      { title: texts.date, kind: 'date' },
      { title: texts.document, kind: 'text' },
      { title: texts.reference, kind: 'text' },
      { title: texts.description, kind: 'text' },
      ...amountColumns(texts.amount),
    ],
    rows: [
      balance(words.balanceBefore, one.startBalance),
      { kind: 'gap' },
      ...section(words.received, one.cleared.filter(isReceived)),
      ...section(words.paid, one.cleared.filter(isPaid)),
      balance(words.onStatement, one.endBalance),
      { kind: 'gap' },
      ...section(words.outReceived, one.outstanding.filter(isReceived)),
      ...section(words.outPaid, one.outstanding.filter(isPaid)),
      balance(words.inBooks, one.bookBalance),
      ...(one.difference === 0 ? [] : [balance(words.difference, one.difference)]),
    ],
    notes: notesOf(one, texts),
  };
}

/** Returns a reconciliation laid out for people, and its last day. Must run inside a snapshot. Raises `not_found`. */
export async function describeAt(app: App, path: { id: number; rid: number }, locale: Locale | undefined) {
  const [one, account] = [await getReconciliation(app, path), await bankAccount(app, path.id)];
  const report = await completed(app, locale, (setting) => describeReconciliation(one, setting, account));
  return { report, endDate: one.endDate };
}

const isReceived = ({ amount }: BankDocument) => amount > 0;
const isPaid = ({ amount }: BankDocument) => amount < 0;

function notesOf(one: Reconciliation, { reconciliation: words }: Setting['texts']): string[] {
  const { finishedAt, finishedByName, reviewedAt, reviewedByName } = one;
  if (finishedAt === null) return [words.draftReconciliation];
  const by = (text: string, at: string, name: string | null) =>
    fill(text, { date: at.slice(0, 'YYYY-MM-DD'.length), name: name ?? words.somebody });
  return [
    by(words.finishedBy, finishedAt, finishedByName),
    reviewedAt === null ? words.notReviewed : by(words.reviewedBy, reviewedAt, reviewedByName),
  ];
}
