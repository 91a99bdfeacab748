import { expect, test } from 'vitest';
import { Reconciliation, NewSession } from '../../../src/features/giving/offerings/schema.ts';
import { createSession, reconcileSession, submitSession } from '../../../src/features/giving/offerings/service.ts';
import { createGiving } from '../../../src/features/giving/givings/service.ts';
import { NewGiving } from '../../../src/features/giving/givings/schema.ts';
import { reverseGiving } from '../../../src/features/giving/givings/reversal.ts';
import { amountToReverse, refuseEarlier } from '../../../src/books/reversals.ts';
import { decode } from '../../../src/validate.ts';
import type { Minor } from '../../../src/lib/money.ts';
import { as, testApp } from '../../support/app.ts';
import { addMember } from '../../support/office.ts';
import { addUser } from '../../support/books.ts';

const minor = (value: number) => value as Minor;

test('a deposit may be dated today, but not later', async () => {
  const app = await testApp();
  const { id } = await createSession(app, decode(NewSession, { date: '2026-11-15' }));
  await submitSession(app, id);
  const on = (depositedOn: string) => reconcileSession(app, id, decode(Reconciliation, { depositedOn }));
  await expect(on('2026-11-19')).rejects.toMatchObject({ code: 'validation_failed' });
  expect(await on('2026-11-18')).toMatchObject({ status: 'Reconciled', depositedOn: '2026-11-18' });
});

test('the date and the gift date of a gift may be tomorrow, but not later, and a gift is not later than its date', async () => {
  const app = await testApp();
  const gift = (fields: object) =>
    createGiving(app, decode(NewGiving, { categoryId: 1, amount: 5, method: 'Cash', date: '2026-11-15', ...fields }));
  const refused = { code: 'validation_failed' };
  await expect(gift({ giftDate: '2026-11-20' })).rejects.toMatchObject(refused);
  await expect(gift({ date: '2026-11-20', giftDate: '2026-11-15' })).rejects.toMatchObject(refused);
  expect(await gift({ date: '2026-11-19', giftDate: '2026-11-19' })).toMatchObject({ giftDate: '2026-11-19' });
  await expect(gift({ giftDate: '2026-11-16' })).rejects.toMatchObject(refused);
  expect(await gift({ date: '2026-11-19' })).toMatchObject({ giftDate: '2026-11-19' });
});

test('two names that differ only in capitals count as one counter', async () => {
  const app = await testApp();
  const warned = async (date: string, countedBy: string[]) => {
    const { id } = await createSession(app, decode(NewSession, { date, countedBy }));
    return ((await submitSession(app, id)).warnings ?? []).map(({ code }) => code);
  };
  expect(await warned('2026-11-01', ['Ann', 'ANN'])).toEqual(['single_counter']);
  expect(await warned('2026-11-08', ['Ann', 'Bob'])).toEqual([]);
});

test('a reversal may be dated on the day of the giving, but not earlier', () => {
  expect(() => refuseEarlier('2026-05-04', '2026-05-04')).not.toThrow();
  expect(() => refuseEarlier('2026-05-03', '2026-05-04')).toThrow(
    expect.objectContaining({ code: 'validation_failed' }),
  );
});

test('a reversal cannot take back more than is left of the giving, and the refusal says how much is left', () => {
  const of = (reversed: number, wanted: number | null) =>
    amountToReverse({
      original: minor(10_000),
      reversed: minor(reversed),
      wanted: wanted === null ? null : minor(wanted),
    });
  expect(of(0, null)).toEqual({ taken: 10_000, isLast: true });
  expect(of(-4000, 5999)).toEqual({ taken: 5999, isLast: false });
  expect(of(-4000, 6000)).toEqual({ taken: 6000, isLast: true });
  expect(() => of(-4000, 6001)).toThrow(/60\.00/);
  expect(() => of(-10_000, 1)).toThrow(/already reversed in full/);
  expect(() => of(-10_000, null)).toThrow(expect.objectContaining({ code: 'already_reversed' }));
});

test('a counter is warned of a likely duplicate only if the earlier gift is in a draft session', async () => {
  const app = await testApp();
  const counter = as(app, await addUser(app), 'offering_counter');
  const memberId = await addMember(app);
  const parts = [
    { categoryId: 1, amount: 5 },
    { categoryId: 2, amount: 7 },
  ];
  const split = { amount: 12, method: 'Cash', memberId, parts };
  const whole = { categoryId: 1, amount: 5, method: 'Cash', memberId };
  const outside = { date: '2026-11-15' };
  for (const gift of [split, whole]) await createGiving(app, decode(NewGiving, { ...gift, ...outside }));
  const made = await createSession(counter, decode(NewSession, { date: '2026-11-15', givings: [split, whole] }));
  expect(made.warnings ?? []).toEqual([]);
  const again = await createGiving(counter, decode(NewGiving, { ...split, date: made.date, sessionId: made.id }));
  expect(again.warnings).toMatchObject([{ code: 'likely_duplicate', duplicateOf: made.givings[0]?.id }]);
  const seen = await createGiving(app, decode(NewGiving, { ...whole, ...outside }));
  expect(seen.warnings).toMatchObject([{ code: 'likely_duplicate' }]);
});

test('a reversal and an anonymous giving are never likely duplicates', async () => {
  const app = await testApp();
  const memberId = await addMember(app);
  const gift = { categoryId: 1, amount: 5, method: 'Cash', date: '2026-11-15' };
  const nobody = [await createGiving(app, decode(NewGiving, gift)), await createGiving(app, decode(NewGiving, gift))];
  expect(nobody.map(({ warnings }) => warnings ?? [])).toEqual([[], []]);
  const { id } = await createGiving(app, decode(NewGiving, { ...gift, memberId }));
  await reverseGiving(app, id, { date: '2026-11-15', amount: null, reason: 'Twice' });
  const next = await createGiving(app, decode(NewGiving, { ...gift, memberId, amount: 6 }));
  expect(next.warnings ?? []).toEqual([]);
});
