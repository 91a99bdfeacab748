/** Reconciliations: comparing an account with a statement of the bank, and what a finished one protects. */
import { beforeAll, describe, expect, test } from 'vitest';
import { vestry } from '../support/command.ts';
import { named, newBank, newWork, statusesOf, type Work } from './bank-support.ts';
import {
  addSession,
  badPaths,
  booksOfFile,
  done,
  etag,
  giving,
  inDays,
  type Json,
  refusal,
  type Staff,
} from './books.ts';

const books = booksOfFile();
let treasurer: Staff;
let finance: Staff;
let elder: Staff;
beforeAll(async () => {
  [treasurer, finance, elder] = [await books.as(['treasurer']), await books.as(['finance']), await books.as(['elder'])];
});

const DAY = '2026-02-03';
const END = '2026-02-28';
const work = (kind?: string): Promise<Work> => newWork(books, treasurer, kind);
const names = (documents: readonly Json[]) => documents.map(({ type, id }) => `${type} ${id}`).toSorted();
const sumOf = (documents: readonly Json[]): number =>
  Number(documents.reduce((sum, { amount }) => sum + amount, 0).toFixed(2));
/** Reconciles an account with these documents ticked, up to the end of February 2026. */
async function reconciled(bank: Work, documents: readonly Json[], endBalance: number, endDate = END): Promise<Json> {
  const { id } = await done(bank.start(endDate, endBalance));
  await done(bank.tick(id, documents.map(named)));
  return done(bank.step(id, 'finish'));
}
const balanceOf = async ({ id }: { id: number }) => (await done(treasurer.get(`/api/accounts/${id}`))).balance;

describe('a reconciliation', () => {
  test('is done without bank lines by ticking documents, until the difference is 0', async () => {
    const bank = await work();
    const [first, check, late] = [
      await bank.enter.income(100),
      await bank.enter.check(30.25, { reference: '17' }),
      await bank.enter.income(5, { date: '2026-03-01' }),
    ];
    const started = await bank.start(END, 69.75);
    expect([started.status, started.headers.get('location')]).toEqual([
      201,
      `${bank.route}/reconciliations/${started.body.id}`,
    ]);
    expect(started.body).toMatchObject({
      accountId: bank.id,
      endDate: END,
      endBalance: 69.75,
      status: 'Draft',
      startBalance: 0,
      cleared: [],
      bookBalance: 69.75,
      difference: 69.75,
      openLines: 0,
      createdBy: treasurer.userId,
    });
    expect(started.body.outstanding).toMatchObject([
      { type: 'OtherIncome', id: first.id, date: DAY, amount: 100, reference: null },
      { type: 'Payment', id: check.id, date: DAY, amount: -30.25, reference: '17' },
    ]);
    const half = await done(bank.tick(started.body.id, [named(first)]));
    expect([half.difference, names(half.cleared), names(half.outstanding)]).toEqual([
      -30.25,
      names([first]),
      names([check]),
    ]);
    const whole = await done(bank.tick(started.body.id, [named(check), named(first)]));
    expect([whole.difference, whole.outstanding]).toEqual([0, []]);
    const fewer = await done(bank.tick(started.body.id, [named(check)]));
    expect(names(fewer.cleared)).toEqual(names([check]));
    expect(names([...fewer.cleared, ...fewer.outstanding])).not.toContain(names([late])[0]);
    await done(bank.tick(started.body.id, [named(check), named(first)]));
    const finished = await done(bank.step(started.body.id, 'finish'));
    expect(finished).toMatchObject({
      status: 'Finished',
      finishedBy: treasurer.userId,
      difference: 0,
      reviewedBy: null,
    });
    expect(finished.finishedAt).toMatch(/Z$/);
  });

  test('begins where the last one ended', async () => {
    const bank = await work();
    await reconciled(bank, [await bank.enter.income(100)], 100);
    const next = await done(bank.start('2026-03-31', 100));
    expect(next).toMatchObject({ startBalance: 100, cleared: [], outstanding: [], difference: 0 });
  });

  test('has a difference of 0 and a book balance that is the end balance plus what is outstanding', async () => {
    const bank = await work();
    const ticked = [await bank.enter.income(100), await bank.enter.check(30)];
    await bank.enter.check(12.5);
    await bank.enter.deposit(7.25);
    await bank.enter.income(999, { date: '2026-03-02' });
    const { bookBalance, endBalance, outstanding } = await reconciled(bank, ticked, 70);
    expect(outstanding).toHaveLength(2);
    expect(bookBalance).toBe(64.75);
    expect(endBalance + sumOf(outstanding)).toBe(bookBalance);
  });

  test('counts the documents of matches as cleared, whether they are named or not', async () => {
    const bank = await work();
    const [one, two] = [await bank.enter.income(100), await bank.enter.income(50)];
    const [line] = await bank.added([{ date: DAY, amount: 100, text: 'DEPOSIT' }]);
    const match = await done(bank.match([line?.['id']], [named(one)]));
    await bank.bring([
      { date: '2026-02-05', amount: 8, text: 'OPEN' },
      { date: '2026-03-05', amount: 9, text: 'OPEN LATER' },
    ]);
    const { id, cleared, openLines } = await done(bank.start(END, 150));
    expect([names(cleared), openLines]).toEqual([names([one]), 1]);
    const ticked = await done(bank.tick(id, [named(two)]));
    expect([names(ticked.cleared), ticked.difference]).toEqual([names([one, two]), 0]);
    expect(names((await done(bank.tick(id, [named(one), named(two)]))).cleared)).toEqual(names([one, two]));
    await done(bank.step(id, 'finish'));
    const read = await done(treasurer.get(`${bank.route}/matches/${match.id}`));
    expect(read.reconciliationId).toBe(id);
  });

  test('does not clear a match whose lines are after its end', async () => {
    const bank = await work();
    const income = await bank.enter.income(100, { date: '2026-02-27' });
    const [line] = await bank.added([{ date: '2026-03-02', amount: 100, text: 'DEPOSIT' }]);
    await done(bank.match([line?.['id']], [named(income)]));
    const draft = await done(bank.start(END, 0));
    expect([names(draft.cleared), names(draft.outstanding), draft.difference]).toEqual([[], names([income]), 0]);
    await done(bank.step(draft.id, 'finish'));
    const next = await done(bank.start('2026-03-31', 100));
    expect([next.startBalance, names(next.cleared), next.difference]).toEqual([0, names([income]), 0]);
  });

  test('of a credit card has what is owed as its balances', async () => {
    const card = await work('CreditCard');
    const checking = await newBank(books, treasurer);
    const [first, second] = [await card.enter.check(80), await card.enter.check(20)];
    const bill = await card.enter.transfer(50, { fromAccountId: checking.id, toAccountId: card.id });
    const { id, ...draft } = await done(card.start(END, 30));
    expect(draft).toMatchObject({ startBalance: 0, bookBalance: 50 });
    const ticked = await done(card.tick(id, [first, bill].map(named)));
    expect([ticked.difference, names(ticked.outstanding)]).toEqual([0, names([second])]);
    const finished = await done(card.step(id, 'finish'));
    expect(finished).toMatchObject({ endBalance: 30, bookBalance: 50 });
    expect((await done(card.start('2026-03-31', 50))).startBalance).toBe(30);
  });

  test('clears a transfer in each of its two accounts by itself', async () => {
    const [bank, other] = [await work(), await work('Savings')];
    const income = await bank.enter.income(100);
    const transfer = await bank.enter.transfer(40, { fromAccountId: bank.id, toAccountId: other.id });
    await reconciled(bank, [income, transfer], 60);
    const draft = await done(other.start(END, 40));
    expect([draft.cleared, names(draft.outstanding)]).toEqual([[], names([transfer])]);
    await done(other.tick(draft.id, [named(transfer)]));
    expect((await done(other.step(draft.id, 'finish'))).outstanding).toEqual([]);
  });
});

describe('the start of a reconciliation', () => {
  test('is refused while another one is a draft, and names it', async () => {
    const bank = await work();
    const { id } = await done(bank.start(END, 0));
    const answer = await bank.start('2026-03-31', 0);
    expect([refusal(answer), answer.body.reconciliationId]).toEqual(['409 reconciliation_open', id]);
    const other = await work();
    expect((await other.start(END, 0)).status).toBe(201);
  });

  test('is made once of several that are sent together', async () => {
    const bank = await work();
    const answers = await Promise.all([1, 2, 3].map(() => bank.start(END, 0)));
    expect(statusesOf(answers)).toEqual([201, 409, 409]);
  });

  test('is refused with an end that is not after the last one, in the future or missing', async () => {
    const bank = await work();
    await reconciled(bank, [], 0);
    for (const endDate of [END, '2026-02-27', inDays(3), '2026-02-30', undefined]) {
      const answer = await bank.start(endDate as string, 0);
      expect([endDate, refusal(answer), badPaths(answer)]).toEqual([endDate, '400 validation_failed', ['endDate']]);
    }
    expect((await bank.start('2026-03-01', 0)).status).toBe(201);
  });

  test('is refused with a bad balance and an unknown field, all of which are named', async () => {
    const { route } = await work();
    const body = { endDate: 'May', endBalance: 1.005, startBalance: 4 };
    const answer = await treasurer.post(`${route}/reconciliations`, body);
    expect([refusal(answer), badPaths(answer)]).toEqual([
      '400 validation_failed',
      ['endBalance', 'endDate', 'startBalance'],
    ]);
  });

  test('is refused for an unknown account, for an account without statements and without the permission', async () => {
    const { route } = await work();
    const body = { endDate: END, endBalance: 0 };
    const answers = [
      await treasurer.post('/api/accounts/999999/reconciliations', body),
      await treasurer.post('/api/accounts/1/reconciliations', body),
      await elder.post(`${route}/reconciliations`, body),
    ];
    expect(answers.map(refusal)).toEqual(['404 not_found', '400 validation_failed', '403 forbidden']);
  });
});

describe('a draft', () => {
  test('changes its end and its balance, keeps what is left out, and is computed at each read', async () => {
    const bank = await work();
    const income = await bank.enter.income(100, { date: '2026-02-20' });
    const { id } = await done(bank.start(END, 100));
    await done(bank.tick(id, [named(income)]));
    const route = `${bank.route}/reconciliations/${id}`;
    const earlier = await done(treasurer.put(route, { endDate: '2026-02-21', endBalance: 0 }));
    expect(earlier).toMatchObject({ endDate: '2026-02-21', endBalance: 0, bookBalance: 100 });
    const back = await done(treasurer.put(route, { endDate: END, endBalance: 100 }));
    expect(back).toMatchObject({ difference: 0, bookBalance: 100 });
    await bank.enter.income(3);
    expect(await bank.read(id)).toMatchObject({ bookBalance: 103, difference: 0 });
  });

  test('has no ticked document after its end', async () => {
    const bank = await work();
    const income = await bank.enter.income(100, { date: '2026-02-20' });
    const { id } = await done(bank.start(END, 100));
    await done(bank.tick(id, [named(income)]));
    await treasurer.put(`${bank.route}/reconciliations/${id}`, { endDate: '2026-02-15' });
    const { endDate, cleared } = await bank.read(id);
    expect(cleared.filter(({ date }: Json) => date > endDate)).toEqual([]);
  });

  test('has the corrected amount of a document if a correction after its end is ticked, too', async () => {
    const bank = await work();
    const gift = await bank.enter.gift(200);
    const reversal = { date: '2026-03-02', reason: 'Typo', amount: 20 };
    await done(treasurer.post(`/api/givings/${gift.id}/reverse`, reversal));
    const { items } = await done(treasurer.get('/api/givings?sort=-id&pageSize=1'));
    const correction = { type: 'Giving', id: items[0].id };
    const { id } = await done(bank.start(END, 180));
    expect((await done(bank.tick(id, [named(gift)]))).difference).toBe(-20);
    expect(refusal(await bank.tick(id, [correction]))).toBe('422 unknown_reference');
    const ticked = await done(bank.tick(id, [named(gift), correction]));
    expect([sumOf(ticked.cleared), sumOf(ticked.outstanding), ticked.difference]).toEqual([180, 20, 0]);
    expect((await done(bank.tick(id, [named(gift)]))).difference).toBe(0);
    await done(bank.step(id, 'finish'));
    const next = await done(bank.start('2026-03-31', 180));
    expect([next.outstanding, next.bookBalance, next.difference]).toEqual([[], 180, 0]);
  });

  test('refuses unknown and foreign documents, and those after its end, and counts a repeated one once', async () => {
    const [bank, other] = [await work(), await work()];
    const [mine, foreign] = [await bank.enter.income(100), await other.enter.income(100)];
    const { id } = await done(bank.start(END, 100));
    const unknown = await bank.tick(id, [named(mine), { type: 'Payment', id: 999_999 }, named(foreign)]);
    expect(refusal(unknown)).toBe('422 unknown_reference');
    expect(badPaths(unknown).map((path) => path.split('.').slice(0, 2).join('.'))).toEqual(['cleared.1', 'cleared.2']);
    const late = await bank.enter.income(7, { date: '2026-03-01' });
    const refused = await bank.tick(id, [named(mine), named(late)]);
    expect([refusal(refused), badPaths(refused)]).toEqual(['400 validation_failed', ['cleared.1']]);
    expect((await bank.read(id)).cleared).toEqual([]);
    const twice = await done(bank.tick(id, [named(mine), named(mine)]));
    expect([names(twice.cleared), twice.difference]).toEqual([names([mine]), 0]);
  });

  test('changes only by its current version', async () => {
    const bank = await work();
    const started = await bank.start(END, 5);
    const route = `${bank.route}/reconciliations/${started.body.id}`;
    const stale = { 'If-Match': '"stale"' };
    const answers = [
      await treasurer.put(route, { endBalance: 0 }, stale),
      await treasurer.post(`${route}/finish`, undefined, stale),
      await treasurer.del(route, stale),
    ];
    expect(answers.map(refusal)).toEqual(['412 stale_version', '412 stale_version', '412 stale_version']);
    expect((await bank.read(started.body.id)).endBalance).toBe(5);
    const current = etag(await treasurer.get(route));
    await bank.enter.income(4);
    const outdated = await treasurer.put(route, { endBalance: 0 }, { 'If-Match': current });
    expect(refusal(outdated)).toBe('412 stale_version');
  });

  test('that is deleted loses its ticks, and matches stay', async () => {
    const bank = await work();
    const [one, two] = [await bank.enter.income(100), await bank.enter.income(50)];
    const [line] = await bank.added([{ date: DAY, amount: 100, text: 'DEPOSIT' }]);
    await done(bank.match([line?.['id']], [named(one)]));
    const { id } = await done(bank.start(END, 150));
    await done(bank.tick(id, [named(two)]));
    const route = `${bank.route}/reconciliations/${id}`;
    expect(refusal(await elder.del(route))).toBe('403 forbidden');
    expect((await treasurer.del(route)).status).toBe(204);
    expect((await treasurer.get(route)).status).toBe(404);
    const again = await done(bank.start(END, 150));
    expect([names(again.cleared), names(again.outstanding)]).toEqual([names([one]), names([two])]);
  });

  test('that has a tick keeps the document as it is, or forgets the tick with it', async () => {
    const bank = await work();
    const income = await bank.enter.income(100);
    const { id } = await done(bank.start(END, 100));
    await done(bank.tick(id, [named(income)]));
    const { status } = await treasurer.del(`/api/other-income/${income.id}`);
    const { cleared, difference } = await bank.read(id);
    expect([status, cleared.length, difference]).toEqual(status === 204 ? [204, 0, 100] : [409, 1, 0]);
  });

  test('has the matches of documents alone whose last change lies in its days, and the next one has the others', async () => {
    const bank = await work();
    const pair = async (date: string) => [
      await bank.enter.income(40, { date }),
      await bank.enter.check(40, { date, reference: `Of ${date}` }),
    ];
    const [early, late] = [await pair('2026-02-10'), await pair('2026-03-10')];
    const gift = await bank.enter.gift(70);
    const again = await bank.enter.gift(70);
    const [line] = await bank.added([{ date: DAY, amount: 70, text: 'GIFT' }]);
    await done(bank.match([line?.['id']], [named(gift)]));
    await done(treasurer.post(`/api/givings/${gift.id}/reverse`, { date: '2026-03-04', reason: 'Entered twice' }));
    for (const documents of [early, late, [gift, again]]) await done(bank.match([], documents.map(named)));
    const { id, ...draft } = await done(bank.start(END, 70));
    expect([names(draft.cleared), names(draft.outstanding)]).toEqual([names([...early, gift]), names([again])]);
    expect([draft.bookBalance, draft.difference]).toEqual([140, 0]);
    await done(bank.step(id, 'finish'));
    const next = await done(bank.start('2026-03-31', 70));
    expect(names(next.cleared)).toEqual(names([...late, gift, again]));
    expect([next.outstanding, next.bookBalance, next.difference]).toEqual([[], 70, 0]);
  });

  test('has a match of lines alone up to its end', async () => {
    const bank = await work();
    const lines = await bank.added([
      { date: END, amount: 25, text: 'DEPOSIT' },
      { date: '2026-03-01', amount: -25, text: 'TAKEN BACK' },
    ]);
    const match = await done(
      bank.match(
        lines.map(({ id }) => id),
        [],
      ),
    );
    const reconciliationOf = async () =>
      (await done(treasurer.get(`${bank.route}/matches/${match.id}`))).reconciliationId;
    await reconciled(bank, [], 0);
    expect(await reconciliationOf()).toBeNull();
    const { id } = await reconciled(bank, [], 0, '2026-03-31');
    expect(await reconciliationOf()).toBe(id);
  });

  test.each<[string, boolean]>([
    ['after', true],
    ['before', false],
  ])('agrees with the books on both days if a gift is corrected %s it is matched', async (_when, isMatchedFirst) => {
    const bank = await work();
    const gift = await bank.enter.gift(100);
    const sum = isMatchedFirst ? 100 : 70;
    const [line] = await bank.added([{ date: DAY, amount: sum, text: 'GIFT' }]);
    const match = () => done(bank.match([line?.['id']], [named(gift)]));
    if (isMatchedFirst) await match();
    await done(treasurer.post(`/api/givings/${gift.id}/reverse`, { date: '2026-03-04', reason: 'Typo', amount: 30 }));
    if (!isMatchedFirst) await match();
    const { id, ...first } = await done(bank.start(END, sum));
    expect([first.difference, first.bookBalance, sum + sumOf(first.outstanding)]).toEqual([0, 100, 100]);
    await done(bank.step(id, 'finish'));
    const next = await done(bank.start('2026-03-31', sum));
    expect([next.difference, next.bookBalance, sum + sumOf(next.outstanding)]).toEqual([0, 70, 70]);
  });

  test('says which match has a document, and keeps a tick of a document that a match changes as well', async () => {
    const bank = await work();
    const [gift, again] = [await bank.enter.gift(100), await bank.enter.gift(100)];
    const [line] = await bank.added([{ date: '2026-02-05', amount: 100, text: 'GIFT' }]);
    const { id } = await done(bank.start(END, 200));
    await done(bank.tick(id, [named(gift)]));
    await done(treasurer.post(`/api/givings/${gift.id}/reverse`, { date: '2026-02-10', reason: 'Twice' }));
    const corrected = await done(bank.match([], [named(gift), named(again)]));
    const other = await bank.enter.income(100);
    const match = await done(bank.match([line?.['id']], [named(other)]));
    const shown = async () =>
      (await bank.read(id)).cleared.map((one: Json) => [one.type, one.id, one.amount, one.matchId]);
    const wanted = [
      ['Giving', gift.id, 100, null],
      ['Giving', gift.id, -100, corrected.id],
      ['Giving', again.id, 100, corrected.id],
      ['OtherIncome', other.id, 100, match.id],
    ];
    expect(await shown()).toEqual(expect.arrayContaining(wanted));
    const { cleared } = await bank.read(id);
    expect(await done(bank.tick(id, cleared.map(named)))).toMatchObject({ difference: 0 });
    expect(await shown()).toEqual(expect.arrayContaining(wanted));
    expect(await shown()).toHaveLength(4);
  });

  test('does not tick what is left of a document on its day if a line after it has the document', async () => {
    const bank = await work();
    const gift = await bank.enter.gift(100);
    await done(treasurer.post(`/api/givings/${gift.id}/reverse`, { date: '2026-03-04', reason: 'Typo', amount: 30 }));
    const [line] = await bank.added([{ date: '2026-03-05', amount: 70, text: 'GIFT' }]);
    const match = await done(bank.match([line?.['id']], [named(gift)]));
    const { id } = await done(bank.start(END, 0));
    const answer = await bank.tick(id, [named(gift)]);
    expect([refusal(answer), answer.body.matchId]).toEqual(['409 reconciled', match.id]);
    expect(await bank.read(id)).toMatchObject({ cleared: [], difference: 0 });
  });

  test('with a difference cannot be finished, and says the difference', async () => {
    const bank = await work();
    await bank.enter.income(100);
    const { id } = await done(bank.start(END, 100.01));
    const answer = await bank.step(id, 'finish');
    expect([refusal(answer), answer.body.difference]).toEqual(['409 difference', 100.01]);
    expect((await bank.read(id)).status).toBe('Draft');
  });

  test('cannot be reviewed or undone', async () => {
    const bank = await work();
    const { id } = await done(bank.start(END, 0));
    expect(refusal(await elder.post(`${bank.route}/reconciliations/${id}/review`))).toBe('409 invalid_transition');
    expect(refusal(await bank.step(id, 'undo'))).toBe('409 invalid_transition');
  });
});

describe('a finished reconciliation', () => {
  test('cannot be changed, deleted or finished again', async () => {
    const bank = await work();
    const income = await bank.enter.income(100);
    const { id } = await reconciled(bank, [income], 100);
    const before = await bank.read(id);
    const route = `${bank.route}/reconciliations/${id}`;
    expect((await bank.tick(id, [])).status).toBe(409);
    expect((await treasurer.put(route, { endBalance: 1 })).status).toBe(409);
    expect((await treasurer.del(route)).status).toBe(409);
    expect(refusal(await bank.step(id, 'finish'))).toBe('409 invalid_transition');
    expect(await bank.read(id)).toEqual(before);
  });

  test('reads the same after later entries, reversals, renames and a review of the next one', async () => {
    const bank = await work();
    const [income, gift] = [await bank.enter.income(100), await bank.enter.gift(20)];
    const outstanding = await bank.enter.check(30, { reference: '17' });
    const { id } = await reconciled(bank, [income, gift], 120);
    const before = await bank.read(id);
    await bank.enter.income(55);
    await bank.bring([{ date: DAY, amount: 4, text: 'LATE LINE' }]);
    await done(treasurer.post(`/api/givings/${gift.id}/reverse`, { date: '2026-03-05', reason: 'X', kind: 'Refund' }));
    await done(treasurer.post(`/api/payments/${outstanding.id}/void`, { date: '2026-03-06', reason: 'Lost' }));
    await done(
      treasurer.put(`/api/accounts/${bank.id}`, { name: `Renamed ${bank.id}`, kind: 'Checking', isActive: true }),
    );
    const { modifiedAt: _at, ...same } = await bank.read(id);
    expect(before).toMatchObject(same);
    expect(names(same['outstanding'])).toEqual(names([outstanding]));
  });

  test('is undone only if it is the last, and then is a draft with its ticks', async () => {
    const bank = await work();
    const [first, second] = [await bank.enter.income(100), await bank.enter.income(50, { date: '2026-03-05' })];
    const one = await reconciled(bank, [first], 100);
    const two = await reconciled(bank, [second], 150, '2026-03-31');
    expect(refusal(await bank.step(one.id, 'undo'))).toBe('409 invalid_transition');
    expect(refusal(await elder.post(`${bank.route}/reconciliations/${two.id}/undo`))).toBe('403 forbidden');
    const undone = await done(bank.step(two.id, 'undo'));
    expect(undone).toMatchObject({ status: 'Draft', finishedAt: null, finishedBy: null, difference: 0 });
    expect(names(undone.cleared)).toEqual(names([second]));
    expect((await treasurer.del(`${bank.route}/reconciliations/${two.id}`)).status).toBe(204);
    expect(await done(bank.step(one.id, 'undo'))).toMatchObject({ status: 'Draft' });
  });

  test('is not undone while the next one is a draft', async () => {
    const bank = await work();
    const one = await reconciled(bank, [await bank.enter.income(100)], 100);
    await done(bank.start('2026-03-31', 100));
    expect((await bank.step(one.id, 'undo')).status).toBe(409);
    expect((await bank.read(one.id)).status).toBe('Finished');
  });

  test('is reviewed once, by another person, and loses the review when it is undone', async () => {
    const bank = await work();
    const { id } = await reconciled(bank, [], 0);
    const route = `${bank.route}/reconciliations/${id}`;
    expect(refusal(await bank.step(id, 'review'))).toBe('403 self_approval');
    const reviewed = await elder.post(`${route}/review`);
    expect(reviewed.body).toMatchObject({ reviewedBy: elder.userId, status: 'Finished' });
    expect(refusal(await finance.post(`${route}/review`))).toBe('409 invalid_transition');
    const undone = await done(bank.step(id, 'undo'));
    expect(undone).toMatchObject({ reviewedBy: null, reviewedAt: null });
  });

  test('is not reviewed, and thereby shown, by somebody who may approve expenses but not read the books', async () => {
    const bank = await work();
    const { id } = await reconciled(bank, [await bank.enter.income(100)], 100);
    const approver = await books.as(['expense_approver']);
    const answer = await approver.post(`${bank.route}/reconciliations/${id}/review`);
    expect([refusal(answer), answer.body.cleared]).toEqual(['403 forbidden', undefined]);
    expect((await bank.read(id)).reviewedBy).toBeNull();
  });

  test('is listed with the others of its account, the latest first', async () => {
    const bank = await work();
    const one = await reconciled(bank, [], 0);
    const two = await done(bank.start('2026-03-31', 0));
    const { items } = await done(elder.get(`${bank.route}/reconciliations`));
    expect(items.map(({ id, status }: Json) => [id, status])).toEqual([
      [two.id, 'Draft'],
      [one.id, 'Finished'],
    ]);
    const other = await work();
    expect((await done(treasurer.get(`${other.route}/reconciliations`))).items).toEqual([]);
    expect((await treasurer.get(`${other.route}/reconciliations/${one.id}`)).status).toBe(404);
    expect((await treasurer.post(`${other.route}/reconciliations/${one.id}/undo`)).status).toBe(404);
  });

  test('is in the audit log with each of its steps', async () => {
    const bank = await work();
    const { id } = await reconciled(bank, [await bank.enter.income(100)], 100);
    await done(elder.post(`${bank.route}/reconciliations/${id}/review`));
    await done(bank.step(id, 'undo'));
    await treasurer.del(`${bank.route}/reconciliations/${id}`);
    const query = `entityType=Reconciliation&entityId=${id}&pageSize=50`;
    const { items } = await done(books.admin.get(`/api/audit-logs?${query}`));
    const actions = items.map(({ action }: Json) => action.replace('Reconciliation', ''));
    expect(new Set(actions)).toEqual(new Set(['Created', 'Updated', 'Finished', 'Reviewed', 'Undone', 'Deleted']));
  });
});

type Attempt = [what: string, send: () => ReturnType<Staff['put']>];

test('an account with a finished reconciliation keeps its kind, which says what the balances mean', async () => {
  const bank = await work();
  const { id } = await reconciled(bank, [await bank.enter.income(100)], 100);
  const body = { name: `Card ${bank.id}`, kind: 'CreditCard', isActive: true };
  expect((await treasurer.put(`/api/accounts/${bank.id}`, body)).status).toBe(409);
  expect((await bank.read(id)).endBalance).toBe(100);
});

describe('a document of a finished reconciliation', () => {
  /** Makes sure that each of these is refused, and that the document stays as it is. */
  async function refuses(document: Json, route: string, attempts: readonly Attempt[]) {
    const before = await done(treasurer.get(`${route}/${document.id}`));
    for (const [what, send] of attempts) {
      const answer = await send();
      expect([what, refusal(answer)]).toEqual([what, '409 reconciled']);
      expect(answer.body.reconciliationId).toEqual(expect.any(Number));
    }
    expect(await done(treasurer.get(`${route}/${document.id}`))).toEqual(before);
  }

  test('keeps its amount, account and date if it is a gift, and its giver, category and note may change', async () => {
    const bank = await work();
    const gift = await bank.enter.gift(100);
    await reconciled(bank, [gift], 100);
    const route = '/api/givings';
    const put = (fields: Json) =>
      treasurer.put(`${route}/${gift.id}`, giving(books, { date: DAY, amount: 100, method: 'Zelle', ...fields }));
    await refuses(gift, route, [
      ['amount', () => put({ amount: 99 })],
      ['date', () => put({ date: '2026-02-04' })],
      ['account by method', () => put({ method: 'Cash' })],
      ['gift in kind', () => put({ nonCashDescription: 'A piano', nonCashKind: 'Goods' })],
      ['delete', () => treasurer.del(`${route}/${gift.id}`)],
    ]);
    const changed = await done(put({ note: 'Thanks', zelleReference: 'Z9', categoryId: books.category('Missions') }));
    expect(changed).toMatchObject({ note: 'Thanks', zelleReference: 'Z9', amount: 100 });
    expect(await balanceOf(bank)).toBe(100);
    const reversed = await treasurer.post(`${route}/${gift.id}/reverse`, {
      date: '2026-03-05',
      reason: 'X',
      kind: 'Refund',
    });
    expect(reversed.status).toBe(201);
  });

  test('reads the same after a correction of a part of it, which the next one shows as outstanding', async () => {
    const bank = await work();
    const gift = await bank.enter.gift(100);
    const { id } = await reconciled(bank, [gift], 100);
    const before = await bank.read(id);
    await done(treasurer.post(`/api/givings/${gift.id}/reverse`, { date: '2026-03-05', reason: 'Typo', amount: 30 }));
    expect(await bank.read(id)).toEqual(before);
    const next = await done(bank.start('2026-03-31', 100));
    expect([sumOf(next.outstanding), next.bookBalance, next.difference]).toEqual([-30, 70, 0]);
  });

  test.each<[string, string, (bank: Work) => Promise<Json>]>([
    ['a gift', 'givings', ({ enter }) => enter.gift(100)],
    ['other income', 'other-income', ({ enter }) => enter.income(100)],
    ['a transfer', 'transfers', ({ id, enter }) => enter.transfer(100, { fromAccountId: 2, toAccountId: id })],
  ])('that is %s may be corrected as a whole, and the account is reconciled again', async (_what, route, enter) => {
    const bank = await work();
    const document = await enter(bank);
    await reconciled(bank, [document], 100);
    await done(treasurer.post(`/api/${route}/${document.id}/reverse`, { date: '2026-03-05', reason: 'Typo' }));
    const next = await done(bank.start('2026-03-31', 100));
    expect([sumOf(next.outstanding), next.bookBalance, next.difference]).toEqual([-100, 0, 0]);
  });

  test('may be corrected as a whole, and a line that returns its money can be read', async () => {
    const bank = await work();
    const gift = await bank.enter.gift(100);
    await reconciled(bank, [gift], 100);
    await done(treasurer.post(`/api/givings/${gift.id}/reverse`, { date: '2026-03-05', reason: 'Typo' }));
    const lines = await bank.added([{ date: '2026-03-05', amount: -100, text: 'RETURNED' }]);
    expect(lines).toMatchObject([{ amount: -100, status: 'Open' }]);
  });

  test('keeps its amount, account and date if it is other income, and its memo and category may change', async () => {
    const bank = await work();
    const other = await newBank(books, treasurer);
    const income = await bank.enter.income(100);
    await reconciled(bank, [income], 100);
    const route = '/api/other-income';
    const put = (fields: Json) =>
      treasurer.put(`${route}/${income.id}`, {
        date: DAY,
        amount: 100,
        incomeCategoryId: 1,
        accountId: bank.id,
        ...fields,
      });
    await refuses(income, route, [
      ['amount', () => put({ amount: 99 })],
      ['date', () => put({ date: '2026-02-04' })],
      ['account', () => put({ accountId: other.id })],
      ['delete', () => treasurer.del(`${route}/${income.id}`)],
    ]);
    expect(await done(put({ memo: 'A note', incomeCategoryId: 2 }))).toMatchObject({ memo: 'A note', amount: 100 });
  });

  test('is not deleted by reopening its session if it is a deposit, and what it has stays', async () => {
    const bank = await work();
    const gifts = [giving(books, { amount: 60, method: 'Check' }), giving(books, { amount: 40 })];
    const session = await addSession(books, { date: '2026-02-01', givings: gifts });
    await done(books.admin.post(`/api/offering-sessions/${session.id}/submit`));
    const reconcile = { depositedOn: DAY, accountId: bank.id };
    await done(treasurer.post(`/api/offering-sessions/${session.id}/reconcile`, reconcile));
    const { items } = await done(treasurer.get('/api/deposits?pageSize=200'));
    const { id } = items.find(({ sessionId }: Json) => sessionId === session.id);
    await reconciled(bank, [{ type: 'Deposit', id }], 100);
    const reopen = { reason: 'A mistake' };
    await refuses({ id }, '/api/deposits', [
      ['reopen', () => treasurer.post(`/api/offering-sessions/${session.id}/reopen`, reopen)],
    ]);
    expect((await treasurer.del(`/api/deposits/${id}`)).status).toBe(409);
    expect((await treasurer.del(`/api/givings/${session.givings[0].id}`)).status).toBe(409);
    expect((await done(treasurer.get(`/api/offering-sessions/${session.id}`))).status).toBe('Reconciled');
  });

  test('is not deleted if it is a deposit', async () => {
    const bank = await work();
    const deposit = await bank.enter.deposit(100);
    await reconciled(bank, [deposit], 100);
    const route = `/api/deposits/${deposit.id}`;
    await refuses(deposit, '/api/deposits', [['delete', () => treasurer.del(route)]]);
    const [{ otherIncomeId }] = deposit.items;
    expect((await treasurer.del(`/api/other-income/${otherIncomeId}`)).status).toBe(409);
  });

  test('is neither voided nor deleted if it is a payment', async () => {
    const bank = await work();
    const check = await bank.enter.check(100, { reference: '17' });
    await reconciled(bank, [check], -100);
    const route = `/api/payments/${check.id}`;
    await refuses(check, '/api/payments', [
      ['void', () => treasurer.post(`${route}/void`, { date: '2026-02-04', reason: 'Lost' })],
      ['void later', () => treasurer.post(`${route}/void`, { date: '2026-03-04', reason: 'Lost' })],
      ['delete', () => treasurer.del(route)],
    ]);
    expect(await balanceOf(bank)).toBe(-100);
  });

  test('keeps its amount if it is the payment of an expense that a line made, which is not deleted when rejected', async () => {
    const bank = await work();
    const [line] = await bank.added([{ date: DAY, amount: -20, text: 'FEE' }]);
    const fee = { subCategoryId: books.subCategory('Bank & Processing Fees'), ministryId: books.ministry('Worship') };
    const expense = await done(treasurer.post(`${bank.route}/bank-lines/${line?.['id']}/expense`, fee));
    await reconciled(bank, [], -20);
    const route = `/api/expenses/${expense.id}`;
    await done(elder.post(`${route}/reject`, { reason: 'No receipt' }));
    const settled = { accountId: bank.id, date: DAY, method: 'BankTransfer' };
    const body = { ...fee, expenseDate: DAY, amount: 25, description: 'FEE', settled };
    expect((await treasurer.put(route, body)).status).toBe(409);
    expect((await treasurer.del(route)).status).toBe(409);
    const { settled: _settled, ...without } = body;
    await treasurer.put(route, { ...without, amount: 20 });
    expect(await balanceOf(bank)).toBe(-20);
    const resubmitted = await done(treasurer.post(`${route}/submit`));
    expect(resubmitted.amount).toBe(20);
    expect(await balanceOf(bank)).toBe(-20);
  });

  test('keeps its amount, accounts and date if it is a transfer, and its memo may change', async () => {
    const [bank, other] = [await work(), await newBank(books, treasurer)];
    const sides = { fromAccountId: bank.id, toAccountId: other.id };
    const transfer = await bank.enter.transfer(100, sides);
    await reconciled(bank, [transfer], -100);
    const route = '/api/transfers';
    const put = (fields: Json) =>
      treasurer.put(`${route}/${transfer.id}`, { date: DAY, amount: 100, memo: 'Change', ...sides, ...fields });
    await refuses(transfer, route, [
      ['amount', () => put({ amount: 99 })],
      ['date', () => put({ date: '2026-02-04' })],
      ['account', () => put({ fromAccountId: 2 })],
      ['sides', () => put({ fromAccountId: other.id, toAccountId: bank.id })],
      ['delete', () => treasurer.del(`${route}/${transfer.id}`)],
    ]);
    expect((await done(put({ memo: 'Another memo' }))).memo).toBe('Another memo');
  });

  test('keeps its funds if it is a transfer that would then wait for approval, and other funds may change', async () => {
    const [bank, other] = [await work(), await newBank(books, treasurer)];
    const fund = async (name: string, of: string): Promise<number> =>
      (await done(treasurer.post('/api/funds', { name: `${name} ${bank.id}`, class: of }))).id;
    const [reserve, music] = [await fund('Reserve', 'Designated'), await fund('Music', 'Designated')];
    const roof = await fund('Roof', 'Restricted');
    const sides = { fromAccountId: bank.id, toAccountId: other.id, fromFundId: reserve, toFundId: music };
    const transfer = await bank.enter.transfer(100, sides);
    await reconciled(bank, [transfer], -100);
    const route = '/api/transfers';
    const put = (fields: Json) =>
      treasurer.put(`${route}/${transfer.id}`, { date: DAY, amount: 100, memo: 'Change', ...sides, ...fields });
    await refuses(transfer, route, [['restricted', () => put({ fromFundId: roof, reason: 'The roof' })]]);
    expect(await done(put({ fromFundId: 1 }))).toMatchObject({ status: 'Posted', fromFundId: 1, toFundId: music });
    expect(await balanceOf(bank)).toBe(-100);
  });

  test('keeps its lines and its date if it is an adjusting entry, and its memo may change without a new approval', async () => {
    const bank = await work();
    const entry = await bank.enter.entry(100, elder);
    await reconciled(bank, [entry], 100);
    const route = '/api/journal-entries';
    const lines = (amount: number, accountId = bank.id) => [
      { accountId, debit: amount },
      { incomeCategoryId: 1, credit: amount },
    ];
    const put = (fields: Json) =>
      treasurer.put(`${route}/${entry.id}`, { date: DAY, memo: 'Found', lines: lines(100), ...fields });
    await refuses(entry, route, [
      ['amount', () => put({ lines: lines(99) })],
      ['date', () => put({ date: '2026-02-04' })],
      ['account', () => put({ lines: lines(100, 2) })],
      ['category', () => put({ lines: [lines(100)[0], { incomeCategoryId: 2, credit: 100 }] })],
      ['delete', () => treasurer.del(`${route}/${entry.id}`)],
    ]);
    expect(await balanceOf(bank)).toBe(100);
    const noted = await done(put({ memo: 'Found in the organ' }));
    expect(noted).toMatchObject({ memo: 'Found in the organ', status: 'Posted', approvedBy: elder.userId });
    expect(await balanceOf(bank)).toBe(100);
  });

  test('keeps its match', async () => {
    const bank = await work();
    const income = await bank.enter.income(100);
    const [line] = await bank.added([{ date: DAY, amount: 100, text: 'DEPOSIT' }]);
    const { id } = await done(bank.match([line?.['id']], [named(income)]));
    const { id: reconciliationId } = await reconciled(bank, [], 100);
    const answer = await treasurer.del(`${bank.route}/matches/${id}`);
    expect([refusal(answer), answer.body.reconciliationId]).toEqual(['409 reconciled', reconciliationId]);
    await done(bank.step(reconciliationId, 'undo'));
    expect((await treasurer.del(`${bank.route}/matches/${id}`)).status).toBe(204);
  });

  test('that was ticked is not matched or ticked again', async () => {
    const bank = await work();
    const income = await bank.enter.income(100);
    await reconciled(bank, [income], 100);
    const [line] = await bank.added([{ date: DAY, amount: 100, text: 'DEPOSIT' }]);
    expect(line?.['suggestions']).toEqual([]);
    expect(refusal(await bank.match([line?.['id']], [named(income)]))).toBe('409 reconciled');
    const { id } = await done(bank.start('2026-03-31', 200));
    expect((await bank.tick(id, [named(income)])).status).toBe(409);
    expect(await bank.read(id)).toMatchObject({ startBalance: 100, cleared: [], outstanding: [], difference: 100 });
  });

  test('may change again once the reconciliation is undone and deleted', async () => {
    const bank = await work();
    const income = await bank.enter.income(100);
    const { id } = await reconciled(bank, [income], 100);
    await done(bank.step(id, 'undo'));
    await treasurer.del(`${bank.route}/reconciliations/${id}`);
    expect((await treasurer.del(`/api/other-income/${income.id}`)).status).toBe(204);
  });
});

test('a document that is not in a reconciliation may change after it, with a date before its end', async () => {
  const bank = await work();
  const outstanding = await bank.enter.income(30);
  const { id } = await reconciled(bank, [await bank.enter.income(100)], 100);
  const before = await bank.read(id);
  expect((await treasurer.del(`/api/other-income/${outstanding.id}`)).status).toBe(204);
  expect(await bank.read(id)).toEqual(before);
});

test('audit verify proves lines, matches and reconciliations after all of this', async () => {
  const { exitCode, stderr } = await vestry(['audit', 'verify', '--data-dir', books.daemon.dataDir]);
  expect([stderr, exitCode]).toEqual(['', 0]);
  const { body } = await treasurer.get('/api/health');
  expect(body.status).toBe('ok');
});
