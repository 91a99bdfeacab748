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
    ['Refund Date', '2/3/26'],
    ['Refund Date', '20260203'],
    ['Refund Date', 'Yes'],
    ['Refund Status', 'Refunded'],
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
    ['Refund Date', 'n/a'],
    ['Refund Date', '-'],
    ['Refund Date', 'No'],
    ['Refund Date', '0000-00-00'],
    ['Refund Status', 'Not refunded'],
    ['Payment Status', 'Succeeded'],
    ['Payment Status', 'Completed'],
    ['Status', 'Member'],
  ])('whose %s is "%s" counts', async (header, cell) => {
    const result = await bring(`Date,Amount,Fund,${header}`, `2026-01-04,100,Tithe,${cell}`);
    expect(result).toMatchObject({ created: 1, totalAmount: 10_000, leftOut: [] });
  });

  test.each([
    'Failed',
    'declined',
    'Canceled',
    'Voided',
    'Charged Back',
    'Pending',
    'Unpaid',
    'Payment failed',
    'Authorized',
    'Returned to donor',
    'Reversal',
    '作廢',
    '退票',
    '待付款',
  ])('that is %s does not count', async (cell) => {
    for (const header of ['Status', 'Payment Status']) {
      const result = await bring(`Date,Amount,Fund,${header}`, `2026-01-04,100,Tithe,${cell}`);
      expect(result).toMatchObject({ created: 0, leftOut: [{ line: 2, reason: 'failed' }] });
    }
  });

  test.each([
    ['Refund Amount', '40', 'says that 40.00 of 100.00 was refunded'],
    ['Refunded', '$40.00', 'says that 40.00 of 100.00 was refunded'],
    ['Refunded', 'Partial', 'says that a part of this donation was refunded'],
    ['Status', 'Partially refunded', 'says that a part of this donation was refunded'],
    ['Refunded', 'perhaps', 'must be yes, no or the amount that was refunded'],
    ['Refund Date', 'perhaps', 'must be the day of the refund'],
    ['Refund Status', 'Pending', 'must be yes, no or the amount that was refunded'],
    ['Payment Status', 'Mailed', 'is not known as the status of a payment'],
    ['Transaction Status', 'Mailed', 'is not known as the status of a payment'],
  ])('whose %s is %s is refused with its line', async (header, cell, why) => {
    const [fault, ...others] = await faultsOf(bring(`Date,Amount,Fund,${header}`, `2026-01-04,100,Tithe,${cell}`));
    expect(fault).toContain(`2 ${header}: ${why}`);
    expect(others).toEqual([]);
    expect(await givings()).toEqual([]);
  });

  test.each(['Pledged', '認獻', '退款'])('whose status is %s does not count', async (cell) => {
    const result = await bring('Date,Amount,Fund,Status', `2026-01-04,100,Tithe,${cell}`, '2026-01-05,7,Tithe,');
    expect(result).toMatchObject({ created: 1, totalAmount: 700, leftOut: [{ line: 2 }] });
  });

  test('whose plain status is not known is refused if another status of the file is that of a payment', async () => {
    const rows = (other: string) => [
      'Date,Amount,Fund,Status',
      `2026-01-04,9,Tithe,${other}`,
      '2026-01-05,7,Tithe,Mailed',
    ];
    expect(await faultsOf(bring(...rows('Completed')))).toEqual([expect.stringMatching(/^3 Status: is not known/)]);
    expect(await bring(...rows('Active'))).toMatchObject({ created: 2 });
  });

  test.each([
    ['Voided On', '2026-01-09'],
    ['Returned Date', '2026-01-09'],
    ['作廢日期', '2026-01-09'],
    ['Kind', 'Refund'],
    ['Entry', '退款'],
  ])('beside which only the column %s says %s is asked about', async (header, cell) => {
    const file = [`Date,Amount,Fund,${header}`, `2026-01-04,100,Tithe,${cell}`, '2026-01-05,7,Tithe,'];
    await expect(bring(...file)).rejects.toThrow(`"${header}" (a status)`);
  });

  test('is asked about if a column says so of which only another is read', async () => {
    const file = [
      'Date,Amount,Fund,Payment Type,Type',
      '2026-01-04,100,Tithe,Cash,Void',
      '2026-01-05,7,Tithe,Cash,Payment',
    ];
    await expect(bring(...file)).rejects.toThrow('"Type" (a status)');
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

  test('for several funds is refused if it is unclear whether the refund is that of a row or of all rows', async () => {
    const rows = (first: string, second: string) => [
      'Donation ID,Date,Amount,Fund,Refund Amount',
      `d1,2026-01-04,50,Tithe,${first}`,
      `d1,2026-01-04,50,Missions,${second}`,
    ];
    const faults = await faultsOf(bring(...rows('50', '50')));
    expect(faults).toEqual([
      expect.stringContaining('2 Refund Amount: says that 50.00 of 100.00 was refunded'),
      expect.stringContaining('3 Refund Amount: says that 50.00 of 100.00 was refunded'),
    ]);
    expect(await givings()).toEqual([]);
    expect(await bring(...rows('50', ''))).toMatchObject({ totalAmount: 5000, leftOut: [{ line: 2 }] });
  });
});

describe('a gift without a name', () => {
  test('is anonymous if Cash is the whole name, and that of a member whose last name is Cash if it is not', async () => {
    await importPeople(app, ['First Name,Last Name,Family,Envelope', 'John,Cash,Cash,12']);
    const header = 'Date,First Name,Last Name,Family,Envelope,Amount,Fund';
    const gifts = [
      'John,Cash,,',
      ',Cash,,12',
      ',,Cash,',
      ',Cash,,',
      'Cash,,,',
      'Loose,Offering,,',
      'Anonymous,Giver,,',
    ];
    await bring(header, ...gifts.map((giver) => `2026-03-01,${giver},900,Tithe`));
    const [john, none] = [
      { memberId: 1, isAnonymous: false },
      { memberId: null, isAnonymous: true },
    ];
    expect(await givings()).toMatchObject([john, john, john, none, none, none, none]);
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
    expect(await giver('Unassigned')).toBeNull();
  });

  test('without a record is asked about, even if only one person has its name', async () => {
    await importPeople(app, [people, 'John,Smith,,,1', 'Ann,Lee,,Head,2', 'Bo,Lee,,Head,3', 'Cy,Lee,,Spouse,4']);
    const header = 'fam_ID,fam_Name,fam_City,Date,Amount,Fund';
    const faults = await faultsOf(
      bring(header, '1,Smith,Lisle,2026-01-04,500,Tithe', '9,Smith,Naperville,2026-01-04,700,Tithe'),
    );
    expect(faults).toEqual([
      expect.stringMatching(/^2 fam_Name: .*the family Smith; did you mean John Smith \(1\)\? .*\(similar_giver\)$/),
      expect.stringMatching(/^3 fam_Name: .*the family Smith; did you mean John Smith \(1\)\? .*\(similar_giver\)$/),
    ]);
    const [fault] = await faultsOf(bring(header, '5,Lee,Lisle,2026-01-04,5,Tithe'));
    expect(fault).toMatch(/did you mean Ann Lee \(2\) or Bo Lee \(3\)\?/);
    expect(await givings()).toEqual([]);
  });

  test('with the number of another family is refused, and the envelope in another row of its family decides', async () => {
    await importPeople(app, [`${people},Envelope`, 'Ann,Ho,Ho,Head,1,', 'Bo,Yu,,,2,21', 'Cy,Yu,,,3,22']);
    const header = 'fam_ID,fam_Name,fam_Envelope,Date,Amount,Fund';
    const faults = await faultsOf(bring(header, '1,Ho,,2026-01-04,5,Tithe', '9,Ho,,2026-01-04,7,Tithe'));
    expect(faults).toEqual([
      '3 fam_Name: the family Ho may be another family, because the families 1 and 9 of this file both match member 1; ' +
        'choose one with --same-as 3=1 (ambiguous_giver)',
    ]);
    expect(await givings()).toEqual([]);
    await bring(header, ...['5,Yu,', '5,Yu,22', '6,Yu,21', '6,Yu,'].map((row) => `${row},2026-01-04,5,Tithe`));
    expect((await givings()).map(({ memberId }) => memberId)).toEqual([3, 3, 2, 2]);
  });

  test('that may be one of two families of the same name is refused', async () => {
    const own = 'firstName,lastName,familyUnitId,familyName,familyRole,createdAt,modifiedAt';
    await importPeople(app, [own, 'Ann,Kim,1,Kim,Head,,', 'Bo,Kim,2,Kim,Spouse,,', 'Cy,Kim,1,Kim,Child,,']);
    const faults = await faultsOf(bring('Family,Date,Amount,Fund', 'Kim,2026-01-04,5,Tithe'));
    expect(faults).toEqual([
      '2 Family: the family Kim could be any of the members 1, 2; choose one with --same-as 2=1 (ambiguous_giver)',
    ]);
    expect(await givings()).toEqual([]);
  });

  test('is refused if its envelope belongs to somebody of another family', async () => {
    await importPeople(app, [
      'First Name,Last Name,Chinese Name,Family,Envelope',
      'Bo,Wang,王波,Zhao,12',
      'Mei,Chen,陳美,,13',
    ]);
    const gift = (family: string) => `${family},12,2026-01-04,77,Tithe`;
    const header = 'Family,Envelope,Date,Amount,Fund';
    expect(await faultsOf(bring(header, gift('Chen')))).toEqual([
      '2 Envelope: names the family Chen, but envelope 12 belongs to member 1, Bo Wang; correct the number or the name (giver_mismatch)',
    ]);
    expect(await givings()).toEqual([]);
    await bring(header, ...['Wang', 'The Wang Family', '王', 'Zhao', 'Bo & Mei Wang', 'Unassigned', ''].map(gift));
    expect((await givings()).map(({ memberId }) => memberId)).toEqual([1, 1, 1, 1, 1, 1, 1]);
  });

  test('does not take the gift of a person whom nobody knows', async () => {
    await importPeople(app, [people, 'Robert,Wong,Wong,Head,2']);
    const faults = await faultsOf(bring('Name,Family,Date,Amount,Fund', 'Zoe Wong,Wong,2026-01-04,5,Tithe'));
    expect(faults).toEqual([expect.stringContaining('Zoe Wong')]);
  });
});
