/** Describes the reports of balances: the balance sheet, the fund balances and the trial balance. */
import { isOwned } from '../../../books/fund-classes.ts';
import { addMoney, type Minor, ZERO } from '../../../lib/money.ts';
import { fill } from '../../../lib/template.ts';
import type { BalanceSheet, FundBalances, SheetLine, TrialBalance } from '../books/schema.ts';
import type { ReportRow, Source, Value } from '../formats/report.ts';
import { aboutPeriod, amountColumns, type Described, priorNotes, type Setting, unlessZero } from './texts.ts';

/** Returns the description of a balance sheet: assets, liabilities and net assets. */
export function describeBalanceSheet(report: BalanceSheet, { texts, say }: Setting): Described {
  const { at, basis, prior } = report;
  const isCompared = prior !== undefined;
  // Without figures of the year before, the column is empty.
  const withPrior = (amount: Minor, before: Minor | null | undefined): Value[] => [
    amount,
    ...(isCompared ? [prior === null || before === null ? null : (before ?? ZERO)] : []),
  ];
  const section = (
    part: 'assets' | 'liabilities' | 'netAssets',
    total: keyof NonNullable<typeof prior>,
  ): ReportRow[] => [
    { kind: 'heading', text: texts[part] },
    ...report[part].map((line: SheetLine): ReportRow => {
      const values = [say(line.name, 'accounts'), ...withPrior(line.amount, line.prior)];
      return { kind: 'line', indent: 1, values, source: sourceOf(line) };
    }),
    { kind: 'subtotal', values: [texts[total], ...withPrior(report[total], prior?.[total])] },
    { kind: 'gap' },
  ];
  const both = addMoney(report.totalLiabilities, report.totalNetAssets);
  // The liabilities and net assets are what the assets are.
  const bothBefore = prior?.totalAssets;
  return {
    title: texts.titles.balanceSheet,
    about: [fill(texts.at, { at }), texts[basis]],
    columns: [
      { title: texts.item, kind: 'text' },
      ...amountColumns(texts.amount, ...(isCompared ? [texts.prior] : [])),
    ],
    rows: [
      ...section('assets', 'totalAssets'),
      ...section('liabilities', 'totalLiabilities'),
      ...section('netAssets', 'totalNetAssets'),
      { kind: 'total', values: [texts.totalBoth, ...withPrior(both, bothBefore)] },
    ],
    notes: priorNotes(report, texts),
  };
}

function sourceOf({ accountId, fundId }: SheetLine): Source | undefined {
  if (accountId !== null) return { type: 'Account', id: accountId };
  return fundId === null ? undefined : { type: 'Fund', id: fundId };
}

type Fund = FundBalances['funds'][number];

/** The columns of a table of funds. A column without `isAlways` is left out if no fund has an amount in it. */
const FUND_COLUMNS = [
  { field: 'opening', word: 'opening', isAlways: true },
  { field: 'giving', word: 'giving', isAlways: true },
  { field: 'otherIncome', word: 'otherIncome', isAlways: false },
  { field: 'expenses', word: 'expenses', isAlways: true },
  { field: 'transfers', word: 'transfers', isAlways: false },
  { field: 'released', word: 'fundReleased', isAlways: false },
  { field: 'adjustments', word: 'fundAdjustments', isAlways: false },
  { field: 'closing', word: 'closing', isAlways: true },
] as const;

/** Returns the description of the fund balances: the church's own funds with their total, and money held for others. */
export function describeFundBalances(report: FundBalances, { texts, say }: Setting): Described {
  const shown = FUND_COLUMNS.filter(({ field, isAlways }) => isAlways || report.funds.some((fund) => fund[field]));
  const own = report.funds.filter((fund) => fund.class === null || isOwned(fund.class));
  const held = report.funds.filter((fund) => !own.includes(fund));
  const rowOf = (fund: Fund): ReportRow => ({
    kind: 'line',
    values: [
      say(fund.name, 'funds'),
      fund.class === null ? null : texts.classes[fund.class],
      ...shown.map(({ field }) => fund[field] ?? ZERO),
    ],
    source: fund.fundId === null ? undefined : { type: 'Fund', id: fund.fundId },
  });
  const sums = shown.map(({ field }) => addMoney(...own.map((fund) => fund[field] ?? ZERO)));
  return {
    title: texts.titles.fundBalances,
    about: aboutPeriod(texts, report),
    columns: [
      { title: texts.fund, kind: 'text' },
      { title: texts.class, kind: 'text' },
      ...amountColumns(...shown.map(({ word }) => texts[word])),
    ],
    rows: [
      ...own.map(rowOf),
      { kind: 'total', values: [texts.allFunds, null, ...sums] },
      ...(held.length === 0 ? [] : [{ kind: 'gap' } as const, { kind: 'heading', text: texts.held } as const]),
      ...held.map(rowOf),
    ],
    notes: [],
  };
}

/** Returns the description of a trial balance: every account, fund and category with its debit or credit. */
export function describeTrialBalance(report: TrialBalance, { texts, say }: Setting): Described {
  const { at, since, basis, lines, totalDebit, totalCredit } = report;
  return {
    title: texts.titles.trialBalance,
    about: [fill(texts.at, { at }), fill(texts.since, { since }), texts[basis]],
    columns: [{ title: texts.account, kind: 'text' }, ...amountColumns(texts.debit, texts.credit)],
    rows: [
      ...lines.map(({ name, debit, credit, source }): ReportRow => {
        const values = [say(name, 'accounts'), unlessZero(debit), unlessZero(credit)];
        return { kind: 'line', values, source: source ?? undefined };
      }),
      { kind: 'total', values: [texts.all, totalDebit, totalCredit] },
    ],
    notes: [],
  };
}
