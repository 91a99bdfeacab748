/** Files whose days, numbers and letters were once read wrongly. All people are invented. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { createUser } from '../../../src/features/access/users/service.ts';
import { importLines as importBudget } from '../../../src/features/accounting/budgets/file-commands.ts';
import { getBudget } from '../../../src/features/accounting/budgets/versions.ts';
import { readStatement } from '../../../src/features/bank/files/read.ts';
import { GivingQuery } from '../../../src/features/giving/givings/schema.ts';
import { listGivings } from '../../../src/features/giving/givings/service.ts';
import { FamilyUnitQuery } from '../../../src/features/people/families/schema.ts';
import { listFamilies } from '../../../src/features/people/families/service.ts';
import { printImport } from '../../../src/features/people/members/print.ts';
import { MemberQuery } from '../../../src/features/people/members/schema.ts';
import { listMembers } from '../../../src/features/people/members/service.ts';
import { fullName, personName } from '../../../src/lib/person-name.ts';
import { toXlsx } from '../../../src/lib/xlsx.ts';
import { decode } from '../../../src/validate.ts';
import { mappingOf } from '../bank/files/samples.ts';
import { testApp, type TestApp } from '../../support/app.ts';
import { big5 } from '../../support/big5.ts';
import { faultsOf, importGifts, importPeople, importSpending } from '../../support/import.ts';

const caseOf = (name: string) => readFileSync(path.join('test/cases', name));

let app: TestApp;
beforeEach(async () => {
  app = await testApp();
});

const gifts = async () => (await listGivings(app, decode(GivingQuery, { sort: 'id', pageSize: '200' }))).items;
const people = async () => (await listMembers(app, decode(MemberQuery, { sort: 'id' }))).items;
const daysOfGifts = async () => (await gifts()).map(({ date, amount }) => [date, amount]);

describe('the days of a workbook', () => {
  test.each(['gifts-with-times.xlsx', 'gifts-roc-era.xlsx'])(
    'are read from %s as the sheet shows them',
    async (name) => {
      await importPeople(app, ['First Name,Last Name', 'Mei,Lin']);
      await importGifts(app, caseOf(name), { givers: true });
      expect(await daysOfGifts()).toEqual([
        ['2026-03-15', 5000],
        ['2026-03-22', 6000],
      ]);
    },
  );
});

test('in a file with years of the Republic of China, years of two digits are such, too', async () => {
  const born = ['115/3/15', '50/3/2', '9/7/1', '民國88年1月2日'].map((day, at) => `A${at},Lin,${day}`);
  await importPeople(app, ['First Name,Last Name,Birthday', ...born]);
  expect((await people()).map(({ birthDate }) => birthDate)).toEqual([
    '2026-03-15',
    '1961-03-02',
    '1920-07-01',
    '1999-01-02',
  ]);
});

describe('the numbers of a workbook', () => {
  const OUR_NAMES = [
    'Category:Property & liability insurance=Property Insurance',
    'Category:Internet & telephone=Telephone',
  ];

  test('that the sheet computed have the fifteen digits that it shows', async () => {
    await importBudget(app, 'test/cases/budget-computed.xlsx', { year: '2027', quiet: true, value: OUR_NAMES });
    const { lines } = await getBudget(app, 2027);
    expect(lines.map(({ annual }) => annual)).toEqual([770_000, 451_000, 209_000]);
  });

  test('that somebody typed with three decimals stay a fault', async () => {
    const file = await toXlsx(['Date', 'Fund', 'Amount'], [['2026-10-18', 'Tithe', 1.005]], new Set(['Date']));
    expect(await faultsOf(importGifts(app, file))).toEqual([expect.stringMatching(/^2 Amount: .*\(invalid_amount\)$/)]);
  });
});

describe('dates of birth that nobody knows', () => {
  test('are left empty, counted and named', async () => {
    const result = await importPeople(app, caseOf('01-birthdays-without-year.csv'), { json: true });
    const empty = [
      { line: 3, cell: '7/2' },
      { line: 4, cell: '11/30' },
    ];
    expect(result).toMatchObject({ created: 4, birthDatesLeftEmpty: empty });
    expect(printImport(result, null, {})).toMatch(/Birth dates left empty.*\n {2}line 3: 7\/2\n {2}line 4: 11\/30/);
    const notes = [null, '"7/2" is no whole date of birth; it is left empty', expect.stringContaining('"11/30"'), null];
    expect(result).toMatchObject({ items: notes.map((note) => ({ note })) });
    expect((await people()).map(({ birthDate }) => birthDate)).toEqual(['1961-01-14', null, null, '1988-03-09']);
  });

  test.each([
    '--07-02',
    '07-02',
    'July 2',
    '2-Jul',
    '7月2日',
    '1885-07-02',
    '7/2/1604',
    '1900-01-01',
    '1/0/1900',
    '0000-00-00',
    '00/00/00',
  ])('may be written as %s', async (cell) => {
    const result = await importPeople(app, ['First Name,Last Name,Birthday', `Ada,Norwood,${cell}`]);
    expect(result.birthDatesLeftEmpty).toEqual([{ line: 2, cell }]);
  });

  test.each(['13/45', '31/31/1990', '2027-05-01', '1900-13-01', 'Maybe 5'])(
    'are not cells such as %s',
    async (cell) => {
      expect(await faultsOf(importPeople(app, ['First Name,Last Name,Birthday', `Ada,Norwood,${cell}`]))).toHaveLength(
        1,
      );
    },
  );
});

describe('amounts', () => {
  test('in another currency by their sign or code are left out of gifts, and named', async () => {
    const cells = ['$5', 'NT$1,200', '€5', '20 EUR', 'US$ 7', '50元', '¥9', '£1'];
    const rows = cells.map((cell) => `2026-10-18,Tithe,"${cell}"`);
    const result = await importGifts(app, ['Date,Fund,Amount', ...rows]);
    expect((await gifts()).map(({ amount }) => amount)).toEqual([500, 700, 5000]);
    expect(result.leftOut.map(({ line, reason }) => [line, reason])).toEqual(
      [3, 4, 5, 8, 9].map((line) => [line, 'other_currency']),
    );
  });

  test('in another currency are a fault in any other import', async () => {
    const email = 'office@example.org';
    await createUser(app, { email, displayName: 'Office', roles: ['treasurer'], memberId: null }, 'x');
    const rows = ['date,amount,category,ministry,description', '2026-10-18,HK$80,Rent,Worship,Hall'];
    expect(await faultsOf(importSpending(app, rows, { submittedBy: email }))).toEqual([
      '2 amount: is in another currency than USD; enter what it was in USD, or leave the row out (other_currency)',
    ]);
  });
});

describe('letters', () => {
  test('of Hong Kong are read from a file in Big5, and found', async () => {
    await importPeople(app, caseOf('people-hong-kong-big5.csv'));
    expect((await people()).map(({ address }) => address?.line1)).toEqual(['彩虹邨金碧樓 12', '深水埗 8', '鰂魚涌 3']);
  });

  test.each([
    ['\uE34C', /^2 Chinese Name: has a character that only the program .* \(U\+E34C\); .*\(private_use_character\)$/],
    ['\u{F0000}', /private_use_character/],
    ['\uFFFD', /^2 Chinese Name: has a character that was lost .*\(lost_character\)$/],
  ])('that were lost are a fault with their line and column: %s', async (letter, fault) => {
    const file = ['First Name,Last Name,Chinese Name', `Ho,Yi,何${letter}`];
    expect(await faultsOf(importPeople(app, file))).toEqual([expect.stringMatching(fault)]);
    expect(await people()).toEqual([]);
  });
});

describe('the letters of a bank file', () => {
  const mapping = mappingOf({ date: 'Date', description: 'Text', amount: 'Amount', dateFormat: 'ymd' });
  const csv = (text: Buffer) => Buffer.concat([Buffer.from('Date,Amount,Text\n2026-03-02,-10.00,'), text]);
  const ofx = (name: string) =>
    Buffer.from(
      `<OFX><STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260302<TRNAMT>-10.00<FITID>1<NAME>${name}</STMTTRN></OFX>`.replace(
        /(<STMTTRN>.*<\/STMTTRN>)/,
        '<BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKTRANLIST>$1</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1>',
      ),
    );

  test('of Hong Kong are read from Big5', async () => {
    // The bytes are 邨, which only Hong Kong has.
    const text = Buffer.concat([big5('香港彩虹'), Buffer.from('9068', 'hex')]);
    const { statements } = await readStatement(csv(text), { mapping });
    expect(statements[0]?.lines[0]).toMatchObject({ title: '香港彩虹邨' });
  });

  test('are a fault with their line if only the program of the bank can show them', async () => {
    const fault = { code: 'private_use_character', line: expect.any(Number) };
    const csvFile = await readStatement(csv(Buffer.from('A\uE34C')), { mapping });
    expect(csvFile.problems).toMatchObject([{ ...fault, line: 2, column: 'Text' }]);
    expect((await readStatement(ofx('A\uE34C'), {})).problems).toMatchObject([{ ...fault, column: 'NAME' }]);
  });
});

describe('names', () => {
  const found = async (search: string) =>
    (await listMembers(app, decode(MemberQuery, { search }))).items.map(({ chineseName }) => chineseName);

  test('with a dot are one name, found with any dot or none, and double surnames are surnames', async () => {
    await importPeople(app, caseOf('people-names-taiwan.csv'));
    expect((await people()).map((one) => [one.lastName, one.firstName, fullName(one)])).toEqual([
      ['瓦歷斯‧諾幹', '', '瓦歷斯‧諾幹'],
      ['尤哈尼·伊斯卡卡夫特', '', '尤哈尼·伊斯卡卡夫特'],
      ['張簡', '美玲', '張簡美玲'],
      ['范姜', '淑芬', '范姜淑芬'],
      ['王', '大明', '王大明'],
    ]);
    for (const dot of ['‧', '·', '・', '•', '']) expect(await found(`瓦歷斯${dot}諾幹`)).toEqual(['瓦歷斯‧諾幹']);
    expect(await found('諾幹')).toEqual(['瓦歷斯‧諾幹']);
    await importGifts(app, [
      'Date,Donor,Fund,Amount',
      '2026-10-18,尤哈尼・伊斯卡卡夫特,Tithe,5',
      '2026-10-18,張簡美玲,Tithe,6',
    ]);
    expect((await gifts()).map(({ memberName }) => memberName)).toEqual(['尤哈尼·伊斯卡卡夫特', '張簡美玲']);
  });

  test('one is enough, and a list shows it once', async () => {
    await importPeople(app, ['First Name,Last Name,Chinese Name', ',,吳阿滿', ',Suharto,', 'Amy,,', 'Mei,Lin,林美']);
    expect((await listMembers(app, decode(MemberQuery, { find: '吳阿滿' }))).totalCount).toBe(1);
    expect((await people()).map((one) => personName(one))).toEqual(['吳阿滿', 'Suharto', 'Amy', 'Mei Lin 林美']);
    await importGifts(app, [
      'Date,Member ID,Donor,Fund,Amount',
      '2026-10-18,,吳阿滿,Tithe,5',
      '2026-10-18,,Suharto,Tithe,6',
    ]);
    expect((await gifts()).map(({ memberName }) => memberName)).toEqual(['吳阿滿', 'Suharto']);
  });

  test('one is found in the search for families', async () => {
    await importPeople(app, [
      'Last Name,First Name,Chinese Name,Family',
      ',,吳阿滿,Wu',
      ',Suharto,,Jakarta',
      'Lin,Mei,,Lin',
    ]);
    const familiesOf = async (search: string) =>
      (await listFamilies(app, decode(FamilyUnitQuery, { search }))).items.map(({ name }) => name);
    expect(await familiesOf('阿滿')).toEqual(['Wu']);
    expect(await familiesOf('suharto')).toEqual(['Jakarta']);
    expect(await familiesOf('lin')).toEqual(['Lin']);
  });

  test('none is a fault', async () => {
    expect(await faultsOf(importPeople(app, ['First Name,Last Name,Phone', ',,555']))).toEqual([
      '2 First Name: is required (required)',
    ]);
  });
});

test.each([
  ['mei@教會.台灣', 'mei@xn--wcvy0b.xn--kpry57d'],
  ['mei@münchen.example', 'MEI@xn--mnchen-3ya.example'],
])('the address %s is accepted, and is the same as %s', async (characters, punycode) => {
  await importPeople(app, ['First Name,Last Name,Email', `Mei,Lin,${characters}`]);
  expect(await importPeople(app, ['First Name,Last Name,Email', `Mei,Lin,${punycode}`])).toMatchObject({
    created: 0,
    duplicates: [{ line: 2, memberId: 1 }],
  });
  await importGifts(app, ['Date,Email,Fund,Amount', `2026-10-18,${punycode},Tithe,5`]);
  expect((await gifts()).map(({ memberId }) => memberId)).toEqual([1]);
});

test.each(['mei@台灣', '美@example.org', 'mei@ｅxample.org', 'mei@-教會.台灣', 'mei@xn--.org x'])(
  '%s is no e-mail address',
  async (address) => {
    const file = ['First Name,Last Name,Email', `Mei,Lin,${address}`];
    expect(await faultsOf(importPeople(app, file))).toEqual([
      '2 Email: must be a valid e-mail address (invalid_format)',
    ]);
  },
);
