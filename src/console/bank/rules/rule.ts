/** A rule as it is typed: which lines it is for, and what it does with them. */
import { type Minor, toDecimal } from '../../../lib/money.ts';
import { minorOf } from '../../kit/money.ts';
import type { NewRule, Rule } from './queries.ts';

export const ACTIONS = ['Expense', 'OtherIncome', 'Transfer', 'Match', 'Ignore'] as const;
export type ActionType = (typeof ACTIONS)[number];
export type Direction = Rule['direction'];

export type TypedRule = {
  name: string;
  contains: string;
  direction: Direction;
  amountFrom: Minor | null;
  amountTo: Minor | null;
  isActive: boolean;
  type: ActionType;
  subCategoryId: number | null;
  ministryId: number | null;
  vendorId: number | null;
  vendor: string;
  description: string;
  incomeCategoryId: number | null;
  payer: string;
  fundId: number | null;
  otherAccountId: number | null;
};

type Line = { description: string | null; amount: number };

/** Returns the actions that a rule for this direction can have: an expense pays money, and income is received. */
export function actionsFor(direction: Direction): ActionType[] {
  return ACTIONS.filter((type) => type !== (direction === 'In' ? 'Expense' : 'OtherIncome'));
}

/**
 * Returns the part of a bank's text that returns every month: words with digits, such as dates and reference numbers,
 * are left out at its end.
 */
export function lastingPart(text: string): string {
  const words = text.trim().split(/\s+/);
  const isLasting = (word: string) => !/\d/.test(word);
  const end = words.findLastIndex(isLasting);
  const first = words.findIndex(isLasting);
  if (first < 0) return text.trim();
  const next = words.slice(first).findIndex((word) => !isLasting(word));
  return words.slice(first, next < 0 ? end + 1 : first + next).join(' ');
}

/** Returns a rule to type: the one that is changed, or a new one for a line. */
export function typedOf(rule: Rule | undefined, line?: Line): TypedRule {
  const action = rule?.action;
  const direction = rule?.direction ?? (line && line.amount > 0 ? 'In' : 'Out');
  const money = (amount: number | null | undefined) => (amount == null ? null : minorOf(amount));
  return {
    name: rule?.name ?? '',
    contains: rule?.contains ?? (line ? lastingPart(line.description ?? '') : ''),
    direction,
    amountFrom: money(rule?.amountFrom),
    amountTo: money(rule?.amountTo),
    isActive: rule?.isActive ?? true,
    type: action?.type ?? (direction === 'In' ? 'OtherIncome' : 'Expense'),
    subCategoryId: action?.subCategoryId ?? null,
    ministryId: action?.ministryId ?? null,
    vendorId: action?.vendorId ?? null,
    vendor: action?.vendor ?? '',
    description: action?.description ?? '',
    incomeCategoryId: action?.incomeCategoryId ?? null,
    payer: action?.payer ?? '',
    fundId: action?.fundId ?? null,
    otherAccountId: action?.otherAccountId ?? null,
  };
}

/** Returns a rule as it is sent, with only the fields of its action. `before` keeps what the form does not show. */
export function bodyOf(typed: TypedRule, before?: Rule): NewRule {
  const { type, subCategoryId, ministryId, vendorId, incomeCategoryId, fundId, otherAccountId } = typed;
  const text = (value: string) => value.trim() || null;
  const money = (amount: Minor | null) => (amount === null ? null : toDecimal(amount));
  const functionalClass = before?.action.type === 'Expense' ? before.action.functionalClass : null;
  const vendor = vendorId === null ? text(typed.vendor) : null;
  const expense = {
    subCategoryId,
    ministryId,
    functionalClass,
    vendorId,
    vendor,
    fundId,
    description: text(typed.description),
  };
  const fields = {
    Expense: expense,
    OtherIncome: { incomeCategoryId, payer: text(typed.payer), fundId },
    Transfer: { otherAccountId },
    Match: {},
    Ignore: {},
  }[type];
  return {
    name: text(typed.name),
    contains: typed.contains.trim(),
    direction: typed.direction,
    amountFrom: money(typed.amountFrom),
    amountTo: money(typed.amountTo),
    action: { type, ...fields },
    isActive: typed.isActive,
    position: before?.position ?? null,
  };
}
