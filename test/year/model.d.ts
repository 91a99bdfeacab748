/** A gift as it was typed. `amount` is in dollars. */
export type TypedGift = { amount: number; category: string; method: 'Cash' | 'Check' | 'Zelle' };
export type TypedOffering = { date: string; attendance: number; gifts: readonly TypedGift[]; depositedOn: string };
export type TypedExpense = { date: string; amount: number; category: string; ministry: string; paidOn: string };

type Catalogs = Record<'funds' | 'accounts' | 'categories' | 'groups' | 'ministries', readonly object[]>;

export class YearModel {
  constructor(church: Catalogs & { firstMonth: string; today: string });
  accountOf(name: string): number;
  open(date: string, balances: Readonly<Record<string, number>>): void;
  offer(offering: TypedOffering): void;
  spend(expense: TypedExpense): void;
  earn(income: { date: string; amount: number; incomeCategoryId: number }): void;
  statement(month: string): Record<string, unknown>;
  balances(at: string): { accounts: Record<string, number>; funds: Record<string, number> };
}
