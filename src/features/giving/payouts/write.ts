/** Books what a plan of payouts says. Everything runs in the transaction of the import. */
import { actorId, type App, created } from '../../../app.ts';
import { refuseClosedMonths } from '../../../books/periods.ts';
import { lastIdGiven } from '../../../db/sequence.ts';
import { addTexts } from '../../../db/search-index.ts';
import { breathe } from '../../../lib/chunks.ts';
import { fill } from '../../../lib/template.ts';
import { formatMoney, negateMoney } from '../../../lib/money.ts';
import { readTexts } from '../../../package.ts';
import { getLetterhead } from '../../church/profile/service.ts';
import { MOST_NOTES } from '../../../lib/wire.ts';
import { decode } from '../../../validate.ts';
import { UserQuery } from '../../access/users/schema.ts';
import { listUsers } from '../../access/users/service.ts';
import { record } from '../../audit/service.ts';
import type { Account } from '../../ledger/accounts/schema.ts';
import { createTransfer } from '../../ledger/transfers/service.ts';
import { postedCategories } from '../categories/service.ts';
import { feeExpenses } from '../deposits/fees.ts';
import { columnsOf, reverseGiving } from '../givings/reversal.ts';
import { insertGiving } from '../givings/queries.ts';
import { bookingsOf, categoryIdsOf, documentOf, givingFact } from '../givings/rules.ts';
import { getGiving } from '../givings/service.ts';
import { writeGivings } from '../import/service.ts';
import { idsOf, type ImportOptions } from '../../imports/run.ts';
import type { PayoutPlan } from './plan.ts';
import type { PaidOut } from './payout-rules.ts';
import { type DayOfFees, groupedBy, type OfGift } from './plan-rules.ts';
import { insertPayoutRows, updatePayoutRows } from './queries.ts';

type Writing = { account: Account; bankId: number; progress: ImportOptions['progress'] | undefined };

/** Writes one of the sentences in `templates/LOCALE/payouts.json`. Documents keep them in the language of the church. */
type Sentence = 'refunded' | 'takenBack' | 'regained' | 'fees' | 'feeBack' | 'payout';
type Say = (sentence: Sentence, about: { day?: string; id?: string }) => string;
type Saying = { account: Account; say: Say };

/**
 * Writes the records of a plan. Returns the ids of the added records by kind, or null if there was nothing to write. Raises
 * `forbidden` if there are fees and nobody can own them, and the refusals of the documents that it enters.
 */
export async function writePayouts(app: App, plan: PayoutPlan, { account, bankId, progress }: Writing) {
  const { gifts, reversals, regained, fees, feeReturns, payouts, entries, nowPaid } = plan;
  if (entries.length === 0 && reversals.length + regained.length + nowPaid.length === 0) return null;
  const accountId = account.id;
  const texts = readTexts((await getLetterhead(app)).locale, 'payouts') as Record<Sentence, string>;
  const say: Say = (sentence, about) => fill(texts[sentence], { account: account.name, ...about });
  const saying = { account, say };
  const added = await writeGivings(app, gifts, { progress, accountId });
  const made = { givings: [...(added?.givings ?? [])], expenses: [] as number[], transfers: [] as number[] };
  await oneByOne(reversals, async (one) => void made.givings.push(await reverse(app, one, saying)));
  await oneByOne(regained, async (one) => void made.givings.push(await regain(app, one, saying)));
  const expenseOf = new Map<DayOfFees, number>();
  const expenses = await feeExpenses(app);
  const owner = fees.length > 0 ? await ownerOfFees(app) : null;
  await oneByOne(fees, async (one) => {
    const id = await expenses.enter(app, { ...one, accountId, owner, ...textsOf(one, say) });
    for (const entry of one.entries) entry.feeExpenseId = id;
    expenseOf.set(one, id);
    made.expenses.push(id);
  });
  await oneByOne(feeReturns, async ({ entry, of, date, amount }) => {
    const expenseId = typeof of === 'number' ? of : (expenseOf.get(of) ?? 0);
    const reason = say('feeBack', { id: entry.charge ?? entry.transactionId });
    await expenses.giveBack(app, { expenseId, date, amount, reason });
    entry.feeExpenseId = expenseId;
  });
  await oneByOne(payouts, async (one) => void made.transfers.push(await payOut(app, one, { ...saying, bankId })));
  const rowIds = await storeRows(app, plan);
  return { ...made, members: added?.members ?? [], payoutRows: rowIds };
}

/** Returns who owns the fees: the actor or, for a command that names nobody, the first treasurer or super_admin. */
async function ownerOfFees(app: App): Promise<number | null> {
  const own = actorId(app);
  if (own !== null) return own;
  for (const role of ['treasurer', 'super_admin']) {
    const { items } = await listUsers(app, decode(UserQuery, { role, isActive: 'true', sort: 'id' }));
    if (items[0]) return items[0].id;
  }
  return null;
}

/** Books one after another, and lets other requests run in between. */
async function oneByOne<T>(all: readonly T[], book: (one: T) => Promise<void>): Promise<void> {
  for (const one of all) {
    await book(one);
    await breathe();
  }
}

/** Reverses a gift that was refunded or taken back. Returns the id of the reversal. */
async function reverse(app: App, { entry, givingId, date, amount }: OfGift, { account, say }: Saying) {
  const isRefund = entry.kind === 'Refund';
  const reason = say(isRefund ? 'refunded' : 'takenBack', { day: entry.day, id: entry.transactionId });
  const kind = isRefund ? ('Refund' as const) : ('Returned' as const);
  const { id } = await reverseGiving(app, givingId, { date, amount, reason, kind, accountId: account.id });
  entry.givingId = id;
  return id;
}

/**
 * Enters a gift that came back, such as after a dispute that was won, as the gift that had been reversed: for its giver and
 * its category, on its own day for the statement of the giver. Returns its id.
 */
async function regain(app: App, { entry, givingId, date, amount }: OfGift, { account, say }: Saying) {
  const original = await getGiving(app, givingId);
  const categoryIds = categoryIdsOf(original);
  await refuseClosedMonths(app, bookingsOf(date, categoryIds, await postedCategories(app, categoryIds)));
  const id = await insertGiving(app.db, {
    ...columnsOf(original),
    accountId: account.id,
    date,
    amountMinor: amount,
    benefitAmountMinor: null,
    reversalKind: null,
    note: say('regained', { day: entry.day, id: entry.transactionId }),
    ...created(app),
  });
  const giving = await getGiving(app, id);
  await addTexts(app.db, 'giving', [documentOf(giving)]);
  await record(app, givingFact('GivingCreated', null, giving));
  entry.givingId = id;
  return id;
}

/** Returns the description of the fees of a day, and how much each payment cost, as far as there is room for it. */
function textsOf({ day, entries }: DayOfFees, say: Say) {
  const lines = entries.map(({ charge, transactionId, fee }) => `${charge ?? transactionId}: ${formatMoney(fee)}`);
  const all = lines.join('\n');
  return { description: say('fees', { day }), notes: all.length > MOST_NOTES ? '' : all };
}

/** Enters the transfer of a payout to the bank, or back from it. Returns its id. */
async function payOut(
  app: App,
  { entry, date, amount }: PaidOut,
  { account, say, bankId }: Saying & Pick<Writing, 'bankId'>,
): Promise<number> {
  const isOut = amount > 0;
  const { id } = await createTransfer(app, {
    date,
    amount: isOut ? amount : negateMoney(amount),
    fromAccountId: isOut ? account.id : bankId,
    toAccountId: isOut ? bankId : account.id,
    memo: say('payout', { id: entry.payout ?? entry.transactionId }),
    fromFundId: null,
    toFundId: null,
    fundId: null,
    loan: false,
    repays: null,
    reason: null,
  });
  entry.transferId = id;
  return id;
}

/** Stores the new rows with their documents, and what is now known of earlier rows. Returns the ids of the new rows. */
async function storeRows(app: App, { entries, reversals, regained, nowPaid }: PayoutPlan): Promise<number[]> {
  const last = await lastIdGiven(app.db, 'payoutRows');
  const rows = entries.map(({ row: _row, gross: grossMinor, fee: feeMinor, ...entry }, index) => {
    return { ...entry, id: last + index + 1, grossMinor, feeMinor };
  });
  await insertPayoutRows(app.db, rows);
  const settled = [...reversals, ...regained].map(({ entry }) => entry).filter(({ id }) => id > 0);
  await oneByOne(settled, ({ id, givingId }) => updatePayoutRows(app.db, [id], { givingId }));
  const paid = [...groupedBy(nowPaid, ({ payout }) => payout)];
  await oneByOne(paid, ([payout, rows]) => updatePayoutRows(app.db, idsOf(rows), { payout }));
  return idsOf(rows);
}
