import type { FieldError } from '../../../errors.ts';
import { fold } from '../../../lib/fold.ts';
import { formatMoney, type Minor, subtractMoney } from '../../../lib/money.ts';
import { sha256Hex } from '../../../lib/secret.ts';
import type { FigureLine } from './queries.ts';
import type { NewPriorFigures } from './schema.ts';

type Named = { id: number; name: string; nameZh: string | null };

/** The records that a line can be for, by id. */
export type FigureRecords = {
  categoryId: ReadonlyMap<number, Named & { fundId: number }>;
  incomeCategoryId: ReadonlyMap<number, Named>;
  subCategoryId: ReadonlyMap<number, Named & { groupId: number }>;
  groupId: ReadonlyMap<number, Named>;
};
type Field = keyof FigureRecords;

const FIELDS = { Income: ['categoryId', 'incomeCategoryId'], Expense: ['subCategoryId', 'groupId'] } as const;

/** What a line is for: a record, or null for a row of its own. */
export type Target = { field: Field; id: number } | null;

/** Returns what a line is for. A line without an id is for the only record of its part that has exactly its name. */
export function targetOf(line: FigureLine, records: FigureRecords): Target {
  const fields = FIELDS[line.part];
  for (const field of fields) {
    const id = line[field];
    if (id !== null) return { field, id };
  }
  const name = fold(line.name);
  const isNamed = (one: Named) => fold(one.name) === name || (one.nameZh !== null && fold(one.nameZh) === name);
  const found = fields.flatMap((field) =>
    [...records[field].values()].filter(isNamed).map(({ id }) => ({ field, id })),
  );
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** The totals at the end of a fiscal year. Of three, two are enough to know the third. */
export type Ends = Readonly<Record<'netAssets' | 'assets' | 'liabilities', Minor | null>>;

/** True if figures say nothing. */
export const isEmpty = ({ lines, netAssets, assets, liabilities }: Ends & { lines: readonly unknown[] }): boolean =>
  lines.length === 0 && netAssets === null && assets === null && liabilities === null;

/** Returns the net assets at the end of the year, or null if what was entered does not say them. */
export function netAssetsOf({ netAssets, assets, liabilities }: Ends): Minor | null {
  if (netAssets !== null || assets === null || liabilities === null) return netAssets;
  return subtractMoney(assets, liabilities);
}

/** Returns lines with the ids of what they are for, so that a category that is added or renamed later changes no figure. */
export function withTargets(lines: readonly FigureLine[], records: FigureRecords): FigureLine[] {
  return lines.map((line) => {
    const target = targetOf(line, records);
    return target === null ? line : { ...line, [target.field]: target.id };
  });
}

/** Returns the lines of figures as they were sent, the income first. */
export function linesOf({ income, expenses }: NewPriorFigures): FigureLine[] {
  const none = { categoryId: null, incomeCategoryId: null, subCategoryId: null, groupId: null };
  return [
    ...income.map(({ amount, ...line }) => ({ ...none, part: 'Income' as const, ...line, amountMinor: amount })),
    ...expenses.map(({ amount, ...line }) => ({ ...none, part: 'Expense' as const, ...line, amountMinor: amount })),
  ];
}

/** Returns what is wrong with figures as they were sent: totals that do not add up, and lines for the same thing. */
export function faultsOf(input: NewPriorFigures, records: FigureRecords): FieldError[] {
  return [...totalFaults(input), ...lineFaults(input, records)];
}

function totalFaults({ netAssets, assets, liabilities }: Ends): FieldError[] {
  if (netAssets === null || assets === null || liabilities === null) return [];
  const difference = subtractMoney(assets, liabilities);
  if (difference === netAssets) return [];
  const message = `is ${formatMoney(netAssets)}, but the assets less the liabilities are ${formatMoney(difference)}`;
  return [{ path: 'netAssets', code: 'net_assets_differ', message }];
}

function lineFaults(input: NewPriorFigures, records: FigureRecords): FieldError[] {
  const known = new Map<string, string>();
  const parts = groupsOfParts(input, records);
  return linesOf(input).flatMap((line, place): FieldError[] => {
    const path = pathOf(input, place);
    const target = targetOf(line, records);
    const key = target === null ? `${line.part} ${fold(line.name)}` : `${target.field} ${target.id}`;
    const earlier = known.get(key);
    known.set(key, earlier ?? path);
    if (earlier !== undefined) {
      const message = `is for the same as ${earlier}; put both amounts into one line`;
      return [{ path, code: 'duplicate', message }];
    }
    const part = target?.field === 'groupId' ? parts.get(target.id) : undefined;
    if (part === undefined) return [];
    const message = `is for the whole group of ${part}; name either the group or its subcategories`;
    return [{ path, code: 'overlaps', message }];
  });
}

/** Returns the path of the first line for a subcategory of each group, by the id of the group. */
function groupsOfParts(input: NewPriorFigures, records: FigureRecords): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  for (const [place, line] of linesOf(input).entries()) {
    const target = targetOf(line, records);
    const groupId = target?.field === 'subCategoryId' ? records.subCategoryId.get(target.id)?.groupId : undefined;
    if (groupId !== undefined && !found.has(groupId)) found.set(groupId, pathOf(input, place));
  }
  return found;
}

/** Returns the path of a line in the request by its place among all lines, from 0. */
export function pathOf({ income }: NewPriorFigures, place: number): string {
  return place < income.length ? `income.${place}` : `expenses.${place - income.length}`;
}

/** Figures as lists of their stored values: the totals, and each line. */
type Contents = { totals: readonly unknown[]; lines: readonly unknown[] };

/** Returns the hash of stored figures. The audit log stores this hash at every change. */
export function digestOfFigures({ totals, lines }: Contents): string {
  return sha256Hex(JSON.stringify([totals, lines]));
}

/** Returns the values of a line in the order in which they are hashed. */
export function valuesOf(line: FigureLine): unknown[] {
  const { part, name, categoryId, incomeCategoryId, subCategoryId, groupId, amountMinor } = line;
  return [part, name, categoryId, incomeCategoryId, subCategoryId, groupId, amountMinor];
}
