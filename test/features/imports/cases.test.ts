/**
 * Files that other programs wrote, as people reported them, with what is right. Each stored something wrong once. All
 * people are invented.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { FamilyUnitQuery } from '../../../src/features/people/families/schema.ts';
import { listFamilies } from '../../../src/features/people/families/service.ts';
import { GivingQuery } from '../../../src/features/giving/givings/schema.ts';
import { listGivings } from '../../../src/features/giving/givings/service.ts';
import { printImport } from '../../../src/features/giving/givings/print.ts';
import { mergeMember } from '../../../src/features/people/members/merge.ts';
import { purgeMember } from '../../../src/features/people/members/purge.ts';
import { MemberQuery, NewMember } from '../../../src/features/people/members/schema.ts';
import {
  createMember,
  deleteMember,
  listMembers,
  restoreMember,
} from '../../../src/features/people/members/service.ts';
import { decode } from '../../../src/validate.ts';
import { testApp, type TestApp } from '../../support/app.ts';
import { createUser } from '../../../src/features/access/users/service.ts';
import { faultsOf, importGifts, importPeople, importSpending } from '../../support/import.ts';

const fileOf = (name: string) => readFileSync(path.join('test/cases', name), 'utf8').split('\n');

let app: TestApp;
beforeEach(async () => {
  app = await testApp();
  await importPeople(app, [
    'Person ID,First Name,Last Name,Email,Envelope Number,Family',
    '101,Alma,Fenwick,alma@example.org,11,Fenwick',
    '102,Otto,Fenwick,,12,Fenwick',
    '103,Priya,Ganesan,priya@example.org,13,Ganesan',
    '104,Lewis,Marchetti,,14,',
  ]);
});

const gifts = async () => (await listGivings(app, decode(GivingQuery, { sort: 'id', pageSize: '200' }))).items;
const people = async () => (await listMembers(app, decode(MemberQuery, { sort: 'id' }))).items;
const bring = (name: string, options: Record<string, unknown> = {}) =>
  importGifts(app, fileOf(name), { givers: true, ...options });

describe('who gave', () => {
  test('a number of another program that contradicts the name or the e-mail address is a fault', async () => {
    const faults = await faultsOf(bring('21-ids-of-another-program.csv', { createMembers: true }));
    expect(faults.slice(0, 2)).toEqual([
      expect.stringMatching(
        /^2 Donor ID: names Nadia Brandt \(101\), but the number 101 belongs to member 1, Alma Fenwick;/,
      ),
      expect.stringMatching(
        /^3 Donor ID: names Alma Fenwick \(103\), but the number 103 belongs to member 3, Priya Ganesan;/,
      ),
    ]);
    expect(await gifts()).toEqual([]);
    expect(await people()).toHaveLength(4);
  });

  test('who has a new name and the same number and address is the same person', async () => {
    await importGifts(app, [
      'Donor ID,First name,Last name,Email,Date,Fund,Amount',
      '103,Priya,Marchetti,priya@example.org,2026-10-18,Tithe,5',
      '103,P.,Ganesan,,2026-10-18,Tithe,6',
    ]);
    expect((await gifts()).map(({ memberId }) => memberId)).toEqual([3, 3]);
  });

  test('a number of another program beside another first name is a fault, but not beside a near name', async () => {
    const give = (name: string) =>
      importGifts(app, ['Donor ID,Donor,Date,Fund,Amount', `101,${name},2026-10-18,Tithe,5`]);
    expect(await faultsOf(give('Oscar Fenwick'))).toEqual([expect.stringContaining('identity_contradicts')]);
    for (const name of ['A. Fenwick', 'Alma Rose Fenwick', 'Fenwick', 'Mrs. Alma Fenwick']) await give(name);
    expect((await gifts()).map(({ memberId }) => memberId)).toEqual([1, 1, 1, 1]);
  });

  describe('one number beside two names', () => {
    const give = (...rows: string[]) =>
      importGifts(app, ['Donor ID,Donor,Email,Date,Fund,Amount', ...rows.map((row) => `${row},2026-10-18,Tithe,5`)], {
        createMembers: true,
      });

    test('is a fault of both lines of a file of gifts', async () => {
      const faults = await faultsOf(give('9,Nadia Brandt,', '8,Ivo Berg,', '9,Hugo Brandt,', '9,Nadia Brandt,'));
      const message =
        'means both Nadia Brandt (9) in line 2 and Hugo Brandt (9) in line 4; correct the number or the name';
      expect(faults).toEqual(
        [2, 4, 5].map(
          (line) => `${line} Donor ID: ${message}, or say who it is with --same-as LINE=ID (identity_twice)`,
        ),
      );
      expect(await faultsOf(give('9,Wei Chen,', '9,Mei Chen,'))).toHaveLength(2);
      expect(await people()).toHaveLength(4);
    });

    test('is settled for every row of the same giver', async () => {
      const file = [
        'Donor ID,Donor,Date,Fund,Amount',
        ...['Nadia Brandt', 'Otto Fenwick', 'Otto Fenwick'].map((name) => `9,${name},2026-10-18,Tithe,5`),
      ];
      await importGifts(app, file, { createMembers: true, sameAs: ['3=2'] });
      expect((await gifts()).map(({ memberId }) => memberId)).toEqual([5, 2, 2]);
    });

    test.each([
      ['a nickname', '9,Robert Brandt,', '9,Bob Brandt,'],
      ['a part of the name', '9,Nadia Rose Brandt,', '9,N. Brandt,'],
      ['the same e-mail address', '9,Nadia Brandt,n@example.org', '9,Nadia Berg,N@example.org'],
      ['no name', '9,Nadia Brandt,', '9,,'],
    ])('is no fault for %s', async (_what, ...rows) => {
      expect(await give(...rows)).toMatchObject({ created: 2, membersCreated: [{ memberId: 5 }] });
    });

    test('is no fault for a married name or a Chinese name that the church has', async () => {
      const add = async (fields: object) => (await createMember(app, decode(NewMember, fields))).id;
      const double = await add({ firstName: 'Priya', lastName: 'Marchetti', externalId: '104b' });
      await mergeMember(app, double, { into: 3, confirm: true });
      const wang = await add({ firstName: 'David', lastName: 'Wang', chineseName: '王大衛', externalId: '9' });
      await give('103,Priya Ganesan,', '103,Priya Marchetti,', '9,David Wang,', '9,王大衛,');
      expect((await gifts()).map(({ memberId }) => memberId)).toEqual([3, 3, wang, wang]);
    });

    test('is a fault of both lines of a file of people, too, and so is the number of another member', async () => {
      const bring = (...rows: string[]) => importPeople(app, ['Person ID,First Name,Last Name,Email', ...rows]);
      expect(await faultsOf(bring('9,Nadia,Brandt,', '9,Hugo,Brandt,', '103,Ivo,Berg,priya@example.org'))).toEqual([
        ...[2, 3].map((line) =>
          expect.stringMatching(new RegExp(`^${line} Person ID: means both Nadia Brandt in line 2 and Hugo`)),
        ),
        expect.stringMatching(
          /^4 Person ID: belongs to member 3, Priya Ganesan, but the row names Ivo Berg.*identity_contradicts/,
        ),
      ]);
      expect(await bring('9,Robert,Brandt,', '9,Bob,Brandt,')).toMatchObject({ created: 1, skipped: 1 });
    });
  });

  describe('a number that a spreadsheet has changed', () => {
    const NAMES = ['Nadia Brandt', 'Ivo Berg', 'Hugo Lind', 'Paul Voss', 'Cora Dunn'];
    const file = (...numbers: string[]) => [
      'Donor ID,Donor,Date,Fund,Amount',
      ...numbers.map((number, at) => `${number},${NAMES[at]},2026-10-18,Tithe,5`),
    ];
    const damaged = async (numbers: readonly string[]) => {
      const faults = await faultsOf(importGifts(app, file(...numbers), { createMembers: true }));
      expect(faults.every((fault) => /spreadsheet.*format the column as text.*\(identity_damaged\)$/.test(fault))).toBe(
        true,
      );
      return faults.map((fault) => Number.parseInt(fault, 10));
    };

    test.each([
      ['in scientific form', ['8.11E+11', '"8,11e+11"', '811'], [2, 3]],
      ['with a decimal', ['201.0', '202', '9.00'], [2, 4]],
      ['of 15 digits and zeros', ['811000000000012000', '811000000000012345'], [2]],
      ['of 15 digits and one zero, as all of them', ['8110000000000120', '8110000000000130', '7'], [2, 3]],
      ['without the zeros of others', ['000101', '000102', '903', '123456', 'B-7'], [4]],
    ])('%s is a fault', async (_what, numbers, lines) => {
      expect(await damaged(numbers)).toEqual(lines);
      expect(await people()).toHaveLength(4);
    });

    test('without the zeros that the church has is a fault, but not a number that it has, nor one zero among others', async () => {
      for (const externalId of ['000555', '700000000000000000'])
        await createMember(app, decode(NewMember, { firstName: 'Ruth', lastName: 'Kern', externalId }));
      expect(await damaged(['555'])).toEqual([2]);
      const numbers = ['000555', '700000000000000000', '8110000000000120', '8110000000000123'];
      const rows = numbers.map((number, at) => `${number},${at < 2 ? 'Ruth Kern' : NAMES[at]},2026-10-18,Tithe,5`);
      const result = await importGifts(app, [...file(), ...rows], { createMembers: true });
      expect(result.membersCreated.map(({ line }) => line)).toEqual([4, 5]);
    });

    test('is a fault in a file of people, for its envelope, too', async () => {
      const people = [
        'Person ID,First Name,Last Name,Envelope',
        '8.11E+11,Nadia,Brandt,',
        '7,Ivo,Berg,12.0',
        '9,Ann,Li,007',
      ];
      expect(await faultsOf(importPeople(app, people))).toEqual([
        expect.stringMatching(/^2 Person ID: was changed by a spreadsheet.*identity_damaged/),
        expect.stringMatching(/^3 Envelope: was changed by a spreadsheet.*identity_damaged/),
      ]);
    });
  });

  describe('a merged record', () => {
    const add = async (fields: object) =>
      (await createMember(app, decode(NewMember, { firstName: 'Alma', lastName: 'Fenwick', ...fields }))).id;
    const merge = (id: number, into: number) => mergeMember(app, id, { into, confirm: true });
    const give = (header: string, ...cells: string[]) =>
      importGifts(app, [`${header},Date,Fund,Amount`, ...cells.map((cell) => `${cell},2026-10-18,Tithe,5`)], {
        createMembers: true,
      });

    test('keeps its number and its e-mail address for its person', async () => {
      app = await testApp();
      await importPeople(app, ['Person ID,First Name,Last Name,Email', '501,Alma,Fenwick,alma@example.org']);
      const double = await add({ firstName: 'Alma M.', externalId: '777', email: 'alma.work@example.org' });
      await merge(double, 1);
      const result = await bring('16-gifts-after-merge.csv', { createMembers: true });
      expect(result).toMatchObject({ created: 2, membersCreated: [] });
      expect(result.formerMatches).toEqual([{ line: 3, memberId: 1, was: '777' }]);
      expect((await gifts()).map(({ memberId }) => memberId)).toEqual([1, 1]);
      expect(printImport(result, null, { former: true })).toContain('line 3: 777 is now member 1');
      const again = await importPeople(app, [
        'Person ID,First Name,Last Name,Email',
        '777,Alma M.,Fenwick,',
        ',Alma,Fenwick,Alma.Work@example.org',
      ]);
      expect(again).toMatchObject({ created: 0, skipped: 2 });
      expect(again.formerMatches.map(({ memberId, was }) => [memberId, was])).toEqual([
        [1, '777'],
        [1, 'alma.work@example.org'],
      ]);
    });

    test('keeps its number, envelope, names and id over several merges, also where the other name differs', async () => {
      const first = await add({ lastName: 'Norwood', externalId: '777', offeringNumber: '070' });
      const second = await add({ externalId: '778' });
      await merge(first, second);
      await merge(second, 1);
      const { formerMatches } = await give(
        'Donor ID,Envelope,Donor',
        '777,,Alma Norwood',
        '778,,',
        ',70,',
        ',070,Alma Fenwick',
      );
      expect(formerMatches.map(({ memberId, was }) => [memberId, was])).toEqual([
        [1, '777'],
        [1, '778'],
        [1, '70'],
        [1, '070'],
      ]);
      const faults = await faultsOf(give('Donor', 'Alma Norwood'));
      expect(faults).toEqual([expect.stringMatching(/^2 Donor: .*did you mean Alma Fenwick \(1\)\?.*similar_giver/)]);
      const own = ['id,memberId,memberName,date,amount,categoryName,createdAt,modifiedAt'];
      await importGifts(app, [...own, `,${first},Alma Norwood,2026-10-25,5,Tithe,,`]);
      expect((await gifts()).every(({ memberId }) => memberId === 1)).toBe(true);
      expect(await people()).toHaveLength(4);
    });

    test('loses its number to a later holder, and is asked about where its person could still be meant', async () => {
      await merge(await add({ firstName: 'Alma May', externalId: '777', offeringNumber: '70' }), 1);
      const otto = await add({ firstName: 'Otto', lastName: 'Brandt', externalId: '777', offeringNumber: '70' });
      const { formerMatches } = await give('Donor ID,Envelope,Donor', '777,,', ',70,', '777,,Otto Brandt');
      expect(formerMatches).toEqual([]);
      expect((await gifts()).map(({ memberId }) => memberId)).toEqual([otto, otto, otto]);
      expect(await faultsOf(give('Donor ID,Donor', '777,Alma May Fenwick'))).toEqual([
        expect.stringMatching(
          /the number 777 belongs to member 6, Otto Brandt;.*--same-as 2=1 \(identity_contradicts\)/,
        ),
      ]);
    });

    test('is found for an expense that is paid back, too', async () => {
      await merge(await add({ externalId: '777' }), 1);
      await createUser(app, { email: 'a@example.org', displayName: 'A', roles: ['treasurer'], memberId: null }, 'x');
      const row = '2026-10-18,5,Office: Telephone,Worship,Calls,777';
      await importSpending(app, ['date,amount,subcategory,ministry,description,person id', row], {
        submittedBy: 'a@example.org',
      });
      expect(await app.db.selectFrom('expenses').select('memberId').execute()).toEqual([{ memberId: 1 }]);
    });

    test('is forgotten with its person, and while its person is deleted', async () => {
      await merge(await add({ externalId: '777' }), 1);
      await deleteMember(app, 1);
      const unknown = faultsOf(importGifts(app, ['Donor ID,Date,Fund,Amount', '777,2026-10-18,Tithe,5']));
      expect(await unknown).toEqual([expect.stringContaining('unknown_giver')]);
      await restoreMember(app, 1);
      expect(await give('Donor ID', '777')).toMatchObject({ formerMatches: [{ memberId: 1 }] });
      await purgeMember(app, 1, true);
      expect(await app.db.selectFrom('memberMerges').selectAll().execute()).toEqual([]);
    });
  });

  describe('a nickname', () => {
    const NAMES = ['Wei-Guo,Wang,王衛國,', 'Shu-Fen,Lin,林淑芬,', ',,吳阿滿,', 'Robert,Chen,,', 'Ming,Xu,許明,大頭'];
    beforeEach(() => importPeople(app, ['First Name,Last Name,Chinese Name,Nickname', ...NAMES]));
    const give = (name: string, options = {}) =>
      importGifts(app, ['Date,Donor,Fund,Amount', `2026-10-18,${name},Tithe,5`], { createMembers: true, ...options });

    test.each([
      ['小衛', 5],
      ['王小衛', 5],
      ['阿芬', 6],
      ['阿滿', 7],
      ['Bob', 8],
      ['Bobby Chen', 8],
      ['大頭', 9],
      ['許大頭', 9],
    ])('%s is asked about, and nobody is made of it', async (name, id) => {
      const asked = new RegExp(`^2 \\S+: .*did you mean [^?]*\\(${id}\\)`);
      expect(await faultsOf(give(name))).toEqual([expect.stringMatching(asked)]);
      const header = /^[A-Z]/.test(name) ? 'Full Name' : '姓名';
      expect(await faultsOf(importPeople(app, [header, name]))).toEqual([
        expect.stringMatching(/undivided_name|did you mean/),
      ]);
      expect(await people()).toHaveLength(9);
    });

    test('that resembles nobody is asked about, too, and is made only if somebody says so', async () => {
      for (const name of ['阿明', '小珍', '珍珍', '陳媽媽'])
        expect(await faultsOf(give(name, { createSimilar: true }))).toEqual([
          expect.stringMatching(/looks like a nickname; write the whole name.*--new 2 \(undivided_name\)$/),
        ]);
      expect(await faultsOf(importPeople(app, ['姓名', '小珍'], { createSimilar: true }))).toEqual([
        expect.stringMatching(/^2 -: 小珍 looks like a nickname;.*--new 2 \(undivided_name\)$/),
      ]);
      await importPeople(app, ['姓名', '小珍'], { new: ['2'] });
      await give('阿明', { new: ['2'] });
      await give('王小明', { new: ['2'] });
      expect((await people()).slice(9).map(({ chineseName }) => chineseName)).toEqual(['小珍', '阿明', '王小明']);
    });
  });

  describe('a giver who is left blank', () => {
    const FILE = [
      'Donor,Date,Fund,Amount',
      ',2026-10-18,Tithe,1',
      'Alma Fenwick,2026-10-18,Tithe,5',
      ',2026-10-18,Missions,7',
      'Cash,2026-10-18,Tithe,9',
      ',2026-10-25,Tithe,3',
    ];
    const give = (options: object) => importGifts(app, FILE, { blankGivers: false, ...options });

    test('below a name is asked about, because merged cells look so', async () => {
      const faults = await faultsOf(give({}));
      expect(faults).toEqual(
        [4, 6].map((line) =>
          expect.stringMatching(new RegExp(`^${line} Donor: is blank below .*--blank-givers \\(giver_blank`)),
        ),
      );
      expect(await gifts()).toEqual([]);
    });

    test('is settled for a row, and for the whole file', async () => {
      expect(await faultsOf(give({ sameAs: ['4=1', '5=1'] }))).toHaveLength(1);
      await give({ sameAs: ['4=1', '5=1', '6=2'] });
      expect((await gifts()).map(({ memberId }) => memberId)).toEqual([null, 1, 1, null, 2]);
      const result = await importGifts(app, [...FILE, ''], { blankGivers: true });
      expect(result.withoutGiver).toEqual({ count: 4, total: 2000, lines: [2, 4, 5, 6] });
    });
  });

  test('couples, families and estates are asked about in every column of names, of people, too', async () => {
    const faults = async (header: string, cells: string) =>
      (
        await faultsOf(
          importGifts(app, [`${header},Date,Fund,Amount`, `${cells},2026-10-18,Tithe,5`], { createMembers: true }),
        )
      ).map((fault) => /\w+(?=\)$)/.exec(fault)?.[0]);
    for (const [header, cells] of [
      ['First Name,Last Name', 'Hugo & Ida,Brandt'],
      ['First Name,Last Name', ',Brandt Family'],
      ['First Name,Last Name', 'Estate of Hugo,Brandt'],
      ['Family', 'Brandt Family'],
      ['Full Name', 'Hugo and Ida Brandt'],
      ['名,姓', '大明夫婦,陳'],
    ] as const)
      expect(await faults(header, cells), cells).toEqual(['several_people']);
    for (const [header, cells] of [
      ['First Name,Last Name', 'Hugo & Ida,Brandt'],
      ['First Name,Last Name', 'Brandt,Family'],
      ['Full Name', 'Estate of Hugo Brandt'],
      ['Full Name', 'Hugo Brandt c/o Ida Brandt'],
      ['姓名', '陳大明全家'],
      ['姓,名', '陳,大明夫婦'],
    ] as const) {
      const asked = await faultsOf(importPeople(app, [header, cells]));
      expect(asked, cells).toEqual([
        expect.stringMatching(/several people;.*--same-as 2=ID or --new 2 \(several_people\)$/),
      ]);
    }
    expect(await people()).toHaveLength(4);
  });

  test('couples, families and estates are asked about in a column of names, and nobody is made of them', async () => {
    const faults = await faultsOf(bring('13-couple-as-donor.csv', { createMembers: true }));
    expect(faults.map((fault) => Number.parseInt(fault, 10))).toEqual([2, 3, 4, 5, 6, 7]);
    for (const name of [
      'Ganesan Family',
      'The Marchettis',
      'Estate of Otto Fenwick',
      '陳大明夫婦',
      '王家全家',
      'Ann c/o Bob Li',
    ]) {
      const asked = faultsOf(
        importGifts(app, ['Date,Donor,Fund,Amount', `2026-10-18,${name},Tithe,5`], { createMembers: true }),
      );
      expect(await asked, name).toEqual([
        expect.stringMatching(/\((?:several_people|similar_giver|ambiguous_giver)\)$/),
      ]);
    }
    expect(await people()).toHaveLength(4);
  });
});

test.each([
  ['30-two-households-one-name.csv', 'Norwood Household'],
  ['31-churchcrm-two-families.csv', 'Norwood'],
])('%s has two families of one name, which their numbers tell apart', async (name, family) => {
  app = await testApp();
  expect(await importPeople(app, fileOf(name))).toMatchObject({ created: 4, familiesCreated: 2 });
  expect((await people()).map(({ familyUnitId }) => familyUnitId)).toEqual([1, 1, 2, 2]);
  const { items } = await listFamilies(app, decode(FamilyUnitQuery, {}));
  expect(items.map((one) => one.name)).toEqual([family, family]);
});

describe('what is a gift', () => {
  const amounts = async () =>
    (await gifts()).map(({ amount, memberId, categoryName }) => [amount, memberId, categoryName]);

  test('files of Fellowship One name their givers', async () => {
    expect(await bring('06-f1.csv')).toMatchObject({ created: 2, withoutGiver: { count: 0 } });
    expect(await amounts()).toEqual([
      [25_000, 1, 'Tithe'],
      [4000, 3, 'Missions'],
    ]);
  });

  test.each(['', 'Given By', '大名'])('beside numbers, names below the header "%s" are asked about', async (header) => {
    const file = [
      `Date,Fund,Amount,Envelope,${header}`,
      '2026-10-18,Tithe,5,11,Alma Fenwick',
      '2026-10-19,Tithe,7,,Otto Fenwick',
    ];
    await expect(importGifts(app, file)).rejects.toThrow(`"${header || 'column 5'}" (a person)`);
  });

  test('a file in which no column names a giver is refused, unless it is said to have none', async () => {
    const file = ['Date,Fund,Amount', '2026-10-18,Tithe,5', '2026-10-19,Tithe,7.50'];
    await expect(importGifts(app, file, { givers: true })).rejects.toThrow(/no column says who gave.*--no-givers/s);
    const result = await importGifts(app, file, { givers: false });
    expect(result).toMatchObject({ created: 2, withoutGiver: { count: 2, total: 1250, lines: [2, 3] } });
  });

  test('of TouchPoint, the pledge and the returned check are left out, and what is not deductible is refused', async () => {
    const faults = await faultsOf(bring('04-touchpoint.csv'));
    expect(faults).toEqual([
      expect.stringMatching(/^3 NonTaxDed: says that this gift is not deductible, but gifts to Tithe are certified/),
    ]);
    expect(await gifts()).toEqual([]);
    const rest = fileOf('04-touchpoint.csv').filter((line) => !line.includes('Non Tax-Deductible'));
    expect(await importGifts(app, rest)).toMatchObject({
      created: 1,
      leftOut: [
        { line: 3, reason: 'pledge', amount: 50_000 },
        { line: 4, reason: 'failed', amount: 6000 },
        { line: 5, reason: 'failed', amount: -6000 },
      ],
    });
    expect(await amounts()).toEqual([[25_000, 1, 'Tithe']]);
  });

  test('a type of payment alone says that a gift is not deductible', async () => {
    const file = ['Date,Donor ID,Fund,Amount,Type', '2026-10-18,101,Tithe,5,Non Tax-Deductible'];
    expect(await faultsOf(importGifts(app, file))).toEqual([
      expect.stringMatching(/^2 Type: says that this gift is not deductible/),
    ]);
  });

  test.each([
    ['03-servant-keeper.csv', 'Tax'],
    ['07-elvanto.csv', 'Tax Ded.'],
  ])('%s says in its own way which gifts are deductible', async (name, column) => {
    expect(await faultsOf(bring(name))).toEqual([
      expect.stringMatching(new RegExp(`^3 ${column.replace('.', '\\.')}: says that this gift is not deductible`)),
    ]);
    const rest = fileOf(name).filter((line) => !line.includes('Ganesan'));
    await importGifts(app, rest);
    expect(await amounts()).toEqual([[25_000, 1, 'Tithe']]);
  });

  test('amounts in another currency are left out and named', async () => {
    const result = await bring('12-gifts-other-currency.csv');
    expect(result).toMatchObject({
      created: 1,
      leftOut: [
        { line: 3, reason: 'other_currency' },
        { line: 4, reason: 'other_currency' },
      ],
    });
    expect(await amounts()).toEqual([[5000, 1, 'Tithe']]);
  });
});

describe('a column that nobody understands', () => {
  const gift = (header: string, cell: string) =>
    importGifts(app, [`Date,Donor ID,Fund,Amount,${header}`, `2026-10-18,101,Tithe,5,${cell}`]);

  test.each([
    ['Benefit Value', '12.00', 'money'],
    ['手續費', '3', 'money'],
    ['Column X', '12.50', 'money'],
    ['Spouse', 'Otto', 'a person'],
    ['Column X', 'otto@example.org', 'a person'],
    ['Void', 'Yes', 'a status'],
    ['Column X', 'Charged back', 'a status'],
    ['Curr', 'EUR', 'a currency'],
    ['Column X', 'TWD', 'a currency'],
    ['Receiptable', 'Yes', 'tax deductibility'],
  ])('is refused by its name: %s with %s looks like %s', async (header, cell, what) => {
    await expect(gift(header, cell)).rejects.toThrow(`"${header}" (${what})`);
    expect(await gifts()).toEqual([]);
  });

  test.each([
    ['Shoe Size', '38'],
    ['Fee', '0.00'],
    ['Void', 'No'],
    ['Campaign Name', 'Roof'],
    ['Membership Status', 'Member'],
    ['Colour', ''],
  ])('is only named if nothing depends on it: %s with %s', async (header, cell) => {
    expect(await gift(header, cell)).toMatchObject({ created: 1, ignoredColumns: [header] });
  });

  test('is understood if it says what a payment service kept, and what was left', async () => {
    const file = (net: string) => ['Date,Donor ID,Fund,Amount,Fee,Net Amount', `2026-10-18,101,Tithe,5,0.30,${net}`];
    await expect(importGifts(app, file('4.80'))).rejects.toThrow('"Fee" (money), "Net Amount" (money)');
    expect(await importGifts(app, file('4.70'))).toMatchObject({ created: 1, totalAmount: 500 });
  });

  test('is left out if somebody says so', async () => {
    const file = ['Date,Donor ID,Fund,Amount,Fee,Spouse', '2026-10-18,101,Tithe,5,0.30,Otto'];
    await expect(importGifts(app, file)).rejects.toThrow('"Fee" (money), "Spouse" (a person)');
    expect(await importGifts(app, file, { ignore: ['Fee', 'spouse'] })).toMatchObject({ created: 1 });
  });
});
