import type { BankedType } from '../../../books/account-documents.ts';
import type { FundClass } from '../../../books/fund-classes.ts';
import type { Minor } from '../../../lib/money.ts';
import { fill } from '../../../lib/template.ts';
import type { Locale } from '../../../lib/wire.ts';
import { readTexts } from '../../../package.ts';
import type { Basis } from '../books/schema.ts';
import type { LedgerItem, ReleaseType } from '../books/ledger-schema.ts';
import type { TieOutCode } from '../books/tie-out-schema.ts';
import type { Report, ReportColumn } from '../formats/report.ts';
import type { Translate } from './names.ts';

type Title =
  | 'incomeStatement'
  | 'activities'
  | 'balanceSheet'
  | 'fundBalances'
  | 'trialBalance'
  | 'generalLedger'
  | 'payables'
  | 'interfund'
  | 'releases'
  | 'paymentRegister'
  | 'givingTieOut'
  | 'budget'
  | 'reconciliation';

type Word =
  | 'income'
  | 'releasedLine'
  | 'withoutRestrictions'
  | 'withRestrictions'
  | 'netAssetsBefore'
  | 'netAssetsAfter'
  | 'releasedFrom'
  | 'releasedNote'
  | 'asSpent'
  | 'noPrior'
  | 'enteredPrior'
  | 'period'
  | 'at'
  | 'since'
  | 'year'
  | Basis
  | 'unaudited'
  | 'item'
  | 'amount'
  | 'all'
  | 'prior'
  | 'priorPeriod'
  | 'budget'
  | 'budgetPeriod'
  | 'noBudget'
  | 'budgetDraft'
  | 'budgetAdopted'
  | 'budgetAmended'
  | 'ofMinistry'
  | 'ofFund'
  | 'capital'
  | 'totalCapital'
  | 'monthBudget'
  | 'monthActual'
  | 'toDateBudget'
  | 'toDateActual'
  | 'yearBudget'
  | 'left'
  | 'over'
  | 'operatingResult'
  | 'withoutPayment'
  | 'withoutPaymentNote'
  | 'unpaidCapital'
  | 'changeInCash'
  | 'cashNote'
  | 'overNote'
  | 'giving'
  | 'otherIncome'
  | 'expenses'
  | 'totalGiving'
  | 'totalOtherIncome'
  | 'totalExpenses'
  | 'adjustments'
  | 'transfersAndAdjustments'
  | 'netChange'
  | 'released'
  | 'history'
  | 'assets'
  | 'liabilities'
  | 'netAssets'
  | 'totalAssets'
  | 'totalLiabilities'
  | 'totalNetAssets'
  | 'totalBoth'
  | 'fund'
  | 'lender'
  | 'borrower'
  | 'class'
  | 'opening'
  | 'transfers'
  | 'fundReleased'
  | 'fundAdjustments'
  | 'closing'
  | 'allFunds'
  | 'held'
  | 'account'
  | 'debit'
  | 'credit'
  | 'balance'
  | 'date'
  | 'document'
  | 'id'
  | 'description'
  | 'dueSince'
  | 'bill'
  | 'method'
  | 'reference'
  | 'payee'
  | 'voidedOn'
  | 'void'
  | 'totalPaid'
  | 'gaps'
  | 'inBooks'
  | 'onStatements';

type ReconciliationWord =
  | 'balanceBefore'
  | 'received'
  | 'paid'
  | 'onStatement'
  | 'outReceived'
  | 'outPaid'
  | 'inBooks'
  | 'difference'
  | 'finishedBy'
  | 'reviewedBy'
  | 'draftReconciliation'
  | 'notReviewed'
  | 'somebody';

/** The texts of the reports of the books, by language: `templates/LOCALE/book-reports.json`. */
export type BookTexts = Record<Word, string> & {
  titles: Record<Title, string>;
  classes: Record<FundClass, string>;
  releaseTypes: Record<ReleaseType, string>;
  documents: Record<LedgerItem['type'] | BankedType, string>;
  methods: Readonly<Partial<Record<string, string>>>;
  differences: Record<TieOutCode, string>;
  reconciliation: Record<ReconciliationWord, string>;
  /** Words for the account of a credit card, in place of those for a bank account. */
  cardReconciliation: Pick<Record<ReconciliationWord, string>, 'received' | 'paid' | 'outReceived' | 'outPaid'>;
  /** Translations of names that the API gives to lines and columns. */
  names: Readonly<Partial<Record<string, string>>>;
};

/** Returns the texts of the reports of the books in a language. */
export function bookTexts(locale: Locale): BookTexts {
  return readTexts(locale, 'book-reports') as BookTexts;
}

/** The texts of a language, and the function that translates names into that language. */
export type Setting = { texts: BookTexts; say: Translate };

/** A report without its church and its language. */
export type Described = Omit<Report, 'locale' | 'church'>;

/** Returns columns of amounts. */
export const amountColumns = (...titles: readonly string[]): ReportColumn[] =>
  titles.map((title) => ({ title, kind: 'amount' }));

/** Returns the amount, or null for zero, so that the cell is empty. */
export const unlessZero = (amount: Minor) => (amount === 0 ? null : amount);

/** Returns two lines to print below the title: the range of days, and how the figures count. */
export function aboutPeriod(texts: BookTexts, { from, to, basis }: { from: string; to: string; basis: Basis }) {
  return [fill(texts.period, { from, to }), texts[basis]];
}

/** Returns the note about the figures of the year before: that there are none, or that the church entered them. */
export function priorNotes(
  { prior, priorIsEntered }: { prior?: unknown; priorIsEntered?: true | undefined },
  { noPrior, enteredPrior }: BookTexts,
): string[] {
  if (priorIsEntered) return [enteredPrior];
  return prior === null ? [noPrior] : [];
}
