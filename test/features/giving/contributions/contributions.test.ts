import { beforeEach, describe, expect, test } from 'vitest';
import { printedName } from '../../../../src/features/giving/contributions/rules.ts';
import { printStatements, statementFileName } from '../../../../src/features/giving/contributions/printing.ts';
import { ContributionQuery } from '../../../../src/features/giving/contributions/schema.ts';
import {
  issueContribution,
  issueStatementsOf,
  readStatementsOf,
  type Statement,
} from '../../../../src/features/giving/contributions/issuing.ts';
import { listContributions, listVoid } from '../../../../src/features/giving/contributions/service.ts';
import { NewFamilyUnit } from '../../../../src/features/people/families/schema.ts';
import { createFamily } from '../../../../src/features/people/families/service.ts';
import { createCategory, updateCategory } from '../../../../src/features/giving/categories/changes.ts';
import { NewGivingCategory } from '../../../../src/features/giving/categories/schema.ts';
import { listCategories } from '../../../../src/features/giving/categories/service.ts';
import { reverseGiving } from '../../../../src/features/giving/givings/reversal.ts';
import { NewGiving } from '../../../../src/features/giving/givings/schema.ts';
import { Reversal } from '../../../../src/books/reversal-schema.ts';
import { createGiving, deleteGiving } from '../../../../src/features/giving/givings/service.ts';
import { mergeMember } from '../../../../src/features/people/members/merge.ts';
import { NewMember } from '../../../../src/features/people/members/schema.ts';
import { createMember, deleteMember, updateMember } from '../../../../src/features/people/members/service.ts';
import { decode } from '../../../../src/validate.ts';
import { testApp, type TestApp } from '../../../support/app.ts';
import { lettersInEmbeddedFonts, pagesOf, textOf } from '../../../support/pdf.ts';

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
const family = (jointStatement: boolean) => createFamily(app, decode(NewFamilyUnit, { name: 'Lin', jointStatement }));
const couple = async (jointStatement: boolean) => {
  const { id: familyUnitId } = await family(jointStatement);
  const spouse = await add({ firstName: 'Ann', familyUnitId, familyRole: 'Spouse' });
  const head = await add({ firstName: 'Ben', familyUnitId, familyRole: 'Head' });
  const child = await add({ firstName: 'Cat', familyUnitId, familyRole: 'Child' });
  return { head, spouse, child, familyUnitId };
};
/** Returns the only statement of a giver. */
const only = async (all: Promise<Statement[]>): Promise<Statement> => {
  const [statement, ...others] = await all;
  expect(others).toEqual([]);
  return statement as Statement;
};
const issueStatement = (by: TestApp, year: number, memberId: number) => only(issueStatementsOf(by, year, memberId));
const readStatement = (by: TestApp, year: number, memberId: number) => only(readStatementsOf(by, year, memberId));
const print = async (memberId: number, year = 2025) =>
  printStatements(app, await issueStatementsOf(app, year, memberId));

describe('the yearly giving of a giver', () => {
  test('counts a gift by the day on which it was given, not by the day on which it was counted', async () => {
    const id = await add();
    await give(id, { date: '2026-01-04', giftDate: '2025-12-31' });
    await give(id, { date: '2025-01-01', giftDate: '2024-12-30', amount: 7 });
    expect(await list()).toMatchObject([{ memberId: id, total: 10_000, count: 1 }]);
    expect(await list(2024)).toMatchObject([{ memberId: id, total: 700 }]);
    expect(await list(2026)).toEqual([]);
  });

  test('is printed with category names and dates in the language of the statement', async () => {
    const id = await add();
    await give(id);
    const statement = await issueStatement(app, 2025, id);
    expect(statement.figures.gifts).toMatchObject([{ categoryName: 'Tithe', categoryNameZh: '十一奉獻' }]);
    const english = textOf(await printStatements(app, [statement], 'en-US'));
    expect(english).toContain('Tithe');
    expect(english).toContain('Gifts from January 1, 2025 to December 31, 2025');
    expect(english).toContain('03/02/2025');
    expect(english).not.toMatch(/\d{4}-\d{2}-\d{2}/);
    const chinese = await printStatements(app, [statement], 'zh-TW');
    expect(textOf(chinese)).not.toContain('Tithe');
    const letters = lettersInEmbeddedFonts(chinese);
    expect(letters).toContain('獻');
    expect(letters).not.toContain('T');
  });

  test('separates deductible gifts from other gifts, and subtracts benefits, but never more than the gift', async () => {
    const id = await add();
    const camp = await createCategory(app, decode(NewGivingCategory, { name: 'Camp fee', isTaxDeductible: false }));
    await give(id, { amount: 100, benefitAmount: 30 });
    await give(id, { amount: 20, benefitAmount: 25 });
    await give(id, { amount: 50, categoryId: camp.id });
    await give(id, { amount: 999, nonCashDescription: 'A piano', method: 'Other' });
    expect(await list()).toMatchObject([
      { total: 17_000, benefit: 5000, deductible: 7000, notDeductible: 5000, giftsInKind: 1, count: 4 },
    ]);
  });

  test('subtracts the reversal of a gift, even if the reversal was made in the next year', async () => {
    const id = await add();
    const { id: giving } = await give(id, { benefitAmount: 40 });
    await reverseGiving(app, giving, decode(Reversal, { date: '2026-01-10', reason: 'x' }));
    expect(await list()).toMatchObject([{ total: 0, benefit: 0, deductible: 0, count: 2 }]);
    expect(await list(2026)).toEqual([]);
  });

  test('never subtracts a benefit larger than the gift, even if part of the gift was reversed', async () => {
    const id = await add();
    await give(id, { amount: 100, benefitAmount: 150 });
    const { id: giving } = await give(id, { amount: 100, benefitAmount: 30 });
    await reverseGiving(app, giving, decode(Reversal, { date: '2026-01-10', amount: 80, reason: 'x' }));
    const { figures } = await issueStatement(app, 2025, id);
    expect(figures.gifts.map(({ amount, lessBenefit }) => [amount, lessBenefit])).toEqual([
      [10_000, 10_000],
      [10_000, 3000],
      [-8000, -1000],
    ]);
    expect(figures).toMatchObject({ total: 12_000, benefit: 12_000, deductible: 0 });
  });

  test('is still listed after the giver is deleted, and does not include anonymous gifts', async () => {
    const id = await add();
    await give(id);
    await give(id, { isAnonymous: true });
    await deleteMember(app, id);
    expect(await list()).toMatchObject([{ memberId: id, total: 10_000 }]);
  });

  test('yields one statement for a couple with a joint statement, and separate statements for their children', async () => {
    const { head, spouse, child } = await couple(true);
    await give(spouse);
    await give(child, { amount: 1 });
    expect(await list()).toMatchObject([
      { memberId: head, memberIds: [head, spouse], total: 10_000 },
      { memberId: child, memberIds: [child], total: 100 },
    ]);
    expect((await issueStatement(app, 2025, spouse)).giver.id).toBe(head);
  });

  test('still yields one statement for a couple after one of the two is deleted', async () => {
    for (const gone of ['head', 'spouse'] as const) {
      const both = await couple(true);
      await give(both.head, { amount: 1 });
      await give(both.spouse, { amount: 2 });
      await deleteMember(app, both[gone]);
      const { giver, figures } = await issueStatement(app, 2025, both.spouse);
      expect([giver.id, giver.people.map(({ id }) => id), figures.total]).toEqual([
        both.head,
        [both.head, both.spouse],
        300,
      ]);
    }
  });

  test('yields one statement for a couple even if the family also has a deleted head who gave nothing that year', async () => {
    const { head, spouse, familyUnitId } = await couple(true);
    const double = await add({ familyUnitId, familyRole: 'Head' });
    await give(double, { date: '2024-03-02' });
    await deleteMember(app, double);
    await give(spouse);
    expect(await list()).toMatchObject([{ memberId: head, memberIds: [head, spouse] }]);
    expect(await list(2024)).toMatchObject([{ memberId: double, memberIds: [double] }]);
  });

  test.each([
    ['a second head', 'Head', false],
    ['a second head who was deleted and gave', 'Head', true],
    ['a second spouse', 'Spouse', false],
  ])('yields a statement for each person in a family with %s', async (_who, familyRole, isDeleted) => {
    const { head, spouse, familyUnitId } = await couple(true);
    const uncle = await add({ firstName: 'Zed', familyUnitId, familyRole });
    for (const id of [head, spouse, uncle]) await give(id);
    if (isDeleted) await deleteMember(app, uncle);
    expect((await list()).map(({ memberIds }) => memberIds)).toEqual([[spouse], [head], [uncle]]);
  });

  test('yields two statements for a couple without a joint statement', async () => {
    const { head, spouse } = await couple(false);
    await give(spouse);
    await give(head, { amount: 1 });
    expect((await list()).map(({ memberId, total }) => [memberId, total])).toEqual([
      [spouse, 10_000],
      [head, 100],
    ]);
  });
});

test('the totals of all statements add up to the sum of all gifts', async () => {
  const ids = await Promise.all(Array.from({ length: 7 }, () => add()));
  for (let n = 0; n < 60; n += 1) {
    await give(ids[n % ids.length] ?? 0, { amount: (n * 37 + 10) / 100, date: `2025-0${(n % 9) + 1}-1${n % 10}` });
  }
  const cents = Array.from({ length: 60 }, (_, n) => n * 37 + 10).reduce((sum, one) => sum + one, 0);
  const totals = (await list()).map(({ total }) => Number(total));
  expect(totals.reduce((sum, one) => sum + one, 0)).toBe(cents);
});

describe('a statement', () => {
  test('has the same serial number when it is printed again, and is then marked as a copy, even on the same day', async () => {
    const [a, b] = [await add(), await add({ firstName: 'Ann' })];
    await give(a);
    await give(b);
    expect((await issueStatement(app, 2025, a)).issue).toEqual({
      number: '2025-0001',
      issuedOn: '2026-01-15',
      isCopy: false,
      replaces: [],
    });
    expect((await issueStatement(app, 2025, b)).issue).toMatchObject({ number: '2025-0002' });
    expect((await issueStatement(app, 2025, a)).issue).toMatchObject({ number: '2025-0001', isCopy: true });
    app.setNow('2026-01-16T18:00:00.000Z');
    expect((await issueStatement(app, 2025, a)).issue).toMatchObject({ number: '2025-0001', isCopy: true });
    expect(await list()).toMatchObject([{ statementNumber: '2025-0002' }, { statementNumber: '2025-0001' }]);
  });

  test('whose figures have changed gets a new number and names the statement that it corrects', async () => {
    const id = await add();
    const { id: giving } = await give(id);
    await issueStatement(app, 2025, id);
    app.setNow('2026-02-01T18:00:00.000Z');
    await reverseGiving(app, giving, decode(Reversal, { date: '2026-01-31', amount: 1, reason: 'x' }));
    expect((await issueStatement(app, 2025, id)).issue).toEqual({
      number: '2025-0002',
      issuedOn: '2026-02-01',
      isCopy: false,
      replaces: [{ number: '2025-0001', issuedOn: '2026-01-15' }],
    });
  });

  test('that was issued is still the original after it is read, but is a copy after it is printed', async () => {
    const id = await add();
    await give(id);
    await issueContribution(app, 2025, id);
    const read = async () => (await readStatement(app, 2025, id)).issue;
    const original = { number: '2025-0001', issuedOn: '2026-01-15', isCopy: false, replaces: [] };
    expect([await read(), await read()]).toEqual([original, original]);
    expect((await issueStatement(app, 2025, id)).issue).toEqual(original);
    expect(await read()).toEqual({ ...original, isCopy: true });
  });

  test('of a year that is not over has no number', async () => {
    const id = await add();
    await give(id, { date: '2026-01-04' });
    expect((await issueStatement(app, 2026, id)).issue).toBeNull();
  });

  test('has the same number if only names or addresses change, but not if a gift is no longer deductible', async () => {
    const id = await add();
    await give(id, { nonCashDescription: 'A piano' });
    await give(id);
    await issueStatement(app, 2025, id);
    const address = { line1: '1 Elm St', line2: null, city: 'Alton', state: 'IL', postalCode: '1', country: null };
    await updateMember(app, id, decode(NewMember, { firstName: 'May', lastName: 'Lin', address }));
    const { name, isTaxDeductible } = (await listCategories(app, false)).items[0] ?? {};
    const renamed = { name: `${name} and more`, isTaxDeductible };
    await updateCategory(app, tithe, decode(NewGivingCategory, renamed));
    expect((await issueStatement(app, 2025, id)).issue).toMatchObject({ number: '2025-0001', isCopy: true });
    await updateCategory(app, tithe, decode(NewGivingCategory, { ...renamed, isTaxDeductible: false }));
    expect((await issueStatement(app, 2025, id)).issue).toMatchObject({ number: '2025-0002', isCopy: false });
  });

  test('of two members who were merged replaces the statements of both', async () => {
    const [double, survivor] = [await add(), await add()];
    for (const id of [double, survivor]) {
      await give(id);
      await issueStatement(app, 2025, id);
    }
    await mergeMember(app, double, { into: survivor, confirm: true });
    const day = { issuedOn: '2026-01-15' };
    const expected = {
      number: '2025-0003',
      replaces: [
        { number: '2025-0001', ...day },
        { number: '2025-0002', ...day },
      ],
    };
    const bytes = await print(survivor);
    expect(textOf(bytes)).toContain('it replaces 2025-0001 of January 15, 2026 and 2025-0002 of January 15, 2026');
    expect((await issueStatement(app, 2025, survivor)).issue).toMatchObject({ ...expected, isCopy: true });
    expect(await listVoid(app, 2025)).toEqual([]);
  });

  test('is void after its last gift is deleted, until another statement replaces it', async () => {
    const [id, other] = [await add(), await add({ firstName: 'Ann' })];
    await give(other);
    const { id: giving } = await give(id);
    for (const one of [id, other]) await issueStatement(app, 2025, one);
    const page = () => listContributions(app, 2025, decode(ContributionQuery, {}));
    expect(await page()).not.toHaveProperty('voidStatements');
    await deleteGiving(app, giving);
    expect((await page()).voidStatements).toEqual([
      {
        statementNumber: '2025-0001',
        issuedAt: '2026-01-15T18:00:00.000Z',
        memberId: id,
        memberName: 'Mei Lin',
        companyName: null,
      },
    ]);
    await give(id, { amount: 5 });
    expect((await issueStatement(app, 2025, id)).issue).toMatchObject({ replaces: [{ number: '2025-0001' }] });
    expect(await page()).not.toHaveProperty('voidStatements');
  });

  test('moves to the surviving member in a merge', async () => {
    const [double, survivor] = [await add(), await add()];
    await give(double);
    await issueStatement(app, 2025, double);
    await mergeMember(app, double, { into: survivor, confirm: true });
    expect(await list()).toMatchObject([{ memberId: survivor, statementNumber: '2025-0001' }]);
  });

  test('does not exist for a member who gave nothing that year', async () => {
    const id = await add();
    await give(id, { date: '2024-03-03' });
    await expect(issueStatement(app, 2025, id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(issueStatement(app, 2025, 999)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('is a PDF that embeds a font only if it contains characters that are not Latin', async () => {
    const latin = await add();
    const chinese = await add({ firstName: 'Wei', chineseName: '陈偉堃' });
    for (const id of [latin, chinese]) await give(id);
    const [plain, embedded] = await Promise.all(
      [latin, chinese].map(async (id) => (await print(id)).toString('latin1')),
    );
    expect(plain).toMatch(/^%PDF-1\.\d/);
    expect(plain).not.toContain('FontFile2');
    expect(embedded).toContain('NotoSansTC');
    expect(embedded).toContain('NotoSansSC');
    expect(embedded).not.toContain('NotoSansKR');
    expect(embedded?.length).toBeLessThan(60_000);
  });

  test('has a file name that cannot point outside its folder', async () => {
    const id = await add({ firstName: '../..', lastName: 'a/b\\c:d' });
    await give(id);
    expect(statementFileName(await issueStatement(app, 2025, id))).toBe('2025-0001 a_b_c_d .._...pdf');
  });

  test('of a year that is not over has the giver’s id in its file name, because two givers may have the same name', async () => {
    const ids = [await add(), await add()];
    for (const id of ids) await give(id, { date: '2026-01-04' });
    const names = await Promise.all(ids.map(async (id) => statementFileName(await issueStatement(app, 2026, id))));
    expect(names).toEqual(ids.map((id) => `2026 so far ${id} Lin Mei.pdf`));
  });

  test('contains the whole description of each gift in kind, even over several lines and pages', async () => {
    const id = await add();
    for (let n = 0; n < 12; n += 1) await give(id, { nonCashDescription: 'piano '.repeat(83).trim() });
    const pages = pagesOf(await print(id));
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.flat().join(' ').split('piano')).toHaveLength(83 * 12 + 1);
    for (const page of pages) expect(page.at(-1)).toMatch(/^Page \d of \d$/);
  });
});

describe('the benefits on a statement', () => {
  const none = 'No goods or services were provided in return for the tax-deductible contributions';
  const some = 'No goods or services were provided in return for any other tax-deductible contribution';
  const all = 'Nothing else was provided';
  const spoken = async (id: number) => textOf(await print(id)).replaceAll('\n', ' ');
  const expectOnly = (text: string, expected: string | null) =>
    expect([none, some, all].filter((one) => text.includes(one))).toEqual(expected === null ? [] : [expected]);

  test('are not mentioned if nothing was received in return', async () => {
    const id = await add();
    await give(id);
    const text = await spoken(id);
    expectOnly(text, none);
    expect(text).not.toContain('Received in return');
  });

  test('are printed below the gift as a description and a value', async () => {
    const id = await add();
    await give(id, { amount: 200, benefitAmount: 150, note: 'Dinner\nfor two' });
    const text = await spoken(id);
    expect(text).toContain('200.00 Received in return: Dinner for two, estimated value $150.00 ');
    expectOnly(text, all);
  });

  test('are called "goods or services" if the gift has no note, and the statement says if they exceed the gift', async () => {
    const id = await add();
    await give(id, { amount: 100, benefitAmount: 150 });
    const text = await spoken(id);
    expect(text).toContain('in return: goods or services, estimated value $150.00, which is more than the gift');
    expect(text).toContain('Less the value received in return -100.00 Tax-deductible contributions $0.00');
  });

  test('are stated correctly for each of several gifts', async () => {
    const id = await add();
    await give(id);
    await give(id, { nonCashDescription: 'A piano', benefitAmount: 20, note: 'Book' });
    const text = await spoken(id);
    expect(text).toContain('A piano Received in return: Book, estimated value $20.00');
    expectOnly(text, some);
  });

  test('are stated only for tax-deductible gifts', async () => {
    const [id, other] = [await add(), await add()];
    const camp = await createCategory(app, decode(NewGivingCategory, { name: 'Camp fee', isTaxDeductible: false }));
    for (const one of [id, other]) await give(one, { categoryId: camp.id, benefitAmount: 10 });
    await give(other);
    expectOnly(await spoken(id), null);
    expectOnly(await spoken(other), none);
  });
});

test.each([
  ['麗明', '黃', '黃麗明', '黃麗明'],
  ['麗明', '黃', null, '黃麗明'],
  ['Mei', 'Lin', '林美', 'Mei Lin  林美'],
  ['Mei', 'Lin', null, 'Mei Lin'],
])('a letter to %s %s (%s) is addressed to %s', (firstName, lastName, chineseName, expected) => {
  expect(printedName({ firstName, lastName, chineseName })).toBe(expected);
});
