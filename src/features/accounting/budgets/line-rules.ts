/** Checks which fields of a budget line may be sent together, and that its months add up. */
import { GENERAL_FUND } from '../../../books/fund-classes.ts';
import { addMoney, formatMoney, type Minor } from '../../../lib/money.ts';

/** What a line is for: exactly one of these fields names it. */
export const TARGETS = ['categoryId', 'incomeCategoryId', 'subCategoryId', 'accountId'] as const;
export type Target = (typeof TARGETS)[number];

/** A line as it is sent. Other fields of the request may be wrong, so any field may be missing. */
type Sent = { [Field in Target | 'ministryId' | 'fundId' | 'annual' | 'months']?: unknown };

type Fault = { path: (string | number)[]; code: string; message: string };

/** Returns what is wrong with the lines of a budget. The paths begin with the index of the line. */
export function lineFaults(lines: readonly unknown[]): Fault[] {
  const known = new Map<string, number>();
  return lines.flatMap((line, index): Fault[] => {
    if (typeof line !== 'object' || line === null) return [];
    const faults = faultsOf(line as Sent).map((fault) => ({ ...fault, path: [index, ...fault.path] }));
    if (faults.length > 0) return faults;
    const key = keyOf(line);
    const earlier = known.get(key);
    known.set(key, earlier ?? index);
    if (earlier === undefined) return [];
    const message = `is for the same as line ${earlier}; put both amounts into one line`;
    return [{ path: [index], code: 'duplicate', message }];
  });
}

function faultsOf(line: Sent): Fault[] {
  const named = TARGETS.filter((field) => line[field] != null);
  if (named.length !== 1) {
    const message = `must have exactly one of ${TARGETS.slice(0, -1).join(', ')} and ${TARGETS.at(-1)}`;
    return [{ path: [], code: named.length === 0 ? 'required' : 'too_many', message }];
  }
  const isSpent = line.subCategoryId != null || line.accountId != null;
  return [
    ...(isSpent || line.ministryId == null
      ? []
      : [
          {
            path: ['ministryId'],
            code: 'only_for_expenses',
            message: 'is only for expenses, purchases and repayments',
          },
        ]),
    ...monthFaults(line),
  ];
}

function monthFaults({ annual, months }: Sent): Fault[] {
  if (typeof annual !== 'number' || !isAmounts(months)) return [];
  const sum = addMoney(...months);
  if (sum === annual) return [];
  const message = `must add up to the annual amount of ${formatMoney(annual as Minor)}, but add up to ${formatMoney(sum)}`;
  return [{ path: ['months'], code: 'months_differ', message }];
}

const isAmounts = (months: unknown): months is Minor[] =>
  Array.isArray(months) && months.length === 12 && months.every((one) => Number.isSafeInteger(one) && one >= 0);

/** What a line is for. Two lines of a budget may not have the same key. */
export type LineKey = { [Field in Target | 'ministryId' | 'fundId']?: number | null };

/**
 * Returns a text that is the same for two lines for the same thing. A line without a fund is for the General fund, but
 * giving always belongs to the fund of its category.
 */
export function keyOf(line: LineKey): string {
  const targets = TARGETS.map((field) => line[field] ?? '');
  const fund = line.categoryId == null ? (line.fundId ?? GENERAL_FUND) : '';
  return [...targets, line.ministryId ?? '', fund].join('/');
}
