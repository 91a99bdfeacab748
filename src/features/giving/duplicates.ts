import type { App } from '../../app.ts';
import { formatMoney } from '../../lib/money.ts';
import { can } from '../../permissions.ts';
import { listGiven, type Twin } from './queries.ts';
import type { Giving, GivingWarning } from './schema.ts';

/**
 * Warnings for those of the givings that repeat another of the same giver, date, amount, category and reference. They are
 * accepted: somebody may give twice. `givings` are of one date.
 */
export async function likelyDuplicates(app: App, givings: readonly Giving[]): Promise<GivingWarning[]> {
  const named = givings.filter(({ memberId, reversalOf }) => memberId !== null && reversalOf === null);
  const [first] = named;
  if (!first) return [];
  const memberId = named.length === 1 ? (first.memberId ?? undefined) : undefined;
  // A warning must not tell a counter what somebody gave elsewhere.
  const given = await listGiven(app.db, { date: first.date, memberId, draftsOnly: !can(app.actor, 'giving.read') });
  const byId = new Map(given.map((one) => [one.id, one]));
  const firstOf = new Map<string, number>();
  for (const one of given) if (!firstOf.has(keyOf(one))) firstOf.set(keyOf(one), one.id);
  return named.flatMap((giving) => {
    const twin = byId.get(giving.id);
    const duplicateOf = twin && firstOf.get(keyOf(twin));
    return duplicateOf === undefined || duplicateOf === giving.id ? [] : [warningOf(giving, duplicateOf)];
  });
}

function keyOf({ id: _id, ...twin }: Twin): string {
  return JSON.stringify(twin);
}

function warningOf({ id, memberName, amount, date, categoryName }: Giving, duplicateOf: number): GivingWarning {
  const message = `${memberName} gave ${formatMoney(amount)} for ${categoryName} on ${date} already. If it is the same gift, delete one.`;
  return { code: 'likely_duplicate', message, givingId: id, duplicateOf };
}
