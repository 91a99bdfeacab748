/** What is typed into the figures of a year before the books, and the request that it becomes. */
import type { Schemas } from '../../client/client.ts';
import { formatMoney, toDecimal, ZERO } from '../../lib/money.ts';
import { minorOf } from '../kit/money.ts';
import { readBalance } from '../kit/typed-balance.ts';
import { nextKey } from './opening-more.ts';

type Figures = Schemas['PriorFigures'];
type NewFigures = Schemas['NewPriorFigures'];
export type List = 'income' | 'expenses';
type Field = 'categoryId' | 'incomeCategoryId' | 'subCategoryId';

/** A category of the church that has a box of its own. */
export type Box = { list: List; field: Field; id: number; name: string };

/** A row that is for no category: a name, and perhaps a whole group of expenses. */
export type OwnRow = { key: number; list: List; name: string; amount: string; groupId: number | null };

export type FiguresTyped = {
  /** The typed amounts by the key of their box (`boxKey`). */
  amounts: Readonly<Record<string, string>>;
  own: readonly OwnRow[];
  assets: string;
  liabilities: string;
  netAssets: string;
};

export const boxKey = ({ field, id }: Pick<Box, 'field' | 'id'>) => `${field} ${id}`;

const textOf = (amount: number | null) => (amount === null ? '' : formatMoney(minorOf(amount)));

/** Returns the stored lines with the box of each, if it has one. */
function stored(figures: Figures | undefined) {
  const { income = [], expenses = [] } = figures ?? {};
  return [
    ...income.map(({ categoryId, incomeCategoryId, ...line }) => {
      const field = categoryId === null ? ('incomeCategoryId' as const) : ('categoryId' as const);
      return { ...line, list: 'income' as const, field, id: categoryId ?? incomeCategoryId, groupId: null };
    }),
    ...expenses.map(({ subCategoryId, ...line }) => {
      return { ...line, list: 'expenses' as const, field: 'subCategoryId' as const, id: subCategoryId };
    }),
  ];
}

/** Returns the texts for stored figures. */
export function figuresTyped(figures: Figures | undefined): FiguresTyped {
  const { assets = null, liabilities = null, netAssets = null } = figures ?? {};
  const lines = stored(figures);
  return {
    amounts: Object.fromEntries(
      lines.flatMap(({ field, id, amount }) => (id === null ? [] : [[boxKey({ field, id }), textOf(amount)]])),
    ),
    own: lines
      .filter(({ id }) => id === null)
      .map(({ list, name, amount, groupId }, key) => ({ key, list, name, amount: textOf(amount), groupId })),
    assets: textOf(assets),
    liabilities: textOf(liabilities),
    netAssets: textOf(netAssets),
  };
}

/** Returns the rows with an empty one for income or expenses. */
export const withRow = (rows: readonly OwnRow[], list: List): OwnRow[] => [
  ...rows,
  { key: nextKey(rows), list, name: '', amount: '', groupId: null },
];

/**
 * Returns the request for the typed texts. An empty box is not in it. A line keeps the name that it has in `seen`, which
 * may be that of the old books.
 */
export function figuresOf(typed: FiguresTyped, boxes: readonly Box[], seen: Figures): NewFigures {
  const decimal = (text = '') => toDecimal(readBalance(text) ?? ZERO);
  const optional = (text: string) => (text.trim() === '' ? null : decimal(text));
  const names = new Map(
    stored(seen).flatMap(({ field, id, name }) => (id === null ? [] : [[boxKey({ field, id }), name]])),
  );
  const linesOf = (list: List) => [
    ...boxes
      .filter((box) => box.list === list && (typed.amounts[boxKey(box)] ?? '').trim() !== '')
      .map((box) => ({
        name: names.get(boxKey(box)) ?? box.name,
        [box.field]: box.id,
        amount: decimal(typed.amounts[boxKey(box)]),
      })),
    ...typed.own
      .filter((row) => row.list === list)
      .map(({ name, amount, groupId }) => ({ name, ...(groupId !== null && { groupId }), amount: decimal(amount) })),
  ];
  return {
    income: linesOf('income'),
    expenses: linesOf('expenses'),
    assets: optional(typed.assets),
    liabilities: optional(typed.liabilities),
    netAssets: optional(typed.netAssets),
  };
}
