import { expect, test } from 'vitest';
import { writtenDown } from '../support/effects.ts';

const { deed, person, text } = writtenDown();

const FULL = {
  categoryId: 1,
  amount: 25,
  date: '2026-05-03',
  method: 'Check',
  checkNumber: '1001',
  note: 'for the roof',
  benefitAmount: 5,
  giftDate: '2026-05-01',
};
const ENTRY_KEY = '0190f3a2-7c5e-7b1a-9d3e-5a6b7c8d9e0f';
const why = { reason: 'Entered twice' };

test('requests about giving categories, givings, sessions and statements write exactly the rows in giving.snap', async () => {
  await person('Ada', 'super_admin');
  await person('Carl', 'offering_counter');
  const { id: mei } = await deed('Ada', 'POST /api/members', {
    firstName: 'Mei',
    lastName: 'Lin',
    offeringNumber: '12',
  });
  const { id: hua } = await deed('Ada', 'POST /api/members', { firstName: 'Hua', lastName: 'Lin' });

  const { id: fund } = await deed('Ada', 'POST /api/giving-categories', { name: 'Roof', isRestricted: true });
  await deed('Ada', `PUT /api/giving-categories/${fund}`, { name: 'New roof', isRestricted: true, sortOrder: 3 });
  await deed('Ada', `POST /api/giving-categories/${fund}/disable`);
  await deed('Ada', 'POST /api/givings', { ...FULL, categoryId: fund }, 'refused');
  await deed('Ada', `POST /api/giving-categories/${fund}/enable`);
  const { id: unused } = await deed('Ada', 'POST /api/giving-categories', { name: 'Unused' });
  await deed('Ada', `DELETE /api/giving-categories/${unused}`);

  const { id: first } = await deed('Ada', 'POST /api/givings', { ...FULL, memberId: mei });
  await deed('Ada', `PUT /api/givings/${first}`, {
    ...FULL,
    memberId: mei,
    checkNumber: '1002',
    note: 'for the organ',
  });
  const bare = { categoryId: 1, amount: 25, date: '2026-05-03', method: 'Cash', memberId: mei };
  await deed('Ada', `PUT /api/givings/${first}`, bare);
  await deed('Ada', `PUT /api/givings/${first}`, { ...bare, memberId: null, isAnonymous: true, note: 'Lin' });
  await deed('Ada', `PUT /api/givings/${first}`, { ...bare, memberId: hua });
  await deed('Ada', `DELETE /api/givings/${first}`);
  const parts = [
    { categoryId: 1, amount: 10 },
    { categoryId: fund, amount: 15 },
  ];
  const { categoryId: _, ...whole } = FULL;
  const { id: split } = await deed('Ada', 'POST /api/givings', { ...whole, parts, memberId: mei });
  await deed('Ada', `PUT /api/givings/${split}`, { ...whole, parts: parts.toReversed(), memberId: mei });
  await deed('Ada', `PUT /api/givings/${split}`, { ...FULL, memberId: mei });
  await deed('Ada', `PUT /api/givings/${split}`, { ...whole, parts, memberId: mei });
  await deed('Ada', `POST /api/givings/${split}/reverse`, { date: '2026-05-10', ...why });
  await deed('Ada', `DELETE /api/givings/${split}`, undefined, 'refused');
  const entry = { categoryId: 1, amount: 8, date: '2026-05-31', method: 'Cash', entryKey: ENTRY_KEY };
  const { id: entered } = await deed('Ada', 'POST /api/givings', entry);
  await deed('Ada', 'POST /api/givings', { ...entry, amount: 9 });
  await deed('Ada', `DELETE /api/givings/${entered}`);
  await deed('Ada', 'POST /api/givings', entry, 'refused');
  for (const fields of [
    { method: 'Zelle', zelleReference: 'Z-7', note: 'thanks' },
    { method: 'PayPal', payPalReference: 'P-9' },
    { method: 'Other', nonCashDescription: 'A piano' },
    { method: 'Cash', isAnonymous: true, note: 'from a friend' },
  ]) {
    const anonymous = 'isAnonymous' in fields;
    const gift = { categoryId: 1, amount: 40, date: '2026-05-17', ...(anonymous ? {} : { memberId: mei }), ...fields };
    const { id } = await deed('Ada', 'POST /api/givings', gift);
    const kept = { date: '2026-05-24', ...why };
    const taken = await deed('Ada', `POST /api/givings/${id}/reverse`, { ...kept, amount: 15 });
    await deed('Ada', `POST /api/givings/${taken.id}/reverse`, kept, 'refused');
    await deed('Ada', `POST /api/givings/${id}/reverse`, kept);
    await deed('Ada', `POST /api/givings/${id}/reverse`, kept, 'refused');
  }

  const gifts = [
    { categoryId: 1, amount: 5, method: 'Cash', offeringNumber: '12' },
    { categoryId: fund, amount: 7, method: 'Check', checkNumber: '88', memberId: hua },
  ];
  const { id: sunday, givings } = await deed('Carl', 'POST /api/offering-sessions', {
    date: '2026-06-07',
    givings: gifts,
  });
  const counts = {
    sundayAttendanceCount: 41,
    countedBy: ['Ann', 'Bob'],
    controlTotal: 12,
    countedCash: 5,
    countedChecks: 7,
  };
  await deed('Carl', `PUT /api/offering-sessions/${sunday}`, { ...counts, notes: 'rainy' });
  await deed('Carl', `PUT /api/offering-sessions/${sunday}`, counts);
  const added = { categoryId: 1, amount: 9, date: '2026-06-07', method: 'Cash', sessionId: sunday };
  const { id: late } = await deed('Carl', 'POST /api/givings', added);
  await deed('Carl', `DELETE /api/givings/${late}`);
  await deed('Carl', `POST /api/offering-sessions/${sunday}/submit`);
  await deed('Ada', `PUT /api/givings/${givings[0].id}`, { ...added, amount: 6 }, 'refused');
  await deed('Ada', `POST /api/offering-sessions/${sunday}/reopen`, why);
  await deed('Ada', `POST /api/offering-sessions/${sunday}/submit`);
  await deed('Ada', `POST /api/offering-sessions/${sunday}/reconcile`, {
    bankReference: 'B-1',
    depositedOn: '2026-06-08',
  });
  await deed('Ada', `POST /api/givings/${givings[1].id}/reverse`, { date: '2026-06-20', ...why });
  await deed('Ada', `POST /api/offering-sessions/${sunday}/reopen`, why);
  const { id: empty } = await deed('Ada', 'POST /api/offering-sessions', { date: '2026-06-14', givings: [] });
  await deed('Ada', `DELETE /api/offering-sessions/${empty}`);

  await deed('Ada', 'POST /api/givings', {
    categoryId: 1,
    amount: 30,
    date: '2025-03-02',
    method: 'Cash',
    memberId: mei,
  });
  await deed('Ada', `POST /api/contributions/2025/${mei}/issue`);
  await deed('Ada', `POST /api/contributions/2025/${mei}/issue`);
  await deed('Ada', 'POST /api/givings', {
    categoryId: 1,
    amount: 3,
    date: '2025-03-09',
    method: 'Cash',
    memberId: mei,
  });
  await deed('Ada', `POST /api/contributions/2025/${mei}/issue`);
  await expect(text()).toMatchFileSnapshot('giving.snap');
});
