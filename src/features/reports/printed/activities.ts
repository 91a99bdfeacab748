import { fill } from '../../../lib/template.ts';
import type { Activities, ActivityRow } from '../books/activities-schema.ts';
import { yearBefore } from '../books/income-statement.ts';
import type { ReportRow, Value } from '../formats/report.ts';
import type { Kind } from './names.ts';
import { aboutPeriod, amountColumns, type Described, priorNotes, type Setting } from './texts.ts';

const KINDS: Readonly<Partial<Record<ActivityRow['kind'], readonly Kind[]>>> = {
  Income: ['categories', 'incomeCategories'],
  Expense: ['groups'],
};

/**
 * Returns the description of a statement of activities: two columns and their total, with the releases between income and
 * expenses, and the net assets below. The year before is compared in its total.
 */
export function describeActivities(report: Activities, { texts, say }: Setting): Described {
  const { netAssets, prior, released } = report;
  const isCompared = prior !== undefined;
  const priorOf = (amounts: readonly Value[] | null | undefined): Value[] => (isCompared ? [amounts?.[2] ?? null] : []);
  const lineOf = (row: ActivityRow, text: string): ReportRow => {
    return { kind: 'line', indent: 1, values: [text, ...row.amounts, ...priorOf(row.prior)] };
  };
  const of = (kind: ActivityRow['kind'], text?: string) =>
    report.rows
      .filter((row) => row.kind === kind)
      .map((row) => lineOf(row, text ?? say(row.name, ...(KINDS[kind] ?? []))));
  const netRow = (kind: 'line' | 'total', text: string, part: keyof typeof netAssets): ReportRow => {
    return { kind, values: [text, ...netAssets[part], ...priorOf(prior?.[part])] };
  };
  return {
    title: texts.titles.activities,
    about: [...aboutPeriod(texts, report), ...(prior ? [fill(texts.priorPeriod, yearBefore(report))] : [])],
    columns: [
      { title: texts.item, kind: 'text' },
      ...amountColumns(
        texts.withoutRestrictions,
        texts.withRestrictions,
        texts.all,
        ...(isCompared ? [texts.prior] : []),
      ),
    ],
    rows: [
      { kind: 'heading', text: texts.income },
      ...of('Income'),
      ...of('Released', texts.releasedLine),
      { kind: 'gap' },
      { kind: 'heading', text: texts.expenses },
      ...of('Expense'),
      ...of('Adjustment', texts.transfersAndAdjustments),
      { kind: 'gap' },
      netRow('total', texts.netChange, 'change'),
      netRow('line', texts.netAssetsBefore, 'opening'),
      netRow('total', texts.netAssetsAfter, 'closing'),
      ...releasedRows(report, { texts, say }),
    ],
    notes: [
      ...(report.includesHistory ? [texts.history] : []),
      ...priorNotes(report, texts),
      ...(released.length === 0 ? [] : [texts.releasedNote]),
    ],
  };
}

/** Returns the funds behind the line of releases. */
function releasedRows({ released, prior }: Activities, { texts, say }: Setting): ReportRow[] {
  if (released.length === 0) return [];
  const rest: Value[] = prior === undefined ? [null, null] : [null, null, null];
  return [
    { kind: 'gap' },
    { kind: 'heading', text: texts.releasedFrom },
    ...released.map(({ fundId, name, amount }): ReportRow => {
      const source = { type: 'Fund', id: fundId } as const;
      return { kind: 'line', indent: 1, values: [say(name, 'funds'), amount, ...rest], source };
    }),
  ];
}
