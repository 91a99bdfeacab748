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
const bring = (name: string, options: Record<string, unknown> = {}) => importGifts(app, fileOf(name), options);

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
