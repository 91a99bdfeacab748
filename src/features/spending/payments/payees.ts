/**
 * Whom expenses and payments pay, by name. Every list, report and export asks here: the person paid back, or else the
 * vendor, or else the text of the bank's line, or else for a bank fee the account that paid. Whoever typed an expense is
 * never its payee.
 */
import { personName } from '../../../lib/person-name.ts';
import type { Db } from '../../../db/connect.ts';
import { isOneOf, prepared } from '../../../db/prepared.ts';
import { findSeeded } from '../../../db/seeded.ts';
import { bankTextsOf } from '../../../books/bank-texts.ts';
import { unnamedPayee } from '../../../lib/payee.ts';
import { accountNames } from '../../ledger/accounts/joins.ts';
import { memberNames } from '../../people/members/joins.ts';

/** The key of the shipped subcategory of what a bank or a processor charges. */
export const BANK_FEES = 'finance/bank-processing-fees';

type Named = {
  vendor: string | null;
  notes: string | null;
  firstName: string | null;
  lastName: string | null;
  chineseName: string | null;
};

const named = ({ vendor, notes, ...member }: Named) => personName(member) ?? unnamedPayee({ notes, vendor });

const selectExpenses = prepared((db: Db, ids: string) =>
  db
    .selectFrom('expenses')
    .leftJoin(memberNames(db), 'member.id', 'expenses.memberId')
    .select(['expenses.id', 'expenses.vendor', 'expenses.notes'])
    .select(['member.firstName', 'member.lastName', 'member.chineseName'])
    .where(isOneOf('expenses.id', ids)),
);

/** Returns whom each expense pays, by the id of the expense. An expense that names nobody is left out. `ids` is a JSON list. */
export async function listExpensePayees(db: Db, ids: string): Promise<ReadonlyMap<number, string>> {
  const rows = await selectExpenses(db, ids);
  return new Map(rows.flatMap(({ id, ...row }) => [[id, named(row)] as const]).filter(isNamed));
}

const isNamed = (one: readonly [number, string | null]): one is readonly [number, string] => one[1] !== null;

const selectItems = prepared((db: Db, ids: string) =>
  db
    .selectFrom('paymentItems')
    .innerJoin('payments', 'payments.id', 'paymentItems.paymentId')
    .innerJoin(accountNames(db), 'account.id', 'payments.accountId')
    .leftJoin('expenses', 'expenses.id', 'paymentItems.expenseId')
    .leftJoin('payables', 'payables.id', 'paymentItems.payableId')
    .leftJoin(memberNames(db), 'member.id', 'expenses.memberId')
    .select(['paymentItems.paymentId', 'expenses.notes', 'expenses.subCategoryId', 'account.name as accountName'])
    .select((eb) => eb.fn.coalesce('payables.vendor', 'expenses.vendor').as('vendor'))
    .select(['member.firstName', 'member.lastName', 'member.chineseName'])
    .where(isOneOf('paymentItems.paymentId', ids))
    .orderBy('paymentItems.paymentId')
    .orderBy('paymentItems.position'),
);

/**
 * Returns whom each payment paid, by the id of the payment. The names of several payees are separated by commas. A
 * payment of which nothing is known is left out. `ids` is a JSON list.
 */
export async function listPayees(db: Db, ids: string): Promise<ReadonlyMap<number, string>> {
  const items = await selectItems(db, ids);
  const payees = new Map<number, Set<string>>();
  for (const { paymentId, ...row } of items) {
    const payee = named(row);
    if (payee !== null) payees.set(paymentId, (payees.get(paymentId) ?? new Set()).add(payee));
  }
  const found = new Map([...payees].map(([id, names]) => [id, [...names].join(', ')]));
  const unnamed = items.filter(({ paymentId }) => !found.has(paymentId));
  if (unnamed.length === 0) return found;
  const fees = await findSeeded(db, 'ExpenseSubCategory', BANK_FEES);
  for (const { paymentId, subCategoryId, accountName } of unnamed)
    if (subCategoryId !== null && subCategoryId === fees) found.set(paymentId, accountName);
  const texts = await bankTextsOf(db, [...new Set(unnamed.map(({ paymentId }) => paymentId))]);
  for (const [id, text] of texts) found.set(id, text);
  return found;
}
