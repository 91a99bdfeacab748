/** Finds the records that people name in a file or on the command line. */
import type { FieldError } from '../../../errors.ts';
import { fold } from '../../../lib/fold.ts';
import { meaning } from '../../../lib/typo.ts';
import type { LineKey, Target } from './line-rules.ts';
import type { BudgetRecords } from './references.ts';

/** The kinds of lines, as files and commands name them, and the field of each. */
export const KINDS = {
  Giving: 'categoryId',
  'Other income': 'incomeCategoryId',
  Expense: 'subCategoryId',
  Capital: 'accountId',
} as const satisfies Record<string, Target>;
export type Kind = keyof typeof KINDS;

/** The words that people use for each kind. */
export const KIND_WORDS: Record<Kind, readonly string[]> = {
  Giving: ['Offering', 'Offerings', 'Gifts', '奉獻'],
  'Other income': ['OtherIncome', 'Income', 'Revenue', '其他收入', '收入'],
  Expense: ['Expenses', 'Spending', '支出'],
  Capital: ['Capital and loans', 'Account', 'Loan', 'Asset', '資本', '資本與貸款'],
};

/** A line as people name it. Empty fields are undefined. */
export type Said = {
  kind?: string | undefined;
  category: string;
  ministry?: string | undefined;
  fund?: string | undefined;
};

type Found = { key: Required<LineKey>; faults: readonly FieldError[] };
const NONE = { categoryId: null, incomeCategoryId: null, subCategoryId: null, accountId: null };

/** Returns the ids of what a line names. The `path` of a fault is `kind`, `category`, `ministry` or `fund`. */
export function findKey(records: BudgetRecords, { kind, category, ministry, fund }: Said): Found {
  const target = findTarget(records, kind, category);
  const ministryId = findId(records.ministryId, 'ministry', ministry);
  const fundId = findId(records.fundId, 'fund', fund);
  const found = [target, ministryId, fundId];
  const faults = found.flatMap((one) => (typeof one === 'object' && one !== null && 'code' in one ? [one] : []));
  const ids = typeof target === 'object' && !('code' in target) ? target : {};
  return { key: { ...NONE, ...ids, ministryId: numberIn(ministryId), fundId: numberIn(fundId) }, faults };
}

const numberIn = (found: number | null | FieldError) => (typeof found === 'number' ? found : null);

function findTarget(records: BudgetRecords, kind: string | undefined, text: string): LineKey | FieldError {
  const kinds = Object.keys(KINDS) as Kind[];
  const wanted = kind === undefined ? kinds : kinds.filter((one) => one === kind);
  if (wanted.length === 0)
    return { path: 'kind', code: 'invalid_value', message: `must be one of ${kinds.join(', ')}` };
  const found = wanted.flatMap((one) => namedBy(records, one, text, kind !== undefined).map((id) => ({ one, id })));
  const active = found.filter(({ one, id }) => records[KINDS[one]].get(id)?.isActive);
  const [first, second] = active.length > 0 ? active : found;
  if (first === undefined) {
    const names = wanted.flatMap((one) => [...records[KINDS[one]].values()].flatMap(namesOf));
    const what =
      kind === undefined
        ? 'giving category, category of other income, expense or account'
        : PLAIN[wanted[0] ?? 'Giving'];
    return { path: 'category', code: 'unknown_reference', message: `names no ${what}: ${text}${meaning(text, names)}` };
  }
  if (second === undefined) return { [KINDS[first.one]]: first.id };
  const message =
    first.one === second.one
      ? `names more than one: ${text}. Write the group and the name, such as "Office: ${text}"`
      : `names more than one: ${text}. Give the kind, such as ${first.one}`;
  return { path: 'category', code: 'ambiguous', message };
}

const PLAIN: Record<Kind, string> = {
  Giving: 'giving category',
  'Other income': 'category of other income',
  Expense: 'expense subcategory',
  Capital: 'account',
};

/** Returns the ids of the records of a kind that a text names: by name, by account number, or by id. */
function namedBy(records: BudgetRecords, kind: Kind, text: string, byId: boolean): number[] {
  const all = [...records[KINDS[kind]].values()];
  const wanted = fold(text);
  const byName = all.filter((one) => namesOf(one).some((name) => fold(name) === wanted)).map(({ id }) => id);
  if (byName.length > 0 || !byId || !/^\d{1,15}$/.test(text)) return byName;
  return records[KINDS[kind]].has(Number(text)) ? [Number(text)] : [];
}

type Nameable = { name: string; nameZh: string | null; groupName?: string; number?: string | null };

function namesOf({ name, nameZh, groupName, number }: Nameable): string[] {
  const names = [name, ...(nameZh === null ? [] : [nameZh])];
  const grouped = groupName === undefined ? [] : names.map((one) => `${groupName}: ${one}`);
  return [...names, ...grouped, ...(number == null ? [] : [number])];
}

/**
 * Returns the id of the ministry or fund that a text names, by its name or its id. Returns null for no text, and a fault
 * if there is none.
 */
export function findId(
  records: ReadonlyMap<number, Nameable & { id: number }>,
  path: 'ministry' | 'fund',
  text: string | undefined,
): number | null | FieldError {
  if (text === undefined) return null;
  const wanted = fold(text);
  const found = [...records.values()].find((one) => namesOf(one).some((name) => fold(name) === wanted));
  if (found) return found.id;
  if (/^\d{1,15}$/.test(text) && records.has(Number(text))) return Number(text);
  const names = [...records.values()].flatMap(namesOf);
  return { path, code: 'unknown_reference', message: `names no ${path}: ${text}${meaning(text, names)}` };
}

/** Returns the kind of a line. */
export function kindOf(line: LineKey): Kind {
  const kinds = Object.keys(KINDS) as Kind[];
  return kinds.find((kind) => line[KINDS[kind]] != null) ?? 'Expense';
}

/** Returns the name of what a line is for. A name that several subcategories have is preceded by its group. */
export function categoryText(records: BudgetRecords, line: LineKey & { name: string }): string {
  const own = records.subCategoryId.get(line.subCategoryId ?? 0);
  if (!own) return line.name;
  const alike = [...records.subCategoryId.values()].filter(({ name }) => fold(name) === fold(own.name));
  return alike.length > 1 ? `${own.groupName}: ${own.name}` : own.name;
}
