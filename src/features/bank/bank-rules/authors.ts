import type { App } from '../../../app.ts';
import { listAuthors } from './queries.ts';

/** Returns, by payment, the user who last wrote the rule that made it. Payments that no rule made are left out. */
export async function ruleAuthorsOf(app: App, paymentIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await listAuthors(app.db, JSON.stringify(paymentIds));
  return new Map(rows.flatMap(({ documentId, author }) => (author === null ? [] : [[documentId, author]])));
}
