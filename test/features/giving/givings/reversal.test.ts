import { beforeEach, describe, expect, test } from 'vitest';
import { listCategories } from '../../../../src/features/giving/categories/service.ts';
import { NewGiving } from '../../../../src/features/giving/givings/schema.ts';
import { Reversal } from '../../../../src/books/reversal-schema.ts';
import { reverseGiving } from '../../../../src/features/giving/givings/reversal.ts';
import {
  createGiving,
  deleteGiving,
  getGiving,
  updateGiving,
} from '../../../../src/features/giving/givings/service.ts';
import { NewMember } from '../../../../src/features/people/members/schema.ts';
import { createMember } from '../../../../src/features/people/members/service.ts';
import { finalizeStatement } from '../../../../src/features/reports/statements/finalize.ts';
import { getStatement } from '../../../../src/features/reports/statements/service.ts';
import { decode } from '../../../../src/validate.ts';
import { testApp, type TestApp } from '../../../support/app.ts';

let app: TestApp;
let categoryId: number;
let memberId: number;
beforeEach(async () => {
  app = await testApp();
  categoryId = (await listCategories(app, false)).items[0]?.id ?? 0;
  const member = { firstName: 'Mei', lastName: 'Lin', offeringNumber: '77' };
  ({ id: memberId } = await createMember(app, decode(NewMember, member)));
});

const gift = (fields: object = {}) =>
  decode(NewGiving, { categoryId, amount: 100, date: '2026-10-04', method: 'Check', memberId, ...fields });
const give = (fields: object = {}) => createGiving(app, gift(fields));
const reverse = (id: number, fields: object = {}) =>
  reverseGiving(app, id, decode(Reversal, { date: '2026-11-02', reason: 'Returned by the bank', ...fields }));

describe('a reversal', () => {
  test('takes back the whole gift in an open month, and has the same gift date as the gift', async () => {
    const original = await give({ checkNumber: '12', benefitAmount: 10, giftDate: '2026-10-01' });
    await finalizeStatement(app, { year: 2026, month: 10 }, false);
    const reversal = await reverse(original.id);
    expect(reversal).toMatchObject({
      amount: -10_000,
      benefitAmount: -1000,
      date: '2026-11-02',
      giftDate: '2026-10-01',
      reversalOf: original.id,
      sessionId: null,
      memberId,
      checkNumber: '12',
      note: 'Returned by the bank',
    });
    expect(await getStatement(app, { year: 2026, month: 10 })).toMatchObject({ totalGiving: 10_000 });
    expect(await getStatement(app, { year: 2026, month: 11 })).toMatchObject({ totalGiving: -10_000 });
  });

  test('cannot exceed what is left of the gift, and takes back the benefit if it leaves nothing of the gift', async () => {
    const { id } = await give({ benefitAmount: 10 });
    expect(await reverse(id, { amount: 40 })).toMatchObject({ amount: -4000, benefitAmount: null });
    await expect(reverse(id, { amount: 60.01 })).rejects.toMatchObject({ code: 'already_reversed' });
    expect(await reverse(id)).toMatchObject({ amount: -6000, benefitAmount: -1000 });
    await expect(reverse(id)).rejects.toMatchObject({ code: 'already_reversed' });
  });

  test('in a closed month is refused, and the refusal names the first open date', async () => {
    const { id } = await give();
    await finalizeStatement(app, { year: 2026, month: 10 }, false);
    await expect(reverse(id, { date: '2026-10-31' })).rejects.toMatchObject({
      code: 'period_finalized',
      details: { extra: { firstOpenDate: '2026-11-01' } },
    });
  });

  test('is refused if it is dated later than tomorrow', async () => {
    const { id } = await give();
    await expect(reverse(id, { date: '2026-11-20' })).rejects.toMatchObject({ code: 'validation_failed' });
  });

  test('cannot be changed, deleted or reversed, and the reversed gift cannot be changed or deleted', async () => {
    const original = await give();
    const reversal = await reverse(original.id, { amount: 1 });
    for (const { id } of [original, reversal]) {
      await expect(updateGiving(app, id, gift())).rejects.toMatchObject({ code: 'reversed' });
      await expect(deleteGiving(app, id)).rejects.toMatchObject({ code: 'reversed' });
    }
    await expect(reverse(reversal.id)).rejects.toMatchObject({ code: 'reversed' });
  });
});

describe('a gift that may be a duplicate', () => {
  test('is accepted with a warning that names the earlier gift', async () => {
    const first = await give({ checkNumber: '12' });
    expect(first).not.toHaveProperty('warnings');
    const second = await give({ checkNumber: '12' });
    expect(second.warnings).toEqual([
      expect.objectContaining({ code: 'likely_duplicate', givingId: second.id, duplicateOf: first.id }),
    ]);
    expect(await getGiving(app, second.id)).not.toHaveProperty('warnings');
  });

  test.each([
    [{ checkNumber: '13' }],
    [{ amount: 100.01 }],
    [{ date: '2026-10-05' }],
    [{ memberId: null }],
    [{ isAnonymous: true }],
  ])('is not reported if it differs from the earlier gift in %j', async (fields) => {
    await give({ checkNumber: '12' });
    expect(await give({ checkNumber: '12', ...fields })).not.toHaveProperty('warnings');
  });

  test('is not reported when the earlier gift was reversed', async () => {
    const { id } = await give();
    await reverse(id);
    expect(await give()).not.toHaveProperty('warnings');
  });
});

describe('an envelope number', () => {
  test('can identify the giver in place of a member id', async () => {
    expect(await give({ memberId: null, offeringNumber: '77' })).toMatchObject({ memberId, memberName: 'Mei Lin' });
    expect(await give({ offeringNumber: '77' })).toMatchObject({ memberId });
  });

  test('is refused if it is unknown or belongs to another member, but is ignored on an anonymous gift', async () => {
    const other = await createMember(app, decode(NewMember, { firstName: 'A', lastName: 'B' }));
    await expect(give({ memberId: null, offeringNumber: '78' })).rejects.toMatchObject({ code: 'unknown_reference' });
    const clash = give({ memberId: other.id, offeringNumber: '77' });
    await expect(clash).rejects.toMatchObject({ details: { errors: [{ path: 'offeringNumber' }] } });
    expect(await give({ memberId: null, offeringNumber: '77', isAnonymous: true })).toMatchObject({ memberId: null });
  });
});
