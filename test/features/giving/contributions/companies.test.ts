/** Tests the statements to companies: their gifts are on no statement of a member. */
import { beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../../src/app.ts';
import { printStatements, statementFileName } from '../../../../src/features/giving/contributions/printing.ts';
import { ContributionQuery, type PrintQuery } from '../../../../src/features/giving/contributions/schema.ts';
import { issueStatementsOf, readStatementsOf } from '../../../../src/features/giving/contributions/issuing.ts';
import { getContribution, listContributions, listVoid } from '../../../../src/features/giving/contributions/service.ts';
import { handOutAll, issueAll, overviewOf } from '../../../../src/features/giving/contributions/whole-year.ts';
import { reverseGiving } from '../../../../src/features/giving/givings/reversal.ts';
import { NewGiving } from '../../../../src/features/giving/givings/schema.ts';
import { createGiving, deleteGiving, updateGiving } from '../../../../src/features/giving/givings/service.ts';
import { NewFamilyUnit } from '../../../../src/features/people/families/schema.ts';
import { createFamily } from '../../../../src/features/people/families/service.ts';
import { mergeMember } from '../../../../src/features/people/members/merge.ts';
import { NewMember } from '../../../../src/features/people/members/schema.ts';
import { createMember } from '../../../../src/features/people/members/service.ts';
import { givingTieOut } from '../../../../src/features/reports/books/tie-out.ts';
import { decode } from '../../../../src/validate.ts';
import { testApp, type TestApp } from '../../../support/app.ts';
import { pagesOf, textOf } from '../../../support/pdf.ts';

let app: TestApp;
beforeEach(async () => {
  app = await testApp();
  app.setNow('2026-01-15T18:00:00.000Z');
});

const add = async (fields: object = {}) =>
  (await createMember(app, decode(NewMember, { firstName: 'Mei', lastName: 'Lin', ...fields }))).id;
const gift = (memberId: number | null, fields: object = {}) =>
  decode(NewGiving, { categoryId: 1, amount: 100, date: '2025-03-02', method: 'Check', memberId, ...fields });
const give = (memberId: number | null, fields: object = {}) => createGiving(app, gift(memberId, fields));
const company = (memberId: number | null, companyName: string, fields: object = {}) =>
  give(memberId, { source: 'Business', companyName, ...fields });
const list = async (filters: object = {}) =>
  (await listContributions(app, 2025, decode(ContributionQuery, filters))).items;
const stateOf = async (state: PrintQuery['state']) => (await list({ state })).length;
const textsOf = async (memberId: number) => {
  const statements = await readStatementsOf(app, 2025, memberId);
  return Promise.all(statements.map(async (one) => textOf(await printStatements(app, [one]))));
};

/** A gift of a company from an earlier version, which has no name. */
async function unnamed(memberId: number, fields: object = {}) {
  const made = await give(memberId, fields);
  await inTransaction(app, ({ db }) =>
    db.updateTable('givings').set({ source: 'Business' }).where('id', '=', made.id).execute(),
  );
  return made;
}

describe('a gift of a company', () => {
  test('is in the sums of the company, and not in those of the member who brought it', async () => {
    const id = await add();
    await give(id, { amount: 40 });
    await company(id, 'Lin Trading LLC', { amount: 70 });
    const [one] = await list();
    expect(one).toMatchObject({ memberId: id, count: 1, total: 4000, deductible: 4000 });
    expect(one?.companies).toMatchObject([{ companyName: 'Lin Trading LLC', count: 1, total: 7000, deductible: 7000 }]);
  });

  test('is on a statement to the company, in care of the member, with a number of its own', async () => {
    const id = await add({ address: { line1: '9 Elm Street', city: 'Fremont' } });
    await give(id, { amount: 40.11 });
    await company(id, 'Lin Trading LLC', { amount: 70.22 });
    const statements = await issueStatementsOf(app, 2025, id);
    expect(statements.map(({ companyName, issue }) => [companyName, issue?.number])).toEqual([
      [null, '2025-0001'],
      ['Lin Trading LLC', '2025-0002'],
    ]);
    expect(statements.map(statementFileName)).toEqual(['2025-0001 Lin Mei.pdf', '2025-0002 Lin Trading LLC.pdf']);
    const [own = '', theirs = ''] = await textsOf(id);
    expect(own).toContain('40.11');
    expect(own).not.toContain('Lin Trading');
    expect(own).not.toContain('70.22');
    expect(theirs).toContain('Lin Trading LLC\nc/o Mei Lin\n9 Elm Street');
    expect(theirs).toContain('70.22');
    expect(theirs).not.toContain('40.11');
    expect(pagesOf(await printStatements(app, statements, 'zh-TW'))).toHaveLength(2);
  });

  test('is one with those in other spellings of its name, and apart from those of other companies', async () => {
    const id = await add();
    for (const name of ['Lin Trading LLC', 'LIN  TRADING llc', 'LinTrading LLC', 'Lin Bakery']) await company(id, name);
    expect((await getContribution(app, 2025, id)).companies).toMatchObject([
      { companyName: 'Lin Bakery', count: 1 },
      { companyName: 'LinTrading LLC', count: 3 },
    ]);
  });

  test('is on one statement for a couple, and on one for each of two givers', async () => {
    const { id: familyUnitId } = await createFamily(app, decode(NewFamilyUnit, { name: 'Lin', jointStatement: true }));
    const head = await add({ familyUnitId, familyRole: 'Head' });
    const spouse = await add({ firstName: 'Bo', familyUnitId, familyRole: 'Spouse' });
    const other = await add({ lastName: 'Wu' });
    for (const id of [head, spouse, other]) await company(id, 'Lin Trading LLC');
    const counts = (await list()).map(({ memberId, companies }) => [memberId, companies.map(({ count }) => count)]);
    expect(counts).toEqual([
      [head, [2]],
      [other, [1]],
    ]);
  });

  test('makes a statement for a member who gave nothing else', async () => {
    const id = await add();
    await company(id, 'Lin Trading LLC', { amount: 70 });
    const preview = await readStatementsOf(app, 2025, id);
    expect(preview.map(statementFileName)).toEqual([`2025 preview ${id}-1 Lin Trading LLC.pdf`]);
    expect(await issueAll(app, 2025)).toMatchObject({ givers: 1, notIssued: 0, changed: 0, toPrint: 1, total: 7000 });
    expect(await getContribution(app, 2025, id)).toMatchObject({
      count: 0,
      total: 0,
      statementNumber: null,
      companies: [{ statementNumber: '2025-0001', hasChanged: false }],
    });
    expect(await list({ state: 'Issued' })).toHaveLength(1);
    expect(await list({ state: 'NotIssued' })).toEqual([]);
  });

  test('without a name stays on the statement of its member', async () => {
    const id = await add();
    await unnamed(id);
    expect(await list()).toMatchObject([{ memberId: id, count: 1, total: 10_000, companies: [] }]);
  });

  test('without a giver, or from an anonymous one, is on no statement, and an anonymous one has no name', async () => {
    await company(null, 'Lin Trading LLC');
    const hidden = await company(await add(), 'Lin Trading LLC', { isAnonymous: true });
    expect(hidden.companyName).toBeNull();
    expect(await list()).toEqual([]);
  });

  test('keeps its name in a reversal, which lowers the sum of the company', async () => {
    const id = await add();
    const { id: wrong } = await company(id, 'Lin Trading LLC', { amount: 70 });
    const { companyName } = await reverseGiving(app, wrong, {
      date: '2026-01-10',
      amount: 2000 as never,
      reason: 'Off',
    });
    expect(companyName).toBe('Lin Trading LLC');
    expect((await getContribution(app, 2025, id)).companies).toMatchObject([{ count: 2, total: 5000 }]);
  });
});

describe('an issued statement', () => {
  test('of a member is corrected when an older gift of a company gets its name', async () => {
    const id = await add();
    const old = await unnamed(id, { amount: 70 });
    await give(id, { amount: 40 });
    await issueStatementsOf(app, 2025, id);
    expect(await list()).toMatchObject([{ statementNumber: '2025-0001', hasChanged: false, total: 11_000 }]);
    await updateGiving(app, old.id, gift(id, { amount: 70, source: 'Business', companyName: 'Lin Trading LLC' }));
    expect(await stateOf('Changed')).toBe(1);
    const [own, theirs] = await issueStatementsOf(app, 2025, id);
    expect(own?.issue).toMatchObject({ number: '2025-0002', replaces: [{ number: '2025-0001' }] });
    expect(theirs?.issue).toMatchObject({ number: '2025-0003', replaces: [] });
    expect(await listVoid(app, 2025)).toEqual([]);
  });

  test('of a member is void when all its gifts turn out to be those of a company', async () => {
    const id = await add();
    const { id: giving } = await give(id);
    await issueStatementsOf(app, 2025, id);
    await updateGiving(app, giving, gift(id, { source: 'Business', companyName: 'Lin Trading LLC' }));
    const about = { memberId: id, memberName: 'Mei Lin' };
    expect(await listVoid(app, 2025)).toMatchObject([{ statementNumber: '2025-0001', ...about, companyName: null }]);
    expect(await overviewOf(app, 2025)).toMatchObject({ notIssued: 1, changed: 0 });
  });

  test('of a company is void when its gifts are deleted or named otherwise, and no other statement is', async () => {
    const id = await add();
    const first = await company(id, 'Lin Trading LLC');
    const second = await company(id, 'Lin Bakery');
    await company(id, 'Lin Farm');
    await give(id);
    await issueStatementsOf(app, 2025, id);
    await deleteGiving(app, first.id);
    await updateGiving(app, second.id, gift(id, { source: 'Business', companyName: 'Lim Bakery' }));
    expect((await listVoid(app, 2025)).map(({ companyName }) => companyName)).toEqual([
      'Lin Bakery',
      'Lin Trading LLC',
    ]);
    expect(await overviewOf(app, 2025)).toMatchObject({ notIssued: 1, changed: 0 });
  });

  test('of a company goes with the member in a merge', async () => {
    const [survivor, double] = [await add(), await add()];
    for (const id of [survivor, double]) {
      await company(id, 'Lin Trading LLC');
      await issueStatementsOf(app, 2025, id);
    }
    await mergeMember(app, double, { into: survivor, confirm: true });
    const [theirs, ...others] = await issueStatementsOf(app, 2025, survivor);
    expect(others).toEqual([]);
    expect(theirs?.issue).toMatchObject({
      number: '2025-0003',
      replaces: [{ number: '2025-0001' }, { number: '2025-0002' }],
    });
  });

  test('of a company is handed out with that of the member', async () => {
    const id = await add();
    await give(id);
    await company(id, 'Lin Trading LLC');
    await issueAll(app, 2025);
    expect(await stateOf('Pending')).toBe(1);
    expect(await handOutAll(app, 2025, [id])).toMatchObject({ toPrint: 0, toSend: 0 });
    const { handedOutAt, companies } = await getContribution(app, 2025, id);
    expect([handedOutAt, companies[0]?.handedOutAt]).toEqual([expect.any(String), expect.any(String)]);
    expect((await readStatementsOf(app, 2025, id)).map(({ issue }) => issue?.isCopy)).toEqual([true, true]);
  });
});

test('the statements to companies stand in the comparison with the books', async () => {
  const id = await add();
  await give(id, { amount: 40 });
  await company(id, 'Lin Trading LLC', { amount: 70 });
  await unnamed(id, { amount: 5 });
  const { books, statements, differences } = await givingTieOut(app, 2025);
  expect([books, statements, differences]).toEqual([11_500, 11_500, []]);
  expect((await overviewOf(app, 2025)).total).toBe(statements);
});
