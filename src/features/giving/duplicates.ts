import type { App } from '../../app.ts';
import { formatMoney } from '../../lib/money.ts';
import { can } from '../../permissions.ts';
import { listRepeats } from './duplicate-queries.ts';
import type { Giving, GivingWarning } from './schema.ts';

/**
 * Warnings for those of the givings that repeat another of the same giver, date, amount, category and reference. They are
 * accepted: somebody may give twice. `givings` are of one date.
 */
export async function likelyDuplicates(app: App, givings: readonly Giving[]): Promise<GivingWarning[]> {
  const named = givings.filter(({ memberId, reversalOf }) => memberId !== null && reversalOf === null);
  const [first] = named;
  if (!first) return [];
  // A warning must not tell a counter what somebody gave elsewhere.
  const repeats = await listRepeats(app.db, {
    date: first.date,
    memberId: named.length === 1 ? (first.memberId ?? undefined) : undefined,
    draftsOnly: !can(app.actor, 'giving.read'),
  });
  const firstOf = new Map(repeats.map(({ id, duplicateOf }) => [id, duplicateOf]));
  return named.flatMap((giving) => {
    const duplicateOf = firstOf.get(giving.id);
    return duplicateOf === undefined ? [] : [warningOf(giving, duplicateOf)];
  });
}

function warningOf({ id, memberName, amount, date, categoryName }: Giving, duplicateOf: number): GivingWarning {
  const message = `${memberName} gave ${formatMoney(amount)} for ${categoryName} on ${date} already. If it is the same gift, delete one.`;
  return { code: 'likely_duplicate', message, givingId: id, duplicateOf };
}
