/** What the screen of a document shows: its facts, and the documents that it consists of or belongs to. */
import type { FigureRow } from '../kit/figure-table.tsx';
import type { Documents } from './queries.ts';

export type Source = NonNullable<FigureRow['source']> | { type: 'OfferingSession'; id: number };
/** A part of a document. Without a name, it is named by its source. */
export type Part = { name: string | null; amount: number; source: Source | null };
export type Facts = {
  date: string;
  amount: number;
  /** The facts, by the end of the key of their word. Empty ones are left out. */
  facts: [word: FactWord, value: string][];
  parts: Part[];
};
export type FactWord =
  | 'account'
  | 'method'
  | 'reference'
  | 'voidedOn'
  | 'reason'
  | 'memo'
  | 'category'
  | 'fund'
  | 'payer'
  | 'fromAccount'
  | 'toAccount'
  | 'fromFund'
  | 'toFund'
  | 'note';

type Given = readonly (readonly [FactWord, string | null])[];

const known = (facts: Given): Facts['facts'] =>
  facts.flatMap(([word, value]) => (value === null || value === '' ? [] : [[word, value]]));

const session = (id: number | null): Source | null => (id === null ? null : { type: 'OfferingSession', id });

const FACTS: { [Type in keyof Documents]: (one: Documents[Type]) => Omit<Facts, 'date' | 'amount'> } = {
  Giving: (one) => ({
    facts: known([
      ['category', one.categoryName],
      ['method', one.method],
      ['reference', one.checkNumber ?? one.zelleReference ?? one.payPalReference],
      ['note', one.note],
    ]),
    parts: one.sessionId === null ? [] : [{ name: null, amount: one.amount, source: session(one.sessionId) }],
  }),
  Deposit: (one) => ({
    facts: known([
      ['account', one.accountName],
      ['memo', one.memo],
    ]),
    parts: [
      ...one.items.map(({ sessionId, givingId, otherIncomeId, amount }): Part => {
        if (sessionId !== null) return { name: null, amount, source: session(sessionId) };
        if (givingId !== null) return { name: null, amount, source: { type: 'Giving', id: givingId } };
        return {
          name: null,
          amount,
          source: otherIncomeId === null ? null : { type: 'OtherIncome', id: otherIncomeId },
        };
      }),
      ...(one.feeExpenseId === null
        ? []
        : [{ name: null, amount: -(one.fee ?? 0), source: { type: 'Expense', id: one.feeExpenseId } } as const]),
    ],
  }),
  Payment: (one) => ({
    facts: known([
      ['account', one.accountName],
      ['method', one.method],
      ['reference', one.reference],
      ['voidedOn', one.voidedOn],
      ['reason', one.voidReason],
    ]),
    parts: one.items.map(({ expenseId, vendor, amount }) => ({
      name: vendor,
      amount,
      source: expenseId === null ? null : { type: 'Expense', id: expenseId },
    })),
  }),
  OtherIncome: (one) => ({
    facts: known([
      ['category', one.incomeCategoryName],
      ['account', one.accountName],
      ['fund', one.fundName],
      ['payer', one.payer],
      ['reference', one.reference],
      ['memo', one.memo],
    ]),
    parts: [],
  }),
  Transfer: (one) => ({
    facts: known([
      ['fromAccount', one.fromAccountName],
      ['toAccount', one.toAccountName],
      ['fromFund', one.fromFundName],
      ['toFund', one.toFundName],
      ['memo', one.memo],
      ['reason', one.reason],
    ]),
    parts: [],
  }),
  JournalEntry: (one) => ({ facts: known([['memo', one.memo]]), parts: [] }),
};

export const isDocument = (type: string): type is keyof Documents => type in FACTS;

/** Returns what is shown of a document. */
export function factsOf<Type extends keyof Documents>(type: Type, one: Documents[Type]): Facts {
  return { date: one.date, amount: one.amount, ...FACTS[type](one) };
}
