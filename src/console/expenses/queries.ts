/** All requests of the expenses room to the service. */
import { queryOptions } from '@tanstack/react-query';
import type { Outcome, Schemas } from '../../client/client.ts';
import { NO_MONEY } from '../kit/account-kinds.ts';
import { answerOf, client } from '../session/api.ts';
import { queryClient } from '../session/query-client.ts';

export type Expense = Schemas['Expense'];
export type NewExpense = Schemas['NewExpense'];
export type Receipt = Schemas['KeptReceipt'];
export type Versioned = { expense: Expense; etag: string };

const PAGE_SIZE = 50;
const SOME_TIME = 60_000;

export const expenseCategoriesQuery = queryOptions({
  queryKey: ['expense-categories'],
  queryFn: async () => (await answerOf(client.GET('/api/expense-categories'))).items,
  staleTime: SOME_TIME,
});

export const ministriesQuery = queryOptions({
  queryKey: ['ministries'],
  queryFn: async () => (await answerOf(client.GET('/api/ministries'))).items,
  staleTime: SOME_TIME,
});

export const fundsQuery = queryOptions({
  queryKey: ['funds'],
  queryFn: async () => (await answerOf(client.GET('/api/funds'))).items,
  staleTime: SOME_TIME,
});

export const paymentAccountsQuery = queryOptions({
  queryKey: ['payment-accounts'],
  queryFn: async () => (await answerOf(client.GET('/api/payment-accounts'))).items,
  staleTime: SOME_TIME,
});

/** The accounts that a part of an expense can name, such as a loan. */
export const splitAccountsQuery = queryOptions({
  queryKey: ['split-accounts'],
  queryFn: async () => {
    const { items } = await answerOf(client.GET('/api/accounts'));
    return items.filter(({ kind, isActive, isReserved }) => isActive && !isReserved && NO_MONEY.has(kind));
  },
  staleTime: SOME_TIME,
});

/** The vendors in use whose names contain the text. */
export const vendorNamesQuery = (search: string) =>
  queryOptions({
    queryKey: ['vendors', 'names', search],
    queryFn: async () => {
      const query = { isActive: true, sort: 'name', pageSize: 8, ...(search !== '' && { search }) } as const;
      return (await answerOf(client.GET('/api/vendors', { params: { query } }))).items;
    },
    placeholderData: (before) => before,
  });

/** The caller's own expenses, the newest first. */
export const ownExpensesQuery = (page: number) =>
  queryOptions({
    queryKey: ['expenses', 'mine', page],
    queryFn: () => {
      const query = { page, pageSize: PAGE_SIZE, sort: '-createdAt' } as const;
      return answerOf(client.GET('/api/expenses/mine', { params: { query } }));
    },
  });

/** Everybody's expenses that match the filters of the address. */
export const allExpensesQuery = (filters: Readonly<Record<string, string>>, sort: string, page: number) =>
  queryOptions({
    queryKey: ['expenses', 'all', filters, sort, page],
    queryFn: () => {
      // The address may contain anything. The service refuses what is not one of its filters.
      const query = { ...filters, sort, page, pageSize: PAGE_SIZE } as object;
      return answerOf(client.GET('/api/expenses', { params: { query } }));
    },
    placeholderData: (before) => before,
  });

export const expenseQuery = (id: number) =>
  queryOptions({
    queryKey: ['expense', id],
    queryFn: () => versioned(client.GET('/api/expenses/{id}', { params: { path: { id } } })),
  });

export const receiptsQuery = (id: number) =>
  queryOptions({ queryKey: ['expense', id, 'receipts'], queryFn: () => readReceipts(id) });

/** The bytes of a receipt. They never change. */
export const receiptFileQuery = (id: number, receiptId: number) =>
  queryOptions({
    queryKey: ['receipt', id, receiptId],
    queryFn: () =>
      answerOf(client.GET('/api/expenses/{id}/receipts/{receiptId}', { params: { path: { id, receiptId } } })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: SOME_TIME,
  });

async function versioned(call: Promise<Outcome<Expense> & { response: Response }>): Promise<Versioned> {
  const expense = await answerOf(call);
  return { expense, etag: (await call).response.headers.get('ETag') ?? '' };
}

/** Shows a changed expense without reading it again. All lists of expenses are read again. */
function shown(saved: Versioned): Versioned {
  const { queryKey } = expenseQuery(saved.expense.id);
  queryClient.setQueryData(queryKey, saved);
  void queryClient.invalidateQueries({ queryKey: ['expenses'] });
  return saved;
}

/** Reads the current version of an expense. */
export const readExpense = (id: number) => queryClient.fetchQuery({ ...expenseQuery(id), staleTime: 0 });

/** Enters an expense as a draft. The same `key` enters it once, however often it is sent. */
export async function createExpense(body: NewExpense, key: string): Promise<Versioned> {
  const params = { header: { 'Idempotency-Key': key } };
  return shown(await versioned(client.POST('/api/expenses', { params, body })));
}

/** Replaces the fields of a draft. Throws a Refusal `stale_version` if it is no longer the version with this `etag`. */
export async function saveExpense(id: number, body: NewExpense, etag: string): Promise<Versioned> {
  const params = { path: { id }, header: { 'If-Match': etag } };
  return shown(await versioned(client.PUT('/api/expenses/{id}', { params, body })));
}

/** Submits a draft for approval, whatever its version. */
export async function submitExpense(id: number): Promise<Versioned> {
  return shown(await versioned(client.POST('/api/expenses/{id}/submit', { params: { path: { id } } })));
}

/** Deletes a draft. */
export async function deleteExpense(id: number, etag: string): Promise<void> {
  await answerOf(client.DELETE('/api/expenses/{id}', { params: { path: { id }, header: { 'If-Match': etag } } }));
  queryClient.removeQueries({ queryKey: expenseQuery(id).queryKey });
  void queryClient.invalidateQueries({ queryKey: ['expenses'] });
}

export async function readReceipts(id: number): Promise<Receipt[]> {
  return (await answerOf(client.GET('/api/expenses/{id}/receipts', { params: { path: { id } } }))).items;
}

/** Adds a receipt to an expense. A file that the expense already has is not stored again. */
export async function addReceipt(id: number, file: File): Promise<Versioned> {
  const params = { path: { id }, query: { keep: true } };
  const saved = shown(await versioned(client.PUT('/api/expenses/{id}/receipt', { params, body: { file } })));
  void queryClient.invalidateQueries({ queryKey: receiptsQuery(id).queryKey });
  return saved;
}

/** Removes a receipt of a draft that was never submitted. */
export async function removeReceipt(id: number, receiptId: number): Promise<void> {
  await answerOf(client.DELETE('/api/expenses/{id}/receipts/{receiptId}', { params: { path: { id, receiptId } } }));
  void queryClient.invalidateQueries({ queryKey: ['expense', id] });
}

/** The names of all people, by id. Only people who enter gifts may read them. */
export const personNamesQuery = queryOptions({
  queryKey: ['person-names'],
  queryFn: async () => {
    const { items } = await answerOf(client.GET('/api/givers'));
    return new Map(items.map((person) => [person.id, person]));
  },
  staleTime: SOME_TIME,
});

/** A page of the expenses that wait for approval, the oldest first. */
export const waitingQuery = (page: number) =>
  queryOptions({
    queryKey: ['expenses', 'waiting', page],
    queryFn: () => {
      const query = { status: 'PendingApproval', sort: 'createdAt', page, pageSize: 10 } as const;
      return answerOf(client.GET('/api/expenses', { params: { query } }));
    },
  });

export const approvalRulesQuery = queryOptions({
  queryKey: ['approval-rules'],
  queryFn: () => answerOf(client.GET('/api/approval-rules')),
  staleTime: SOME_TIME,
});

/** An answer of the service that may name something to check. */
type Warned = { warnings?: readonly { code: string }[] };
/** The expense after a move, and the codes of its warnings. */
export type Moved = { expense: Expense; warnings: readonly string[] };

async function moved(call: Promise<Outcome<Expense & Warned> & { response: Response }>): Promise<Moved> {
  const { warnings = [], ...expense } = await answerOf(call);
  shown({ expense, etag: (await call).response.headers.get('ETag') ?? '' });
  return { expense, warnings: warnings.map(({ code }) => code) };
}

/** Thrown instead of a decision about an expense that was changed since it was shown. */
export class ChangedMeanwhile extends Error {}

/** Returns the current ETag of an expense. Throws ChangedMeanwhile if it is not the version that was shown. */
async function etagOf({ id, modifiedAt }: Expense): Promise<string> {
  const { expense, etag } = await readExpense(id);
  if (expense.modifiedAt === modifiedAt) return etag;
  void queryClient.invalidateQueries({ queryKey: ['expenses'] });
  throw new ChangedMeanwhile();
}

/** Approves the shown version of an expense. Without `bookedOn`, it counts on its own date. */
export async function approveExpense(expense: Expense, bookedOn: string | undefined): Promise<Moved> {
  const params = { path: { id: expense.id }, header: { 'If-Match': await etagOf(expense) } };
  return moved(client.POST('/api/expenses/{id}/approve', { params, body: bookedOn === undefined ? {} : { bookedOn } }));
}

/** Rejects the shown version of an expense. */
export async function rejectExpense(expense: Expense, reason: string): Promise<Moved> {
  const params = { path: { id: expense.id }, header: { 'If-Match': await etagOf(expense) } };
  return moved(client.POST('/api/expenses/{id}/reject', { params, body: { reason } }));
}

/** Records the payment of everything that is left to pay of an expense. */
export async function payExpense(id: number, body: Schemas['ExpensePayment']): Promise<Moved> {
  const paid = await moved(client.POST('/api/expenses/{id}/pay', { params: { path: { id } }, body }));
  void queryClient.invalidateQueries({ queryKey: ['payments'] });
  return paid;
}

/** Says since when what an expense paid for is in use. */
export async function placeInService(id: number, date: string): Promise<void> {
  await answerOf(client.POST('/api/expenses/{id}/in-use', { params: { path: { id } }, body: { date } }));
  void queryClient.invalidateQueries({ queryKey: ['expense', id] });
  void queryClient.invalidateQueries({ queryKey: ['expenses'] });
}

/** Reverses an expense and returns the reversal. The same `key` reverses it once. */
export async function reverseExpense(id: number, body: Schemas['ExpenseReversal'], key: string): Promise<Expense> {
  const params = { path: { id }, header: { 'Idempotency-Key': key } };
  const reversal = await answerOf(client.POST('/api/expenses/{id}/reverse', { params, body }));
  void queryClient.invalidateQueries({ queryKey: ['expense', id] });
  void queryClient.invalidateQueries({ queryKey: ['expenses'] });
  void queryClient.invalidateQueries({ queryKey: ['payments'] });
  return reversal;
}
