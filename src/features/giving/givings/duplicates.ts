import type { App } from '../../../app.ts';
import { formatMoney } from '../../../lib/money.ts';
import { can } from '../../../permissions.ts';
import { findTwin, listRepeats, listSplitOn, type Repeat, type Twin } from './duplicate-queries.ts';
import { listParts } from './part-queries.ts';
import { purposeOf } from './rules.ts';
import type { Giving, GivingWarning } from './schema.ts';

/**
 * Returns a warning for each giving that repeats an earlier one with the same giver, date, amount, categories and
 * references. Such givings are accepted, because a person may give twice. All `givings` must have the same date.
 */
export async function likelyDuplicates(app: App, givings: readonly Giving[]): Promise<GivingWarning[]> {
  const named = givings.filter(({ memberId, reversalOf }) => memberId !== null && reversalOf === null);
  const [first] = named;
  if (!first) return [];
  // A counter sees only drafts, so a warning must not reveal what a person gave in a session that is not a draft.
  const draftsOnly = !can(app.actor, 'giving.read');
  const repeats = await (named.length === 1
    ? twinOf(app, first, draftsOnly)
    : listRepeats(app.db, { date: first.date, draftsOnly }));
  if (named.some(({ parts }) => parts !== null)) repeats.push(...(await splitRepeats(app, first.date, draftsOnly)));
  const firstOf = new Map(repeats.map(({ id, duplicateOf }) => [id, duplicateOf]));
  return named.flatMap((giving) => {
    const duplicateOf = firstOf.get(giving.id);
    return duplicateOf === undefined ? [] : [warningOf(giving, duplicateOf)];
  });
}

/**
 * If the giving is to a single category and repeats an earlier giving, returns a list with this repeat. Otherwise,
 * returns an empty list.
 */
async function twinOf(app: App, giving: Giving, draftsOnly: boolean): Promise<Repeat[]> {
  const { id, amount: amountMinor, memberId, categoryId } = giving;
  if (memberId === null || categoryId === null) return [];
  // A user who sees only drafts gets no warning about a giving that is in no session.
  if (draftsOnly && giving.sessionId === null) return [];
  const duplicateOf = await findTwin(app.db, { ...giving, memberId, categoryId, amountMinor }, draftsOnly);
  return duplicateOf === undefined ? [] : [{ id, duplicateOf }];
}

/** Returns the givings on a date that are split over several categories and repeat an earlier giving. */
async function splitRepeats(app: App, date: string, draftsOnly: boolean): Promise<Repeat[]> {
  const twins = await listSplitOn(app.db, { date, draftsOnly });
  const parts = await listParts(
    app.db,
    twins.map(({ id }) => id),
  );
  const first = new Map<string, number>();
  return twins.flatMap((twin) => {
    const key = twinKey(twin, purposeOf({ ...twin, amount: twin.amountMinor, parts: parts.get(twin.id) ?? null }));
    const duplicateOf = first.get(key);
    if (duplicateOf !== undefined) return [{ id: twin.id, duplicateOf }];
    first.set(key, twin.id);
    return [];
  });
}

/** Returns a text that is equal for two givings on the same date if, and only if, they look the same. */
function twinKey(
  { memberId, checkNumber, zelleReference, payPalReference }: Omit<Twin, 'id'>,
  purpose: string,
): string {
  return JSON.stringify([memberId, purpose, checkNumber, zelleReference, payPalReference]);
}

function warningOf({ id, memberName, amount, date, categoryName, parts }: Giving, duplicateOf: number): GivingWarning {
  const purpose = parts ? parts.map((part) => part.categoryName).join(', ') : categoryName;
  const message = `${memberName} already gave ${formatMoney(amount)} for ${purpose} on ${date}. If this is the same gift, delete one of the two givings.`;
  return { code: 'likely_duplicate', message, givingId: id, duplicateOf };
}
