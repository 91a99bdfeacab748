/** Checks the items of a new deposit, and finds the account and the amount of each. */
import type { App } from '../../../app.ts';
import { type FieldError, missingReference, repeatedFields, unknownReferences } from '../../../errors.ts';
import { formatMoney, type Minor } from '../../../lib/money.ts';
import { refusal } from '../../../validate.ts';
import { listGifts } from './gift-queries.ts';
import { alreadyDeposited, type Faults, tooEarly } from './item-faults.ts';
import { incomeItemsOf } from './other-income.ts';
import { listDepositDays, listRests, listSessions, type SourcedItem } from './queries.ts';
import type { NewDeposit } from './schema.ts';

/** The items of a deposit, by their position in the request. Bad items are left out. */
type Found = ReadonlyMap<number, SourcedItem>;

/**
 * Returns the items of a deposit with their amounts. Raises `unknown_reference` and `validation_failed`, which name
 * every bad item, `deposited` for money that is already deposited, and `reversed` for other income of which nothing is
 * left.
 */
export async function itemsOf(app: App, deposit: NewDeposit): Promise<SourcedItem[]> {
  const faults: Faults = { missing: [], invalid: repeatedIn(deposit.items) };
  const found: readonly Found[] = [
    await sessionItemsOf(app, deposit, faults),
    await giftItemsOf(app, deposit, faults),
    await incomeItemsOf(app, deposit, faults),
  ];
  if (faults.missing.length > 0) throw unknownReferences(faults.missing);
  if (faults.invalid.length > 0) throw refusal(faults.invalid);
  return deposit.items.flatMap((_item, index) => found.flatMap((items) => items.get(index) ?? []));
}

function repeatedIn(items: NewDeposit['items']): FieldError[] {
  return repeatedFields(items.map(keyOf), (index) => `items.${index}`);
}

/** Returns a key that is the same for items with the same money. */
function keyOf(item: NewDeposit['items'][number]): string {
  const { sessionId, method, givingId, otherIncomeId } = item;
  if (givingId !== null) return `giving ${givingId}`;
  return otherIncomeId !== null ? `income ${otherIncomeId}` : `session ${sessionId} ${method}`;
}

async function sessionItemsOf(app: App, { items, date }: NewDeposit, { missing, invalid }: Faults): Promise<Found> {
  const wanted = items.flatMap(({ sessionId, method, amount }, index) =>
    sessionId !== null && method !== null ? [{ sessionId, method, amount, index }] : [],
  );
  const ids = [...new Set(wanted.map(({ sessionId }) => sessionId))];
  const sessions = new Map((await listSessions(app.db, ids)).map((session) => [session.id, session]));
  const rests = await listRests(app.db, ids);
  const found = new Map<number, SourcedItem>();
  for (const { index, sessionId, method, amount } of wanted) {
    const path = `items.${index}.sessionId`;
    const session = sessions.get(sessionId);
    if (!session) missing.push(missingReference(path, 'offering session'));
    else if (session.status === 'Draft')
      invalid.push({ path, code: 'not_submitted', message: 'must be submitted first' });
    else if (session.date > date) invalid.push(tooEarly(path, session.date));
    else {
      const rest = rests.find((one) => one.sessionId === sessionId && one.method === method);
      const money = {
        sourceId: rest?.sourceId ?? 0,
        amount: restToDeposit(rest, amount, `the ${method === 'Cash' ? 'cash' : 'checks'} of session ${sessionId}`),
      };
      found.set(index, { sessionId, method, givingId: null, otherIncomeId: null, ...money });
    }
  }
  return found;
}

function restToDeposit(rest: { left: Minor } | undefined, wanted: Minor | null, what: string): Minor {
  const left = rest?.left ?? 0;
  if (!rest || left <= 0) throw alreadyDeposited(`Nothing of ${what} is left to deposit.`);
  if (wanted === null || wanted <= left) return wanted ?? rest.left;
  throw alreadyDeposited(`Only ${formatMoney(rest.left)} of ${what} is left to deposit.`);
}

async function giftItemsOf(app: App, deposit: NewDeposit, { missing, invalid }: Faults): Promise<Found> {
  const wanted = deposit.items.flatMap(({ givingId }, index) => (givingId === null ? [] : [{ id: givingId, index }]));
  const ids = wanted.map(({ id }) => id);
  const gifts = new Map((await listGifts(app.db, ids)).map((gift) => [gift.id, gift]));
  const originals = [...gifts.values()].flatMap(({ reversalOf }) => reversalOf ?? []);
  const days = await listDepositDays(app.db, [...ids, ...originals]);
  const found = new Map<number, SourcedItem>();
  for (const { id, index } of wanted) {
    const gift = gifts.get(id);
    const path = `items.${index}`;
    const fault = gift && faultOf(gift, deposit, { at: path, days });
    if (!gift) missing.push(missingReference(`${path}.givingId`, 'giving'));
    else if (fault) invalid.push(fault);
    else if (days.has(id)) throw alreadyDeposited(`Giving ${id} was deposited on ${days.get(id)}.`);
    else if (gift.reversalOf === null && gift.amount <= 0) throw alreadyDeposited(`Giving ${id} was reversed.`);
    else {
      const money = { sourceId: gift.accountId, amount: gift.amount };
      found.set(index, { sessionId: null, method: null, givingId: id, otherIncomeId: null, ...money });
    }
  }
  return found;
}

type Gift = Awaited<ReturnType<typeof listGifts>>[number];

/** The position of an item in the request and the days on which gifts were deposited. */
type Place = { at: string; days: ReadonlyMap<number, string> };

/** Returns why a gift cannot be an item of a deposit, or undefined. */
function faultOf(gift: Gift, { items, date, accountId }: NewDeposit, { at, days }: Place): FieldError | undefined {
  const path = `${at}.givingId`;
  if (gift.nonCashDescription !== null || gift.accountId === accountId || isTakenBack(gift, days)) {
    return { path, code: 'nothing_to_deposit', message: 'has no money to deposit into this account' };
  }
  if (gift.sessionStatus === 'Draft') {
    return { path, code: 'not_submitted', message: 'is in a session that must be submitted first' };
  }
  const isInSession =
    gift.sessionId !== null &&
    items.some((other) => other.sessionId === gift.sessionId && other.method === gift.method);
  if (isInSession) {
    const message = 'is already part of another item, the cash or the checks of its session';
    return { path: at, code: 'duplicate', message };
  }
  return gift.date > date ? tooEarly(path, gift.date) : undefined;
}

/**
 * True for a reversal of a gift that was not deposited by itself. The reversal reduces what is left of the gift to
 * deposit, so it cannot be an item of its own.
 */
function isTakenBack({ reversalOf }: Gift, days: ReadonlyMap<number, string>): boolean {
  return reversalOf !== null && !days.has(reversalOf);
}
