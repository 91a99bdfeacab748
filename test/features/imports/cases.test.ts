/**
 * Files that other programs wrote, as people reported them, with what is right. Each stored something wrong once. All
 * people are invented.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { GivingQuery } from '../../../src/features/giving/givings/schema.ts';
import { listGivings } from '../../../src/features/giving/givings/service.ts';
import { MemberQuery } from '../../../src/features/people/members/schema.ts';
import { listMembers } from '../../../src/features/people/members/service.ts';
import { decode } from '../../../src/validate.ts';
import { testApp, type TestApp } from '../../support/app.ts';
import { faultsOf, importGifts, importPeople } from '../../support/import.ts';

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
