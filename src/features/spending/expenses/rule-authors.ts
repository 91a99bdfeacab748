/** Who wrote the rule of the bank that made an expense. The bank room knows it, and declares it here. */
import type { App } from '../../../app.ts';
import type { Point } from '../../../room-declarations.ts';
import type { Expense } from './schema.ts';

/** Returns, by payment, the user who last wrote the rule that made it. Payments that no rule made are left out. */
type AuthorsOf = (app: App, paymentIds: readonly number[]) => Promise<ReadonlyMap<number, number>>;

export const RULE_AUTHORS: Point<AuthorsOf> = { name: 'who wrote the rule that made a payment' };

/** Returns the ids of those expenses that a rule made which this user wrote last. */
export async function madeByRuleOf(
  app: App,
  userId: number,
  expenses: readonly Pick<Expense, 'id' | 'settled'>[],
): Promise<ReadonlySet<number>> {
  const paid = expenses.flatMap(({ id, settled }) => (settled?.paymentId == null ? [] : { id, by: settled.paymentId }));
  const found = new Set<number>();
  if (paid.length === 0) return found;
  for (const authorsOf of await app.declared(RULE_AUTHORS)) {
    const authors = await authorsOf(
      app,
      paid.map(({ by }) => by),
    );
    for (const { id, by } of paid) if (authors.get(by) === userId) found.add(id);
  }
  return found;
}
