/** Compares the stored reports of a closed year with the same reports computed now. */
import type { Minor } from '../../../lib/money.ts';
import type { BalanceSheet, FundBalances, IncomeStatement } from '../books/schema.ts';
import type { Form990Report } from '../form990/schema.ts';
import type { FiscalYear } from './schema.ts';

type Change = FiscalYear['changes'][number];
type Line = { key: string; name: string; amount: Minor };
type Reports = Readonly<Record<string, unknown>>;

/** Returns the lines whose names or amounts differ, report by report. */
export function changesSince(stored: Reports, current: Reports): Change[] {
  return COMPARED.flatMap(({ report, key, linesOf }) => {
    const [before, after] = [stored[key], current[key]];
    if (before === undefined || after === undefined) return [];
    return differences(linesOf(before as never), linesOf(after as never)).map((change) => ({ report, ...change }));
  });
}

const COMPARED: readonly { report: Change['report']; key: string; linesOf: (report: never) => Line[] }[] = [
  { report: 'Form990', key: 'form990', linesOf: form990Lines },
  { report: 'IncomeStatement', key: 'income-statement/booked/none', linesOf: incomeLines },
  { report: 'BalanceSheet', key: 'balance-sheet/booked', linesOf: sheetLines },
  { report: 'FundBalances', key: 'fund-balances/booked', linesOf: fundLines },
];

function form990Lines({ lines }: Form990Report): Line[] {
  return lines.flatMap(({ code, description, programServices, managementAndGeneral, fundraising }) => {
    const name = [code, description].filter((text) => text !== null).join(' ');
    return [
      { key: `${code}/B`, name: `${name}: program services`, amount: programServices },
      { key: `${code}/C`, name: `${name}: management and general`, amount: managementAndGeneral },
      { key: `${code}/D`, name: `${name}: fundraising`, amount: fundraising },
    ];
  });
}

function incomeLines({ giving, otherIncome, expenses, adjustments }: IncomeStatement): Line[] {
  const lines = { giving, otherIncome, expenses };
  const all = Object.entries(lines).flatMap(([part, rows]) =>
    rows.map(({ id, name, amount }) => ({ key: `${part}/${id}`, name, amount })),
  );
  return [...all, { key: 'adjustments', name: 'Adjustments', amount: adjustments }];
}

function sheetLines({ assets, liabilities, netAssets }: BalanceSheet): Line[] {
  return [...assets, ...liabilities, ...netAssets].map(({ accountId, fundId, name, amount }) => ({
    key: accountId === null && fundId === null ? name : `${accountId ?? ''}/${fundId ?? ''}`,
    name,
    amount,
  }));
}

function fundLines({ funds }: FundBalances): Line[] {
  return funds.map(({ fundId, name, closing }) => ({ key: String(fundId), name, amount: closing }));
}

function differences(before: readonly Line[], after: readonly Line[]): Omit<Change, 'report'>[] {
  const [old, now] = [byKey(before), byKey(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((key) => {
    const [stored, current] = [old.get(key) ?? null, now.get(key) ?? null];
    if (stored?.name === current?.name && stored?.amount === current?.amount) return [];
    // A line of zero that only one of the two reports has changes nothing.
    if ((stored?.amount ?? 0) === 0 && (current?.amount ?? 0) === 0 && (stored === null || current === null)) return [];
    return [{ stored: stored && shown(stored), current: current && shown(current) }];
  });
}

const byKey = (lines: readonly Line[]) => new Map(lines.map((line) => [line.key, line]));
const shown = ({ name, amount }: Line) => ({ name, amount });
