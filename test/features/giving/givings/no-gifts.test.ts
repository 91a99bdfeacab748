/** Rows of other programs that are no gifts are left out and named. Gifts of a family are found by its name. */
import { beforeEach, describe, expect, test } from 'vitest';
import { GivingQuery } from '../../../../src/features/giving/givings/schema.ts';
import { listGivings } from '../../../../src/features/giving/givings/service.ts';
import { decode } from '../../../../src/validate.ts';
import { testApp, type TestApp } from '../../../support/app.ts';
import { faultsOf, importGifts, importPeople } from '../../../support/import.ts';

let app: TestApp;
beforeEach(async () => {
  app = await testApp();
});
const bring = (...lines: string[]) => importGifts(app, lines);
const givings = async () => (await listGivings(app, decode(GivingQuery, { sort: 'id' }))).items;

describe('a pledge', () => {
  test.each(['plg_PledgeOrPayment', 'PledgeOrPayment', 'Pledge or Payment'])(
    'in the column %s is not a gift',
    async (header) => {
      const result = await bring(
        `plg_date,plg_amount,fun_Name,${header}`,
        '2026-01-04,2400,Tithe,Pledge',
        '2026-01-11,60,Tithe,Payment',
        'some day,nothing,No such fund,PLEDGE',
      );
      expect(result).toMatchObject({ rows: 3, created: 1, totalAmount: 6000 });
      expect(result.leftOut).toEqual([
        { line: 2, reason: 'pledge', date: '2026-01-04', amount: 240_000 },
        { line: 4, reason: 'pledge', date: null, amount: null },
      ]);
      expect(await givings()).toMatchObject([{ amount: 6000, date: '2026-01-11' }]);
    },
  );

  test('alone in a file leaves nothing to import', async () => {
    const result = await bring('Date,Amount,Fund,PledgeOrPayment', '2026-01-04,2400,Tithe,Pledge');
    expect(result).toMatchObject({ created: 0, importId: null, leftOut: [{ line: 2 }] });
  });
});

describe('a donation', () => {
  test.each([
    ['Refunded', 'TRUE'],
    ['Refunded', 'yes'],
    ['Refunded', '2026-02-03'],
    ['Refunded', '$100.00'],
    ['Refunded At', '2026-02-03 10:02:11 -0600'],
    ['Refund Amount', '100.00'],
    ['Refund Amount', '-100.00'],
    ['Amount Refunded', '(100.00)'],
    ['Payment Status', 'Refunded'],
  ])('whose %s is %s does not count', async (header, cell) => {
    const result = await bring(`Date,Amount,Fund,${header}`, `2026-01-04,100,Tithe,${cell}`, '2026-01-05,7,Tithe,');
    expect(result).toMatchObject({ created: 1, totalAmount: 700, leftOut: [{ line: 2, reason: 'refunded' }] });
  });

  test.each([
    ['Refunded', 'FALSE'],
    ['Refunded', 'No'],
    ['Refunded', '0.00'],
    ['Refunded', ''],
    ['Refund Amount', '0'],
    ['Payment Status', 'Succeeded'],
    ['Status', 'Member'],
  ])('whose %s is "%s" counts', async (header, cell) => {
    const result = await bring(`Date,Amount,Fund,${header}`, `2026-01-04,100,Tithe,${cell}`);
    expect(result).toMatchObject({ created: 1, totalAmount: 10_000, leftOut: [] });
  });

  test.each(['Failed', 'declined', 'Canceled', 'Voided', 'Charged Back'])('that is %s does not count', async (cell) => {
    const result = await bring('Date,Amount,Fund,Status', `2026-01-04,100,Tithe,${cell}`);
    expect(result).toMatchObject({ created: 0, leftOut: [{ line: 2, reason: 'failed' }] });
  });

  test.each([
    ['Refund Amount', '40', 'says that 40.00 of 100.00 was refunded'],
    ['Refunded', '$40.00', 'says that 40.00 of 100.00 was refunded'],
    ['Refunded', 'Partial', 'says that a part of this donation was refunded'],
    ['Status', 'Partially refunded', 'says that a part of this donation was refunded'],
    ['Refunded', 'perhaps', 'must be yes, no or the amount that was refunded'],
  ])('whose %s is %s is refused with its line', async (header, cell, why) => {
    const [fault, ...others] = await faultsOf(bring(`Date,Amount,Fund,${header}`, `2026-01-04,100,Tithe,${cell}`));
    expect(fault).toContain(`2 ${header}: ${why}`);
    expect(others).toEqual([]);
    expect(await givings()).toEqual([]);
  });

  test('for several funds is left out if the refund is its whole sum, and refused if it is not', async () => {
    const header = 'Donation ID,Date,Amount,Fund,Refunded,Refund Amount';
    const rows = (refund: string) => [
      `d1,2026-01-04,60,Tithe,TRUE,${refund}`,
      `d1,2026-01-04,40,Missions,TRUE,${refund}`,
      'd2,2026-01-04,9,Tithe,FALSE,0',
    ];
    expect(await faultsOf(bring(header, ...rows('70')))).toHaveLength(2);
    expect(await bring(header, ...rows('100'))).toMatchObject({
      created: 1,
      totalAmount: 900,
      leftOut: [{ line: 2 }, { line: 3 }],
    });
  });
});

describe('a gift of a family', () => {
  const people = 'First Name,Last Name,Family,Family Role,Person ID';
  const giver = async (family: string) => {
    await bring('Family,Date,Amount,Fund', `${family},2026-01-04,5,Tithe`);
    return (await givings()).at(-1)?.memberId;
  };

  test('belongs to the head of the family', async () => {
    await importPeople(app, [people, 'Grace,Wong,Wong,Spouse,1', 'Robert,Wong,Wong,Head,2', 'Shu-Fen,Huang,Lin,,3']);
    expect(await giver('Wong')).toBe(2);
    expect(await giver('The Wong Family')).toBe(2);
    expect(await giver('Lin')).toBe(3);
    expect(await giver('Huang')).toBe(3);
    expect(await giver('Unassigned')).toBeNull();
  });

  test('that may be one of two families is refused, and --same-as decides', async () => {
    await importPeople(app, [people, 'Ann,Lee,,Head,1', 'Bo,Lee,,Head,2', 'Cy,Lee,,Spouse,3']);
    const faults = await faultsOf(bring('Family,Date,Amount,Fund', 'Lee,2026-01-04,5,Tithe'));
    expect(faults).toEqual([
      '2 Family: the family Lee could be any of the members 1, 2; choose one with --same-as 2=1 (ambiguous_giver)',
    ]);
    expect(await givings()).toEqual([]);
  });

  test('does not take the gift of a person whom nobody knows', async () => {
    await importPeople(app, [people, 'Robert,Wong,Wong,Head,2']);
    const faults = await faultsOf(bring('Name,Family,Date,Amount,Fund', 'Zoe Wong,Wong,2026-01-04,5,Tithe'));
    expect(faults).toEqual([expect.stringContaining('Zoe Wong')]);
  });
});
