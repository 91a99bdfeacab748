import { beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../../src/app.ts';
import { createCategory, disableCategory } from '../../../../src/features/giving/categories/changes.ts';
import { NewGivingCategory } from '../../../../src/features/giving/categories/schema.ts';
import { listCategories } from '../../../../src/features/giving/categories/service.ts';
import { formatParts } from '../../../../src/features/giving/givings/part-text.ts';
import { GivingQuery, NewGiving } from '../../../../src/features/giving/givings/schema.ts';
import { createGiving, listGivings } from '../../../../src/features/giving/givings/service.ts';
import { listImports } from '../../../../src/features/imports/service.ts';
import { undoImport } from '../../../../src/features/imports/undo.ts';
import { MemberQuery, NewMember } from '../../../../src/features/people/members/schema.ts';
import {
  createMember,
  deleteMember,
  listMembers,
  updateMember,
} from '../../../../src/features/people/members/service.ts';
import { NewSession, SessionQuery } from '../../../../src/features/giving/offerings/schema.ts';
import { createSession, listSessions, submitSession } from '../../../../src/features/giving/offerings/service.ts';
import { finalizeStatement } from '../../../../src/features/reports/statements/finalize.ts';
import { decode } from '../../../../src/validate.ts';
import { testApp, type TestApp } from '../../../support/app.ts';
import { faultsOf, importGifts, importPeople } from '../../../support/import.ts';

let app: TestApp;
let mei: number;
beforeEach(async () => {
  app = await testApp();
  mei = await add({ email: 'mei@example.org', externalId: 'B-1', offeringNumber: '77', chineseName: '林美玲' });
});

const add = async (fields: object = {}) =>
  (await createMember(app, decode(NewMember, { firstName: 'Mei', lastName: 'Lin', ...fields }))).id;
const bring = (...lines: string[]) => importGifts(app, lines);
const givings = async (search?: string) =>
  (await listGivings(app, decode(GivingQuery, { sort: 'id', pageSize: '200', search }))).items;
const sessions = async () => (await listSessions(app, decode(SessionQuery, { sort: 'date' }))).items;
const members = async () => (await listMembers(app, decode(MemberQuery, { sort: 'id' }))).items;
const tithe = async () => (await listCategories(app, true)).items.find(({ name }) => name === 'Tithe')?.id ?? 0;
const OWN = 'createdAt,modifiedAt';

describe('importing a giving file', () => {
  test('accepts Chinese category names, and refuses a category named twice in the parts of a gift', async () => {
    const header = `date,amount,categoryName,method,parts,${OWN}`;
    await bring(header, '2026-01-04,5,十一奉獻,Cash,,,', '2026-01-04,7,,Cash,十一奉獻: 3.00; Missions: 4.00,,');
    expect(await givings()).toMatchObject([
      { categoryName: 'Tithe', amount: 500 },
      { parts: [{ categoryName: 'Tithe' }, { categoryName: 'Missions' }] },
    ]);
    const faults = await faultsOf(bring(header, '2026-01-05,7,,Cash,十一奉獻: 3.00; Tithe: 4.00,,'));
    expect(faults).toEqual(['2 parts: must each be for a different category (category_repeated)']);
  });

  test('reads a tab-separated file from SimpleChurchCRM, which has a number for each person', async () => {
    const result = await bring(
      'User ID\tLast Name\tFirst Name\tDate\tCategory\tCampaign\tSource\tBatch\tDetails\tNote\tCheck #\tAmount\tTax Deductible\tFee\tFamily ID',
      'B-1\tLin\tMei\t1/25/2026\ttithe\t\tCheck\tSunday 4\t\t\t1024\t$1,234.50\tYes\t0.00\t9',
      'B-1\tLin\tMei\t2/1/26\tMissions\t\tCredit Card\tSunday 5\tOnline\tWith thanks\t\t25.5\tYes\t0.30\t9',
    );
    expect(result).toMatchObject({
      created: 2,
      totalAmount: 126_000,
      ignoredColumns: ['Campaign', 'Fee', 'Family ID'],
    });
    expect(await givings()).toMatchObject([
      {
        date: '2026-01-25',
        amount: 123_450,
        categoryName: 'Tithe',
        method: 'Check',
        checkNumber: '1024',
        memberId: mei,
      },
      {
        date: '2026-02-01',
        amount: 2550,
        categoryName: 'Missions',
        method: 'Card',
        note: 'With thanks',
        checkNumber: null,
      },
    ]);
    expect((await givings())[0]).toMatchObject({ note: 'Sunday 4', giftDate: '2026-01-25', sessionId: null });
  });

  test('reads a file from Breeze, in which the person id Anonymous means that there is no giver', async () => {
    await bring(
      'Person ID,First Name,Last Name,Fund(s),Amount,Method,Date,Check Number,campus',
      'B-1,Mei,Lin,General Offering,50,ACH,2026-01-04,,North',
      'Anonymous,,,General Offering,7.25,Cash,2026-01-04,,North',
    );
    expect(await givings()).toMatchObject([
      { memberId: mei, method: 'BankTransfer', isAnonymous: false },
      { memberId: null, method: 'Cash', isAnonymous: true, amount: 725 },
    ]);
  });

  test('reads a file from another program, which has one column for all references', async () => {
    await bring(
      'donation date,designation,total,type,reference,name',
      '2026-01-04,Tithe,1,Zelle,Z1,"Lin, Mei"',
      '2026-01-04,Tithe,2,PayPal,P1,Mei Lin',
      '2026-01-04,Tithe,3,CK,12,林美玲',
      '2026-01-04,Tithe,4,Venmo,,',
    );
    const refs = (await givings()).map(({ method, zelleReference, payPalReference, checkNumber, memberId }) => [
      method,
      zelleReference ?? payPalReference ?? checkNumber,
      memberId,
    ]);
    expect(refs).toEqual([
      ['Zelle', 'Z1', mei],
      ['PayPal', 'P1', mei],
      ['Check', '12', mei],
      ['Other', null, null],
    ]);
  });

  test('stores a Zelle or PayPal reference from the check number column as a Zelle or PayPal reference', async () => {
    await bring(
      'date,category,amount,type,check number',
      '2026-01-04,Tithe,1,Zelle,Z1',
      '2026-01-04,Tithe,2,PayPal,P1',
    );
    const numbers = (await givings()).map((one) => [one.checkNumber, one.zelleReference, one.payPalReference]);
    expect(numbers).toEqual([
      [null, 'Z1', null],
      [null, null, 'P1'],
    ]);
  });

  test('needs the name of a company, and no day of the gift after its date, but skips such gifts of earlier versions', async () => {
    const header = `id,date,categoryName,amount,source,companyName,giftDate,${OWN}`;
    const faults = await faultsOf(
      bring(
        header,
        '900,2026-01-04,Tithe,5,Business,,',
        '901,2026-01-04,Tithe,6,,,2026-01-05',
        '902,2026-01-04,Tithe,7,,Lin LLC,',
      ),
    );
    expect(faults).toEqual([
      expect.stringMatching(/^2 companyName: is required for a gift of a company/),
      expect.stringMatching(/^3 giftDate: must not be after the day on which the gift came in, 2026-01-04/),
      expect.stringMatching(/^4 companyName: is only for a gift of a company/),
    ]);
    await bring('date,category,amount', '2026-01-04,Tithe,5', '2026-01-04,Tithe,6');
    const [older, odd] = (await givings()).map(({ id }) => id);
    await inTransaction(app, ({ db }) =>
      db
        .updateTable('givings')
        .set({ source: 'Business' })
        .where('id', '=', older ?? 0)
        .execute(),
    );
    expect(
      await bring(header, `${older},2026-01-04,Tithe,5,Business,,`, `${odd},2026-01-04,Tithe,6,,,2026-01-05`),
    ).toMatchObject({ created: 0, skipped: 2 });
  });

  test('imports the name of a company, and warns about days long before and benefits for grants of funds', async () => {
    const { warnings } = await bring(
      `date,categoryName,amount,source,companyName,giftDate,benefitAmount,${OWN}`,
      '2026-01-04,Tithe,5,Business,Lin Trading LLC,,',
      '2026-01-04,Tithe,6,,,2025-11-04,',
      '2026-01-04,Tithe,7,DAF,,,2',
      '2026-01-04,Tithe,8,,,2025-11-05,2',
    );
    expect(warnings.map(({ line, code }) => [line, code])).toEqual([
      [3, 'gift_date_far'],
      [4, 'daf_benefit'],
    ]);
    expect((await givings()).map(({ companyName }) => companyName)).toEqual(['Lin Trading LLC', null, null, null]);
  });

  test('needs no category column if all gifts are for one category', async () => {
    await expect(bring('date,amount', '2026-01-04,5')).rejects.toMatchObject({ code: 'file_refused' });
    await importGifts(app, ['date,amount', '2026-01-04,5'], { category: 'MISSIONS' });
    expect(await givings()).toMatchObject([{ categoryName: 'Missions', method: 'Other' }]);
    await expect(importGifts(app, ['date,amount', '2026-01-04,5'], { category: 'x' })).rejects.toMatchObject({
      code: 'validation_failed',
      message: expect.stringContaining('Tithe'),
    });
  });
});

describe('an import of givings', () => {
  test('reports its effects, records each giving in the audit log, and makes the givings searchable', async () => {
    const lines = ['date,category,amount,name,memo', '2026-01-04,Tithe,5,Mei Lin,Harvest'];
    const tried = await importGifts(app, lines, { dryRun: true });
    expect(tried).toEqual({
      dryRun: true,
      importId: null,
      rows: 1,
      created: 1,
      totalAmount: 500,
      skipped: 0,
      duplicates: [],
      warnings: [],
      membersCreated: [],
      sessionsCreated: 0,
      sameFileAs: null,
      leftOut: [],
      withoutGiver: { count: 0, total: 0, lines: [] },
      formerMatches: [],
      ignoredColumns: [],
      encoding: 'utf-8',
    });
    expect([await givings(), (await listImports(app)).items]).toEqual([[], []]);
    expect(await bring(...lines)).toEqual({ ...tried, dryRun: false, importId: 1 });
    expect(await givings('harvest')).toHaveLength(1);
    const byHand = await createGiving(
      app,
      decode(NewGiving, {
        date: '2026-01-04',
        categoryId: await tithe(),
        amount: 5,
        method: 'Other',
        memberId: mei,
        note: 'Harvest',
      }),
    );
    const facts = await app.db.selectFrom('auditLogs').selectAll().where('action', '=', 'GivingCreated').execute();
    const [imported, entered] = facts.map(({ changes }) => JSON.parse(changes ?? '') as object);
    expect({ ...imported, id: [null, byHand.id] }).toEqual(entered);
    expect((await listImports(app)).items).toMatchObject([
      { id: 1, kind: 'givings', fileName: 'givings.csv', rows: 1, created: { givings: 1 }, undoneAt: null },
    ]);
  });

  test('reports likely duplicates, but imports them', async () => {
    const lines = ['date,category,amount,name,check #', '2026-01-04,Tithe,5,Mei Lin,1', '2026-01-04,Tithe,5,Mei Lin,1'];
    expect((await bring(...lines)).duplicates).toEqual([
      { line: 3, date: '2026-01-04', amount: 500, givingId: null, duplicateOf: 2 },
    ]);
    const again = await bring(...lines, '2026-01-04,Tithe,5,Mei Lin,2', '2026-01-04,Tithe,5,,1');
    expect(again.duplicates.map(({ line, givingId }) => [line, givingId])).toEqual([
      [2, 1],
      [3, 1],
    ]);
    expect(again.sameFileAs).toBeNull();
    expect(await givings()).toHaveLength(6);
  });

  test('is refused if the file was imported before, unless that import was undone or duplicates are allowed', async () => {
    const lines = ['date,category,amount', '2026-01-04,Tithe,5'];
    await bring(...lines);
    const refused = {
      code: 'file_refused',
      message: expect.stringMatching(/as import 1 on 2026-11-18\..*vestry import undo 1\..*--allow-duplicates/),
    };
    await expect(bring(...lines)).rejects.toMatchObject(refused);
    await expect(importGifts(app, lines, { dryRun: true })).rejects.toMatchObject(refused);
    expect(await givings()).toHaveLength(1);
    expect(await importGifts(app, lines, { allowDuplicates: true })).toMatchObject({ created: 1, sameFileAs: 1 });
    await undoImport(app, 1);
    await undoImport(app, 2);
    expect(await bring(...lines)).toMatchObject({ created: 1, sameFileAs: null });
    const people = ['first,last,date,category,amount', 'Ann,Lee,2026-01-04,Tithe,5'];
    await importPeople(app, people, { map: ['amount='] });
    expect(await bring(...people)).toMatchObject({ created: 1 });
    await finalizeStatement(app, { year: 2026, month: 1 }, true);
    await expect(bring(...people)).rejects.toMatchObject({ message: expect.stringContaining('imported before') });
  });

  test('does not include gifts in kind in its total', async () => {
    const header = 'date,category,amount,nonCashDescription';
    const outcome = await bring(header, '2026-01-04,Tithe,12.50,', '2026-01-04,Tithe,900,A piano');
    expect(outcome).toMatchObject({ created: 2, totalAmount: 1250 });
  });

  test('of 420 gifts of 0.10 has the total 42.00', async () => {
    const { totalAmount } = await bring(
      'date,category,amount',
      ...Array.from({ length: 420 }, () => '2026-01-04,Tithe,.10'.replace(',.', ',0.')),
    );
    expect(totalAmount).toBe(4200);
  });
});

describe('an import of givings is refused', () => {
  test('with the line and column of every invalid value, and stores nothing', async () => {
    const { items } = await listCategories(app, false);
    await disableCategory(app, items.find(({ name }) => name === 'Benevolence')?.id ?? 0);
    const attempt = bring(
      'Date,Fund,Amount,Method,Check #,Name',
      '2026-02-30,Tithe,1,Cash,,',
      '2026-01-04,Tithe,1.005,Cash,,',
      '2026-01-04,Tithe,(12.00),Cash,,',
      '2026-01-04,Tithe,0,Barter,,',
      '2026-01-04,Roof,1,Cash,,Nobody Here',
      '2026-01-04,Benevolence,1,Cash,,',
      '2026-11-20,,"1,50",Cash,,',
      ',Tithe,10000000000,Cash,,',
    );
    expect(await faultsOf(attempt)).toEqual([
      '2 Date: must be a date that exists, such as 1990-12-31 or 12/31/1990 (invalid_date)',
      '3 Amount: must be an amount with at most two decimals, such as 1,234.50 (invalid_amount)',
      expect.stringMatching(/^4 Amount: is negative. Only a reversal.*wrong_sign/),
      '5 Amount: must be over 0 (too_small)',
      expect.stringMatching(/^5 Method: must be one of Cash, Check/),
      expect.stringMatching(
        /^6 Fund: names no giving category: "Roof". Choose one of: Tithe, .*--map.*unknown_reference/,
      ),
      expect.stringMatching(
        /^6 Name: names somebody who is not a member: Nobody Here; .*--create-members.*unknown_giver/,
      ),
      '7 Fund: names a category that is disabled: Benevolence (category_disabled)',
      '8 Amount: must be an amount with at most two decimals, such as 1,234.50 (invalid_amount)',
      '8 Date: must not be later than 2026-11-19 (in_future)',
      '9 Amount: must be at most 9999999999.99 (too_big)',
      '9 Date: is required (required)',
    ]);
    expect(await givings()).toEqual([]);
  });

  test('for a date with a two-digit year that would be in the future', async () => {
    const attempt = bring(
      'date,category,amount,giftDate,session date',
      '11/19/26,Tithe,1,11/20/26,',
      '11/20/26,Tithe,1,,',
      '12/25/1926,Tithe,1,,',
      '11/18/26,Tithe,1,,12/25/26',
    );
    const why = 'is in the future; write the year with four digits (in_future)';
    expect(await faultsOf(attempt)).toEqual([`2 giftDate: ${why}`, `3 date: ${why}`, `5 session date: ${why}`]);
    await bring('date,category,amount', '11/19/26,Tithe,1', '12/25/1926,Tithe,1');
    expect((await givings()).map(({ date }) => date)).toEqual(['2026-11-19', '1926-12-25']);
  });

  test('for a gift marked as not deductible in a deductible category', async () => {
    const lines = [
      'Date,Category,Amount,Tax Deductible',
      '2026-01-04,Tithe,1,Yes',
      '2026-01-04,Tithe,2,',
      '2026-01-04,Tithe,3,No',
      '2026-01-04,Tithe,4,FALSE',
      '2026-01-04,Tithe,5,0',
      '2026-01-04,Tithe,6,n',
      '2026-01-04,Tithe,7,half',
    ];
    const why = 'says that this gift is not deductible, but gifts to Tithe are certified as deductible; ';
    const refused = expect.stringContaining(
      `Tax Deductible: ${why}add a category that is not deductible, or leave the column out with --ignore "Tax Deductible" (deductible_category)`,
    );
    expect(await faultsOf(bring(...lines))).toEqual([
      ...Array.from({ length: 4 }, () => refused),
      '8 Tax Deductible: must be yes or no (invalid_value)',
    ]);
    await createCategory(app, decode(NewGivingCategory, { name: 'Sale', isTaxDeductible: false }));
    const [fault] = await faultsOf(bring(...lines.slice(0, 1), ...lines.slice(3, 4)));
    expect(fault).toContain(`${why}name a category that is not deductible (Sale), or`);
    const sale = ['2026-01-04,Sale,3,No', '2026-01-04,Sale,4,Yes', '2026-01-04,Sale,4,TRUE'];
    expect(await bring(...lines.slice(0, 3), ...sale)).toMatchObject({ created: 5 });
    expect(await importGifts(app, lines, { map: ['Tax Deductible='] })).toMatchObject({ created: 7 });
  });

  test('for a date in a closed month or a locked session', async () => {
    const session = await createSession(app, decode(NewSession, { date: '2026-11-01' }));
    await submitSession(app, session.id);
    await finalizeStatement(app, { year: 2026, month: 1 }, false);
    const attempt = bring(
      'date,category,amount,sessionDate',
      '2026-01-04,Tithe,1,',
      '2026-11-01,Tithe,1,2026-11-01',
      '2026-11-02,Tithe,1,2026-11-08',
    );
    expect(await faultsOf(attempt)).toEqual([
      '2 date: would change 2026-01, which is finalized; the first open date is 2026-02-01 (period_finalized)',
      '3 sessionDate: the offering session of 2026-11-01 is Submitted; reopen it first (session_locked)',
      '4 date: must be the date of its session, 2026-11-08 (not_session_date)',
    ]);
  });
});

describe('the giver of a row', () => {
  const giverOf = async (header: string, row: string) => {
    await bring(`date,category,amount,${header}`, `2026-01-04,Tithe,1,${row}`);
    return (await givings()).at(-1)?.memberId;
  };

  test.each([
    ['number in the other program', 'Person ID', 'B-1'],
    ['e-mail address', 'E-mail', 'MEI@example.org'],
    ['full name', 'Donor', 'mei  lin'],
    ['names', 'first,last', 'Mei,Lin'],
    ['Chinese name', 'Name', '林 美玲'],
    ['Chinese names', 'last,first', '林,美玲'],
    ['envelope number', 'Envelope', '77'],
    ['e-mail address, if the row has no number', 'Person ID,email', ',mei@example.org'],
  ])('is found by the %s', async (_name, header, row) => {
    expect(await giverOf(header, row)).toBe(mei);
  });

  test('is not found if the member has a different number or if two members match', async () => {
    const header = 'date,category,amount,Person ID,name,email';
    expect(await faultsOf(bring(header, '2026-01-04,Tithe,1,B-2,Mei Lin,mei@example.org'))).toEqual([
      expect.stringMatching(/^2 Person ID: names somebody who is not a member: Mei Lin \(B-2\)/),
    ]);
    const other = await add();
    expect(await faultsOf(bring(header, '2026-01-04,Tithe,1,,Mei Lin,'))).toEqual([
      `2 name: Mei Lin could be any of the members ${mei}, ${other}; choose one with --same-as 2=${mei} (ambiguous_giver)`,
    ]);
    expect(await bring(header, '2026-01-04,Tithe,1,,Mei Lin,mei@example.org')).toMatchObject({ created: 1 });
  });

  test('is found by a member id only in a file that Vestry exported, and only if the name is the same', async () => {
    const line = `2026-01-04,Tithe,1,${mei},Mei Lin`;
    expect(await faultsOf(bring('date,category,amount,memberId', `2026-01-04,Tithe,1,${mei}`))).toEqual([
      expect.stringMatching(/^2 memberId: names somebody who is not a member: number 1;/),
    ]);
    await bring(`date,categoryName,amount,memberId,memberName,${OWN}`, line);
    expect((await givings()).at(-1)?.memberId).toBe(mei);
    const stranger = bring(`date,categoryName,amount,memberId,memberName,${OWN}`, `2026-01-04,Tithe,1,${mei},Ann Lee`);
    expect(await faultsOf(stranger)).toEqual([expect.stringMatching(/names somebody who is not a member.*Ann Lee/)]);
  });

  test('who is not a member yet is added once, like an imported member, if the import is allowed to add members', async () => {
    const lines = [
      'date,category,amount,Person ID,name,email',
      '2026-01-04,Tithe,1,B-9,Ann Marie Lee,ann@example.org',
      '2026-01-11,Tithe,2,B-9,Ann Marie Lee,',
      '2026-01-11,Tithe,3,,陳大文,',
      '2026-01-11,Tithe,4,,Ann Marie Lee,',
      '2026-01-11,Tithe,5,B-1,Mei Lin,',
    ];
    const result = await importGifts(app, lines, { createMembers: true });
    expect(result.membersCreated).toEqual([
      { line: 2, name: 'Ann Marie Lee', memberId: mei + 1 },
      { line: 4, name: '陳大文', memberId: mei + 2 },
    ]);
    expect(await members()).toMatchObject([
      {},
      { firstName: 'Ann Marie', lastName: 'Lee', email: 'ann@example.org', externalId: 'B-9' },
      { firstName: '大文', lastName: '陳', chineseName: '陳大文' },
    ]);
    expect((await givings()).map(({ memberId, memberName }) => [memberId, memberName])).toEqual([
      [mei + 1, 'Ann Marie Lee'],
      [mei + 1, 'Ann Marie Lee'],
      [mei + 2, '陳大文'],
      [mei + 1, 'Ann Marie Lee'],
      [mei, 'Mei Lin'],
    ]);
    expect((await listMembers(app, decode(MemberQuery, { search: 'marie' }))).totalCount).toBe(1);
    const again = await importGifts(app, lines, { createMembers: true, allowDuplicates: true });
    expect(again).toMatchObject({ membersCreated: [] });
  });

  test('is not added with the envelope number of another member', async () => {
    const lines = ['date,category,amount,Person ID,name,envelope', '2026-01-04,Tithe,1,B-2,Mei Lin,77'];
    expect(await faultsOf(importGifts(app, lines, { createMembers: true }))).toEqual([
      `2 Person ID: Mei Lin (B-2) cannot be added: member ${mei} already has envelope number 77 (offering_number_taken)`,
    ]);
  });

  test('is not found by the envelope number of a member with another name', async () => {
    const header = 'date,category,amount,Envelope,Name';
    await add({ firstName: 'Ann', lastName: 'Lee' });
    expect(await faultsOf(bring(header, '2026-01-04,Tithe,1,77,Ann Lee'))).toEqual([
      `2 Envelope: names Ann Lee, but envelope 77 belongs to member ${mei}, Mei Lin; ` +
        'correct the number or the name (giver_mismatch)',
    ]);
    expect(await giverOf('Envelope,Name', '77,Mrs. M. Lin')).toBe(mei);
    expect(await giverOf('Envelope,Name', '77,林小姐')).toBe(mei);
    expect(await giverOf('Person ID,Envelope,Name', 'B-1,77,Mei Wong')).toBe(mei);
  });

  test('is not found by the e-mail address of a member with another name', async () => {
    const header = 'date,category,amount,Email,First,Last';
    expect(await faultsOf(bring(header, '2026-01-04,Tithe,1,mei@example.org,Mary,Different'))).toEqual([
      expect.stringMatching(/^2 First: names somebody who is not a member: Mary Different;/),
    ]);
    const other = await add({ firstName: 'Mary', lastName: 'Different' });
    expect(await giverOf('Email,Name', 'mei@example.org,"Different, Mary"')).toBe(other);
    expect(
      await faultsOf(bring('date,category,amount,Email,Name', '2026-01-04,Tithe,1,mei@example.org,陳小明')),
    ).toEqual([expect.stringContaining('陳小明')]);
  });

  test.each([
    ['the same last name', 'Email,First,Last', 'mei@example.org,Ken,LIN'],
    ['the same last name among others', 'Email,Name', 'mei@example.org,Ken & May Wu-Lin'],
    ['the same Chinese surname', 'Email,Name', 'mei@example.org,林 小明'],
    ['a first name alone', 'Email,First', 'mei@example.org,May'],
  ])('is found by the e-mail address if the row also has %s', async (_name, header, row) => {
    expect(await giverOf(header, row)).toBe(mei);
  });

  test('is the member with the same full name, rather than a member with the same last name and e-mail address', async () => {
    const ken = await add({ firstName: 'Ken' });
    expect(await giverOf('Email,Name', 'mei@example.org,Ken Lin')).toBe(ken);
  });

  test('cannot be the same member for two different person numbers in the file', async () => {
    const bob = await add({ firstName: 'Bob', lastName: 'Solo' });
    const lines = [
      'date,category,amount,Person ID,Name',
      '2026-01-04,Tithe,1,1,Bob Solo',
      '2026-01-11,Tithe,1,1,Bob Solo',
      '2026-01-11,Tithe,2,,Bob Solo',
      '2026-01-04,Tithe,3,2,Bob Solo',
    ];
    const refused = [
      expect.stringMatching(
        `^5 Person ID: Bob Solo \\(2\\) and the number 1 .* both match member ${bob}; .*ambiguous_giver`,
      ),
    ];
    expect(await faultsOf(bring(...lines))).toEqual(refused);
    expect(await faultsOf(importGifts(app, lines, { createMembers: true }))).toEqual(refused);
    await updateMember(app, bob, decode(NewMember, { firstName: 'Bob', lastName: 'Solo', externalId: '1' }));
    const { membersCreated } = await importGifts(app, lines, { createMembers: true });
    expect((await givings()).map(({ memberId }) => memberId)).toEqual([bob, bob, bob, membersCreated[0]?.memberId]);
  });

  test('cannot be added if the name is a single word', async () => {
    const attempt = importGifts(app, ['date,category,amount,name', '2026-01-04,Tithe,1,Cher'], { createMembers: true });
    expect(await faultsOf(attempt)).toEqual([expect.stringMatching(/^2 name: Cher cannot be added: .*undivided_name/)]);
  });

  test('is not found if the member was deleted', async () => {
    await deleteMember(app, mei);
    expect(await faultsOf(bring('date,category,amount,name', '2026-01-04,Tithe,1,Mei Lin'))).toHaveLength(1);
  });
});

describe('the session of a row', () => {
  test('is the draft session of its date, which is created once if there is none', async () => {
    const { id } = await createSession(app, decode(NewSession, { date: '2026-11-01' }));
    const result = await bring(
      'date,category,amount,sessionDate',
      '2026-11-01,Tithe,1,2026-11-01',
      '2026-11-08,Tithe,2,2026-11-08',
      '2026-11-08,Tithe,3,2026-11-08',
    );
    expect(result.sessionsCreated).toBe(1);
    expect(await sessions()).toMatchObject([
      { id, date: '2026-11-01', totalAmount: 100 },
      { id: id + 1, date: '2026-11-08', totalAmount: 500, status: 'Draft', countedBy: [], sundayAttendanceCount: null },
    ]);
  });
});

describe('a reversal in a file that Vestry exported', () => {
  const header = `id,date,categoryName,amount,method,memberName,reversalOf,${OWN}`;

  test('may come before or after its giving in the file', async () => {
    await bring(header, '41,2026-02-04,Tithe,-5,Check,Mei Lin,40', '40,2026-01-04,Tithe,5,Check,Mei Lin,');
    expect(await givings()).toMatchObject([
      { id: 40, amount: 500, reversalOf: null },
      { id: 41, amount: -500, reversalOf: 40 },
    ]);
  });

  test('must be negative, and cannot exceed its giving or reverse an unknown giving', async () => {
    const attempt = bring(
      header,
      '40,2026-01-04,Tithe,5,Check,Mei Lin,',
      '41,2026-02-04,Tithe,-3,Check,Mei Lin,40',
      '42,2026-02-04,Tithe,-3,Check,Mei Lin,40',
      '43,2026-02-04,Tithe,-3,Check,Mei Lin,39',
      '44,2026-02-04,Tithe,3,Check,Mei Lin,40',
    );
    expect(await faultsOf(attempt)).toEqual([
      '4 reversalOf: reverses more than the 2.00 that is left of the giving (already_reversed)',
      '5 reversalOf: names no giving in this file (unknown_reference)',
      expect.stringMatching(/^6 amount: must be negative/),
    ]);
  });

  test('is skipped with its giving when both are already stored', async () => {
    const lines = [header, '1,2026-01-04,Tithe,5,Check,Mei Lin,', '2,2026-02-04,Tithe,-5,Check,Mei Lin,1'];
    await bring(...lines);
    await disableCategory(app, await tithe());
    expect(await bring(...lines)).toMatchObject({ created: 0, skipped: 2, importId: null });
    expect(await givings()).toHaveLength(2);
  });
});

describe('a gift over several categories in a file that Vestry exported', () => {
  const header = `id,date,categoryName,parts,amount,method,memberName,reversalOf,${OWN}`;
  const row = (id: number, parts: string, amount: string, reversalOf = '') =>
    `${id},2026-01-04,,${parts},${amount},Check,Mei Lin,${reversalOf}`;
  const partsOf = async () =>
    (await givings()).map(({ parts }) => parts?.map(({ categoryName, amount }) => [categoryName, amount]));

  test('is imported as one gift with its reversal, and both are skipped if they are already stored', async () => {
    const lines = [header, row(40, 'Tithe: 60.00; Missions: 40.00', '100'), row(41, 'Missions: -15.00', '-15', '40')];
    expect(await bring(...lines)).toMatchObject({ created: 2, totalAmount: 8500 });
    expect(await partsOf()).toEqual([
      [
        ['Tithe', 6000],
        ['Missions', 4000],
      ],
      [['Missions', -1500]],
    ]);
    expect(await bring(...lines)).toMatchObject({ created: 0, skipped: 2 });
    const changed = row(40, 'Tithe: 61.00; Missions: 39.00', '100');
    expect(await bring(header, changed)).toMatchObject({ created: 1, skipped: 0 });
  });

  test('may have a semicolon or a backslash in the name of a category', async () => {
    const name = String.raw`Food; \ drink: hot`;
    await createCategory(app, decode(NewGivingCategory, { name }));
    const parts = [
      { categoryName: name, amount: decode(NewGiving.shape.amount, 2.5) },
      { categoryName: 'Tithe', amount: decode(NewGiving.shape.amount, 1) },
    ];
    const cell = formatParts(parts);
    await bring(header, row(1, `"${cell}"`, '3.5'));
    expect(await partsOf()).toEqual([parts.map(({ categoryName, amount }) => [categoryName, amount])]);
  });

  test('is refused if its parts are malformed, do not add up to the amount, or name an unknown category', async () => {
    const attempt = bring(
      header,
      row(1, 'Tithe 60; Missions 40', '100'),
      row(2, 'Tithe: 60.00; Missions: 39.00', '100'),
      row(3, 'Tithe: 60.00; Tithe: 40.00', '100'),
      row(4, 'Tithe: 140.00; Missions: -40.00', '100'),
      row(5, 'Tithe: 60.00; Nothing: 40.00', '100'),
      '6,2026-01-04,Tithe,Tithe: 60.00; Missions: 40.00,100,Check,Mei Lin,',
    );
    expect(await faultsOf(attempt)).toEqual([
      expect.stringMatching(/^2 parts: must look like .* \(invalid_parts\)$/),
      '3 parts: must add up to amount (not_the_amount)',
      '4 parts: must each be for a different category (category_repeated)',
      '5 parts: must add up to amount (not_the_amount)',
      expect.stringMatching(/^6 parts: names no giving category: "Nothing"/),
      expect.stringMatching(/^7 parts: cannot be given together with a category/),
    ]);
  });

  test('cannot be reversed by more than is left of each part', async () => {
    const attempt = bring(
      header,
      row(40, 'Tithe: 60.00; Missions: 40.00', '100'),
      row(41, 'Missions: -30.00', '-30', '40'),
      row(42, 'Missions: -30.00', '-30', '40'),
      '43,2026-01-05,Missions,,-5,Check,Mei Lin,40',
    );
    expect(await faultsOf(attempt)).toEqual([
      '4 reversalOf: reverses more than the 10.00 that is left for Missions (already_reversed)',
      expect.stringMatching(/^5 reversalOf: needs parts to reverse a gift that is split over several categories/),
    ]);
  });
});

test('a last line with other separators than the list is refused, and is no note below it', async () => {
  const rows = ['Date,Amount,Fund', '2026-01-04,5,Tithe', '2026-01-11;6;Tithe'];
  expect((await faultsOf(importGifts(app, rows)))[0]).toMatch(/^3 /);
  expect(await importGifts(app, [...rows.slice(0, 2), 'Counted by Ann; Bo; and 3 more'])).toMatchObject({ created: 1 });
});
