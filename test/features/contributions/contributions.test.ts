import { beforeEach, describe, expect, test } from 'vitest';
import { printStatement, statementFileName } from '../../../src/features/contributions/printing.ts';
import { ContributionQuery } from '../../../src/features/contributions/schema.ts';
import { issueStatement, listContributions } from '../../../src/features/contributions/service.ts';
import { NewFamilyUnit } from '../../../src/features/families/schema.ts';
import { createFamily } from '../../../src/features/families/service.ts';
import { createCategory } from '../../../src/features/giving-categories/changes.ts';
import { NewGivingCategory } from '../../../src/features/giving-categories/schema.ts';
import { listCategories } from '../../../src/features/giving-categories/service.ts';
import { reverseGiving } from '../../../src/features/giving/reversal.ts';
import { NewGiving, Reversal } from '../../../src/features/giving/schema.ts';
import { createGiving } from '../../../src/features/giving/service.ts';
import { mergeMember } from '../../../src/features/members/merge.ts';
import { NewMember } from '../../../src/features/members/schema.ts';
import { createMember, deleteMember } from '../../../src/features/members/service.ts';
import { decode } from '../../../src/validate.ts';
import { testApp, type TestApp } from '../../support/app.ts';

let app: TestApp;
let tithe: number;
beforeEach(async () => {
  app = await testApp();
  app.setNow('2026-01-15T18:00:00.000Z');
  tithe = (await listCategories(app, false)).items[0]?.id ?? 0;
});

const add = async (fields: object = {}) =>
  (await createMember(app, decode(NewMember, { firstName: 'Mei', lastName: 'Lin', ...fields }))).id;
const give = (memberId: number, fields: object = {}) =>
  createGiving(
    app,
    decode(NewGiving, { categoryId: tithe, amount: 100, date: '2025-03-02', method: 'Cash', memberId, ...fields }),
  );
const list = async (year = 2025) => (await listContributions(app, year, decode(ContributionQuery, {}))).items;
const couple = async (jointStatement: boolean) => {
  const { id: familyUnitId } = await createFamily(app, decode(NewFamilyUnit, { name: 'Lin', jointStatement }));
  const spouse = await add({ firstName: 'Ann', familyUnitId, familyRole: 'Spouse' });
  const head = await add({ firstName: 'Ben', familyUnitId, familyRole: 'Head' });
  const child = await add({ firstName: 'Cat', familyUnitId, familyRole: 'Child' });
  return { head, spouse, child };
};

describe("a giver's year", () => {
  test('goes by the day of the gift, not the day it was counted', async () => {
    const id = await add();
    await give(id, { date: '2026-01-04', giftDate: '2025-12-31' });
    await give(id, { date: '2025-01-01', giftDate: '2024-12-30', amount: 7 });
    expect(await list()).toMatchObject([{ memberId: id, total: 10_000, count: 1 }]);
    expect(await list(2024)).toMatchObject([{ memberId: id, total: 700 }]);
    expect(await list(2026)).toEqual([]);
  });

  test('tells deductible from not, less what was received in return, and never below nothing', async () => {
    const id = await add();
    const camp = await createCategory(app, decode(NewGivingCategory, { name: 'Camp fee', isTaxDeductible: false }));
    await give(id, { amount: 100, benefitAmount: 30 });
    await give(id, { amount: 20, benefitAmount: 25 });
    await give(id, { amount: 50, categoryId: camp.id });
    await give(id, { amount: 999, nonCashDescription: 'A piano', method: 'Other' });
    expect(await list()).toMatchObject([
      { total: 17_000, benefit: 5500, deductible: 7000, notDeductible: 5000, giftsInKind: 1, count: 4 },
    ]);
  });

  test('subtracts what was taken back, also when that was in the next year', async () => {
    const id = await add();
    const { id: giving } = await give(id, { benefitAmount: 40 });
    await reverseGiving(app, giving, decode(Reversal, { date: '2026-01-10', reason: 'x' }));
    expect(await list()).toMatchObject([{ total: 0, benefit: 0, deductible: 0, count: 2 }]);
    expect(await list(2026)).toEqual([]);
  });

  test('stays when the giver was deleted; nobody known is on no statement', async () => {
    const id = await add();
    await give(id);
    await give(id, { isAnonymous: true });
    await deleteMember(app, id);
    expect(await list()).toMatchObject([{ memberId: id, total: 10_000 }]);
  });

  test('of a couple is one where the family wants it, under the head; children have their own', async () => {
    const { head, spouse, child } = await couple(true);
    await give(spouse);
    await give(child, { amount: 1 });
    expect(await list()).toMatchObject([
      { memberId: head, memberIds: [head, spouse], total: 10_000 },
      { memberId: child, memberIds: [child], total: 100 },
    ]);
    expect((await issueStatement(app, 2025, spouse)).giver.id).toBe(head);
  });

  test('of a couple is two where the family does not', async () => {
    const { head, spouse } = await couple(false);
    await give(spouse);
    await give(head, { amount: 1 });
    expect((await list()).map(({ memberId, total }) => [memberId, total])).toEqual([
      [spouse, 10_000],
      [head, 100],
    ]);
  });
});

test('the sums of all statements are the ledger’s, counted independently', async () => {
  const ids = await Promise.all(Array.from({ length: 7 }, () => add()));
  for (let n = 0; n < 60; n += 1) {
    await give(ids[n % ids.length] ?? 0, { amount: (n * 37 + 10) / 100, date: `2025-0${(n % 9) + 1}-1${n % 10}` });
  }
  const cents = Array.from({ length: 60 }, (_, n) => n * 37 + 10).reduce((sum, one) => sum + one, 0);
  const totals = (await list()).map(({ total }) => Number(total));
  expect(totals.reduce((sum, one) => sum + one, 0)).toBe(cents);
});

describe('a statement', () => {
  test('has a running number, keeps it when printed again, and is a copy from the next day on', async () => {
    const [a, b] = [await add(), await add({ firstName: 'Ann' })];
    await give(a);
    await give(b);
    expect((await issueStatement(app, 2025, a)).issue).toEqual({
      number: '2025-0001',
      issuedOn: '2026-01-15',
      isCopy: false,
      replaces: null,
    });
    expect((await issueStatement(app, 2025, b)).issue).toMatchObject({ number: '2025-0002' });
    expect((await issueStatement(app, 2025, a)).issue).toMatchObject({ number: '2025-0001', isCopy: false });
    app.setNow('2026-01-16T18:00:00.000Z');
    expect((await issueStatement(app, 2025, a)).issue).toMatchObject({ number: '2025-0001', isCopy: true });
    expect(await list()).toMatchObject([{ statementNumber: '2025-0002' }, { statementNumber: '2025-0001' }]);
  });

  test('with other figures gets a new number and names the one it corrects', async () => {
    const id = await add();
    const { id: giving } = await give(id);
    await issueStatement(app, 2025, id);
    app.setNow('2026-02-01T18:00:00.000Z');
    await reverseGiving(app, giving, decode(Reversal, { date: '2026-01-31', amount: 1, reason: 'x' }));
    expect((await issueStatement(app, 2025, id)).issue).toEqual({
      number: '2025-0002',
      issuedOn: '2026-02-01',
      isCopy: false,
      replaces: { number: '2025-0001', issuedOn: '2026-01-15' },
    });
  });

  test('of a year that is not over has no number', async () => {
    const id = await add();
    await give(id, { date: '2026-01-04' });
    expect((await issueStatement(app, 2026, id)).issue).toBeNull();
  });

  test('moves with a merge', async () => {
    const [double, survivor] = [await add(), await add()];
    await give(double);
    await issueStatement(app, 2025, double);
    await mergeMember(app, double, survivor);
    expect(await list()).toMatchObject([{ memberId: survivor, statementNumber: '2025-0001' }]);
  });

  test('of somebody who gave nothing that year is not there', async () => {
    const id = await add();
    await give(id, { date: '2024-03-03' });
    await expect(issueStatement(app, 2025, id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(issueStatement(app, 2025, 999)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('is a PDF that embeds a font only where Latin letters do not suffice', async () => {
    const latin = await add();
    const chinese = await add({ firstName: 'Wei', chineseName: '陈偉堃' });
    for (const id of [latin, chinese]) await give(id);
    const [plain, embedded] = await Promise.all(
      [latin, chinese].map(async (id) =>
        (await printStatement(app, await issueStatement(app, 2025, id))).toString('latin1'),
      ),
    );
    expect(plain).toMatch(/^%PDF-1\.\d/);
    expect(plain).not.toContain('FontFile2');
    expect(embedded).toContain('NotoSansTC');
    expect(embedded).toContain('NotoSansSC');
    expect(embedded?.length).toBeLessThan(60_000);
  });

  test('has a file name that stays in its folder', async () => {
    const id = await add({ firstName: '../..', lastName: 'a/b\\c:d' });
    await give(id);
    expect(statementFileName(await issueStatement(app, 2025, id))).toBe('2025-0001 a_b_c_d .._...pdf');
  });
});
