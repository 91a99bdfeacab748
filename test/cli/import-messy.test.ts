/**
 * Files as other programs and people write them: exports in the shape of ChurchCRM, SimpleChurchCRM, Breeze and Planning
 * Center, and lists kept by hand. Each is imported with at most one `--map` or `--value`, every amount counts once, every
 * gift finds its giver, and nobody is added a second time.
 */
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toXlsx } from '../../src/lib/xlsx.ts';
import { big5 } from '../support/big5.ts';
import { importPlace } from '../support/place.ts';

const { file, run, write, remove } = importPlace();
const MEMBERS = [
  'id,firstName,lastName,chineseName,email,offeringNumber,familyName,familyRole,externalId,createdAt,modifiedAt',
  '1,Shu-Fen,Huang,黃淑芬,shufen@example.org,11,,,B-1,,',
  '2,Robert,Wong,王大衛,bob@example.org,,,,B-2,,',
  '3,David,Lin,林大偉,lin@example.org,12,Lin,Head,B-3,,',
  '4,Mei-Ling,Chen,陳美玲,lin@example.org,,Lin,Spouse,B-4,,',
  '5,José,O’Brien,,,15,,,,,',
];
beforeAll(async () => {
  await run(['import', 'members', write('people.csv', MEMBERS)]);
  await run(['user', 'create', '--email', 'ann@example.org', '--name', 'Ann Lee', '--role', 'treasurer']);
});
afterAll(remove);

type Content = readonly string[] | string | Buffer | Promise<Buffer>;

/** A file of gifts, the sum of its gifts, their givers in the order of the file, and the option that it needs. */
type Gifts = [
  what: string,
  content: Content,
  expected: { sum: number; givers: readonly (number | null)[] },
  options?: readonly string[],
];

const one = (sum: number, ...givers: (number | null)[]) => ({ sum, givers });
const workbook = (header: string[], rows: (string | number | null)[][], dates: string[] = []) =>
  toXlsx(header, rows, new Set(dates));

const GIFTS: Gifts[] = [
  [
    'Breeze',
    [
      'Date,Batch Number,Payment ID,Person ID,First Name,Last Name,Amount,Fund(s),Method ID,Method,Check Number,Note',
      '02/13/2026,1,99,B-1,Shufen,Huang,$25.00,Tithe,1,Check,204,',
      '02/13/2026,1,100,B-2,Bob,Wong,$35.00,Missions,1,ACH,,',
    ],
    one(60, 1, 2),
  ],
  [
    'Breeze with anonymous gifts',
    [
      'Breeze ID,First Name,Last Name,Fund(s),Amount,Method,Date',
      'Anonymous,,,Tithe,5,Cash,2/14/2026',
      ',Anonymous,,Tithe,6,Cash,2/14/2026',
    ],
    one(11, null, null),
  ],
  [
    'Breeze with a total',
    [
      'Person ID,First Name,Last Name,Fund(s),Amount,Method,Date',
      'B-2,Bob,Wong,Tithe,50.00,Check,02/15/2026',
      ',,,Total,50.00,,',
    ],
    one(50, 2),
  ],
  [
    'Planning Center',
    [
      'Donation ID,Received Date,Person ID,First Name,Last Name,Email,Fund,Amount,Fee,Net Amount,Payment Method,Payment Source',
      'd1,2026-02-16,B-4,Mei Ling,Chen,lin@example.org,Missions,30.00,0.9,29.10,ACH,Online',
    ],
    one(30, 4),
  ],
  [
    'Planning Center with another fund',
    [
      'Received Date,First Name,Last Name,Designation,Amount,Payment Method',
      '2026-02-17,Meiling,Chen,General,31.00,Card',
    ],
    one(31, 4),
    ['--value', 'fund:General=Tithe'],
  ],
  [
    'Planning Center with refunds and times',
    [
      'Donation ID,Received At,Donor Name,Donor Email,Fund Name,Amount,Payment Status,Refunded At',
      'd1,2026-02-17 09:12:33 -0600,Robert Wong,bob@example.org,Tithe,$70.00,Succeeded,',
      'd2,2026-02-18 19:40:01 -0600,Robert Wong,bob@example.org,Tithe,$71.00,Succeeded,2026-02-20 08:00:00 -0600',
      'd3,2026-02-18 19:41:10 -0600,Robert Wong,bob@example.org,Tithe,$72.00,Failed,',
    ],
    one(70, 2),
  ],
  [
    'SimpleChurchCRM',
    [
      'User ID\tLast Name\tFirst Name\tDate\tCategory\tCampaign\tSource\tBatch\tDetails\tNote\tCheck #\tAmount\tTax Deductible\tFee\tFamily ID',
      'B-3\tLin\tDavid\t02/18/2026\tTithe\t\tCheck\t7\t\t\t881\t100.00\tYes\t0\t3',
    ],
    one(100, 3),
  ],
  [
    'ChurchCRM',
    ['Family,Envelope Number,Check #,Fund,Amount,Date,Method,Comment', 'Lin,12,401,Tithe,60,2026-02-19,CHECK,'],
    one(60, 3),
  ],
  [
    'ChurchCRM with pledges and without envelopes',
    [
      '"fam_ID","fam_Name","fam_Address1","plg_date","plg_amount","plg_method","plg_comment","plg_CheckNo","fun_Name","plg_PledgeOrPayment"',
      '"3","Lin","1 Elm St","2026-01-01","1200.00","CHECK","","","Tithe","Pledge"',
      '"3","Lin","1 Elm St","2026-02-19","61.00","CHECK","two\nlines","402","Tithe","Payment"',
      '"9","Unassigned","","2026-02-19","2.00","CASH","","","Tithe","Payment"',
    ],
    one(63, 3, null),
  ],
  [
    'ChurchCRM by person',
    ['FirstName,LastName,FundName,Amount,Date,Method', 'Robert,Wong,Tithe,61,2026-02-20,CASH'],
    one(61, 2),
  ],
  ['the surname first', ['Date,Name,Amount,Fund', '2026-02-21,"Huang, Shu Fen",10,Tithe'], one(10, 1)],
  ['the surname first without a comma', ['Date,Name,Amount,Fund', '2026-02-22,HUANG SHU-FEN,10,Tithe'], one(10, 1)],
  [
    'pinyin joined, spaced and hyphenated',
    [
      'Date,Name,Amount,Fund',
      '2026-02-22,Shufen Huang,1,Tithe',
      '2026-02-22,Shu Fen Huang,2,Tithe',
      '2026-02-22,Huang Shu‑fen,3,Tithe',
      '2026-02-22,meiling chen,4,Tithe',
    ],
    one(10, 1, 1, 1, 4),
  ],
  [
    'names in two scripts',
    [
      'Date,Donor,Amount,Fund',
      '2026-02-23,"Chen, Mei-Ling 陳美玲",10,Tithe',
      '2026-02-23,黃淑芬 Shu-Fen Huang,11,Tithe',
    ],
    one(21, 4, 1),
  ],
  ['names in simplified Chinese', ['日期,姓名,金额,类别', '2026-02-24,陈美玲,10,Tithe'], one(10, 4)],
  ['Chinese names with titles', ['日期,姓名,金額,類別', '2026/2/25,陳美玲姊妹,10,Tithe'], one(10, 4)],
  ['Chinese names in two columns', ['日期,姓,名,金額,奉獻類別', '2026/2/25,陳,美玲,10,Tithe'], one(10, 4)],
  ['years of the Republic of China', ['日期,姓名,金額,類別', '115/2/26,黃淑芬,"$1,200",Tithe'], one(1200, 1)],
  [
    'long dates of the Republic of China',
    ['奉獻日期,姓名,金額,奉獻類別', '民國115年2月27日,黃淑芬,50元,Tithe'],
    one(50, 1),
  ],
  ['long Chinese dates', ['日期,姓名,金額,類別', '2026年2月28日,黃淑芬,50 元,Tithe'], one(50, 1)],
  ['full-width figures', ['日期,姓名,金額,類別', '2026/03/01,黃淑芬,１２０,Tithe'], one(120, 1)],
  [
    'Big5',
    Buffer.concat([
      big5('日期,姓名,金額,類別'),
      Buffer.from('\r\n2026/3/1,'),
      big5('黃淑芬'),
      Buffer.from(',120,Tithe\r\n2026/3/1,'),
      big5('陳美玲'),
      Buffer.from(',80,Tithe\r\n'),
    ]),
    one(200, 1, 4),
  ],
  [
    'UTF-16 with a byte order mark, as Unicode text of Excel',
    Buffer.from('\uFEFFDate\tName\tAmount\tFund\r\n3/20/2026\tJosé O’Brien\t"1,020.50"\tTithe\r\n', 'utf16le'),
    one(1020.5, 5),
  ],
  [
    'a byte order mark and a line that names the separator',
    '\uFEFFsep=;\r\nDate;Name;Amount;Fund\r\n2026-03-07;David Lin;20;Tithe\r\n',
    one(20, 3),
  ],
  ['line ends of an old Macintosh', 'Date,Name,Amount,Fund\r2026-03-07,David Lin,21,Tithe\r', one(21, 3)],
  [
    'titles above the header',
    [
      'Grace Church,,,',
      'Offerings of March,,,',
      '',
      'Date,Name,Amount,Fund',
      '3/2/2026,Robert Wong,20,Tithe',
      '3/20/2026,Robert Wong,20,Tithe',
    ],
    one(40, 2, 2),
  ],
  [
    'titles without separators above a list with semicolons',
    ['Grace Church', 'Offerings of March, 2026', 'Date;Name;Amount;Fund', '3/22/2026;Robert Wong;20;Tithe'],
    one(20, 2),
  ],
  [
    'a header of two lines',
    ['Date,Amount,Fund,Giver,', ',,,First Name,Last Name', '2026-03-03,20,Tithe,Shu-Fen,Huang'],
    one(20, 1),
  ],
  [
    'a header in other words',
    ['Offerings,x,y,z', 'When,Name,Amount,Fund', '2026-03-04,Robert Wong,20,Tithe'],
    one(20, 2),
    ['--map', 'When=date'],
  ],
  [
    'totals in between and at the end',
    [
      'Date,Name,Amount,Fund',
      '2026-03-05,David Lin,20,Tithe',
      ',Subtotal,20,',
      '2026-03-06,David Lin,20,Tithe',
      ',合計,40,',
      'Grand Total,,40,',
    ],
    one(40, 3, 3),
  ],
  [
    'a total of the whole file with its count, and a note below',
    [
      'Date,Name,Amount,Fund',
      '2026-03-05,David Lin,22,Tithe',
      'Total (1 gift),,22.00,',
      ',,,',
      'Printed on 3/9/2026 by the office,,,',
    ],
    one(22, 3),
  ],
  ['semicolons', ['Date;Name;Amount;Fund', '2026-03-07;David Lin;20;Tithe'], one(20, 3)],
  ['tabs', 'Date\tName\tAmount\tFund\n2026-03-07\tLin, David\t$1,020.00\tTithe\n', one(1020, 3)],
  ['empty lines and columns', ['Date,,Name,Amount,Fund,', ',,,,,', '2026-03-08,,David Lin,20,Tithe,'], one(20, 3)],
  [
    'two columns of the same name, one of them empty',
    ['Date,Note,Name,Amount,Fund,Note', '2026-03-08,,David Lin,23,Tithe,Thank you'],
    one(23, 3),
  ],
  ['accents and apostrophes', ['Date,Name,Amount,Fund', '2026-03-09,JOSE OBRIEN,20,Tithe'], one(20, 5)],
  [
    'a couple with one envelope',
    ['Date,Envelope,Name,Amount,Fund', '2026-03-10,12,David Lin,20,Tithe', '2026-03-10,12,Mei-Ling Chen,21,Tithe'],
    one(41, 3, 4),
  ],
  [
    'envelopes with leading zeros, and numbers as a spreadsheet writes them',
    ['Date,Env. No.,Amount,Fund', '2026-03-10,0011,20.00,Tithe', '2026-03-10,12.0,30,Tithe'],
    one(50, 1, 3),
  ],
  ['amounts in two columns', ['Date,Name,Amount,Total,Fund', '2026-03-11,David Lin,20,20,Tithe'], one(20, 3)],
  [
    'a category in Chinese',
    ['日期,姓名,金額,類別', '2026/3/12,林大偉,500,什一'],
    one(500, 3),
    ['--value', '類別:什一=Tithe'],
  ],
  ['an e-mail instead of a name', ['Date,Email,Amount,Fund', '2026-03-13,BOB@example.org,20,Tithe'], one(20, 2)],
  [
    'years of two figures',
    ['Date,Name,Amount,Fund', '3/14/26,David Lin,20,Tithe', '12/28/25,David Lin,21,Tithe'],
    one(41, 3, 3),
  ],
  [
    'days before months',
    ['Date,Name,Amount,Fund', '14/03/2026,David Lin,20,Tithe', '05/02/2026,David Lin,21,Tithe'],
    one(41, 3, 3),
  ],
  [
    'months in words',
    [
      'Date,Name,Amount,Fund',
      '"March 15, 2026",David Lin,20,Tithe',
      '15-Mar-26,David Lin,21,Tithe',
      '"Mar. 16, 2026",David Lin,22,Tithe',
    ],
    one(63, 3, 3, 3),
  ],
  [
    'days of the week and times',
    [
      'Date,Name,Amount,Fund',
      '"Sunday, March 15, 2026",David Lin,20,Tithe',
      '3/15/2026 10:45 AM,David Lin,21,Tithe',
      '2026-03-15T10:45:00-06:00,David Lin,22,Tithe',
    ],
    one(63, 3, 3, 3),
  ],
  [
    'amounts as people write them',
    [
      'Date,Name,Amount,Fund',
      '2026-03-17,David Lin," $1,234.50 ",Tithe',
      '2026-03-17,David Lin,USD 10,Tithe',
      '2026-03-17,David Lin,10.5,Tithe',
      '2026-03-17,David Lin,5 USD,Tithe',
    ],
    one(1260, 3, 3, 3, 3),
  ],
  [
    'a quoted line break and quotation marks',
    'Date,Name,Amount,Fund,Memo\r\n2026-03-18,David Lin,20,Tithe,"For the\r\n""new"" roof"\r\n2026-03-18,Robert Wong,21,Tithe,\r\n',
    one(41, 3, 2),
  ],
  [
    'spaces and invisible characters around everything',
    [' Date , Name ,\u00A0Amount\u00A0, Fund ', ' 2026-03-19 ,\u200BDavid\u00A0Lin , 20 , Tithe '],
    one(20, 3),
  ],
  [
    'a word for everybody who is nameless',
    [
      'Date,Name,Amount,Fund',
      '2026-03-20,Anonymous,20,Tithe',
      '2026-03-20,匿名,21,Tithe',
      '2026-03-20,Loose offering,22,Tithe',
      '2026-03-20,Cash,23,Tithe',
    ],
    one(86, null, null, null, null),
  ],
  [
    'a workbook with real dates',
    workbook(
      ['Date', 'Name', 'Amount', 'Fund'],
      [
        ['2026-03-21', 'David Lin', 20, 'Tithe'],
        ['2026-03-21', '陳美玲', 21.5, 'Tithe'],
      ],
      ['Date'],
    ),
    one(41.5, 3, 4),
  ],
  [
    'a workbook with a title and a total',
    workbook(
      ['Grace Church', '', '', ''],
      [
        [null, null, null, null],
        ['Date', 'Name', 'Amount', 'Fund'],
        ['2026-03-22', 'David Lin', 20, 'Tithe'],
        ['Total', null, 20, null],
      ],
    ),
    one(20, 3),
  ],
  [
    'a reference in place of a check number',
    [
      'Date,Name,Amount,Fund,Type,Ref',
      '2026-03-24,David Lin,20,Tithe,Zelle,Z-77',
      '2026-03-24,David Lin,21,Tithe,CK,1204',
    ],
    one(41, 3, 3),
  ],
  [
    'titles and married names in brackets',
    ['Date,Name,Amount,Fund', '2026-03-25,Mr. David Lin,20,Tithe', '2026-03-25,Mei-Ling (陳美玲) Chen,21,Tithe'],
    one(41, 3, 4),
  ],
];

/** A file of people, all of whom are there already. */
type People = [what: string, content: Content, options?: readonly string[]];

const PEOPLE: People[] = [
  [
    'Breeze',
    [
      'Breeze ID,First Name,Last Name,Middle Name,Nickname,Gender,Birthdate,Mobile,Home,Email,Street Address,City,State,Zip',
      'B-1,Shu-Fen,Huang,,,F,,,,shufen@example.org,,,,',
    ],
  ],
  [
    'Planning Center',
    [
      'Person ID,First Name,Given Name,Last Name,Nickname,Birthdate,Gender,Membership,Household ID,Household Name,Home Email,Work Email,Mobile Phone Number,Home Address Street Line 1,Home Address City,Home Address State,Home Address Zip Code',
      'B-2,Robert,Robert,Wong,Bob,,Male,Member,9,,bob@example.org,,,,,,',
    ],
  ],
  [
    'ChurchCRM',
    [
      'Person ID,LastName,FirstName,Address1,City,State,Zip,Country,HomePhone,WorkPhone,CellPhone,Email,Envelope Number',
      'B-3,Lin,David,,,,,,,,,lin@example.org,12',
    ],
  ],
  ['SimpleChurchCRM', ['User ID\tLast Name\tFirst Name\tEmail', 'B-4\tChen\tMei Ling\tlin@example.org']],
  ['whole names', ['Full Name,E-mail', '"Huang, Shufen 黃淑芬",shufen@example.org']],
  ['Chinese names', ['姓名,電子郵件', '黃 淑芬,shufen@example.org']],
  ['simplified Chinese names', ['姓名,电子邮件', '陈美玲,lin@example.org']],
  ['titles above the header', ['Directory,', 'Spring,', 'Name,Email', 'Robert Wong,bob@example.org']],
  ['a header of two lines', ['Person,,Contact', 'First Name,Last Name,Email', 'Robert,Wong,bob@example.org']],
  ['two e-mail columns', ['First,Last,Work Email,Home Email', 'Robert,Wong,,bob@example.org']],
  ['another header', ['Who,Email', 'Robert Wong,bob@example.org'], ['--map', 'Who=fullName']],
  [
    'another word for the status',
    ['Name,Email,Status', 'Robert Wong,bob@example.org,Regular'],
    ['--value', 'status:Regular=Active'],
  ],
  [
    'Big5',
    Buffer.concat([
      big5('姓名,電子郵件'),
      Buffer.from('\r\n'),
      big5('黃淑芬'),
      Buffer.from(',shufen@example.org\r\n'),
      big5('陳美玲'),
      Buffer.from(',lin@example.org\r\n'),
    ]),
  ],
  [
    'the surname first in capitals',
    ['Name;Phone;Email', 'HUANG SHU FEN;;SHUFEN@EXAMPLE.ORG', '"Lin, David";630 555 0100;lin@example.org'],
  ],
  [
    'a directory with a count at the end',
    ['Last;First;Phone;Email', 'Lin;David;630 555 0100;lin@example.org', 'Total: 1;;;'],
  ],
];

/** Files of expenses with the number of expenses, their sum, and the option that they need. */
type Spent = [what: string, content: Content, expected: { count: number; sum: number }, options?: readonly string[]];

const SPENT: Spent[] = [
  [
    'a bookkeeping program with a refund',
    [
      'Date,Num,Name,Memo/Description,Account,Class,Amount',
      '02/13/2026,204,Lumber Co.,Boards,Facilities:Rent,,186.20',
      '02/14/2026,,Lumber Co.,Returned,Facilities:Rent,,(86.20)',
    ],
    { count: 1, sum: 100 },
  ],
  [
    'a list by hand in Chinese with a refund',
    [
      '三月支出,,,,',
      '日期,廠商,摘要,科目,事工,金額',
      '115/3/1,木行,木板,Rent,Worship,"$1,200"',
      '115/3/2,木行,退貨,Rent,Worship,-200元',
    ],
    { count: 1, sum: 1000 },
  ],
  [
    'a list by hand with semicolons and a total',
    ['Date;Paid to;For;Category;Amount', '3/14/2026;Lumber Co.;Boards;Rent;$1,020.00', ';;;Total;$1,020.00'],
    { count: 1, sum: 1020 },
    ['--map', 'For=description'],
  ],
];

function place(name: string, content: Awaited<Content>): string {
  if (typeof content !== 'string' && !Buffer.isBuffer(content)) return write(name, content);
  writeFileSync(file(name), content);
  return file(name);
}

type Listed = { totalCount: number; items: { id: number; memberId?: number | null }[] };
const list = async (what: string) => {
  const { stdout } = await run([what, 'list', '--page-size', '200', '--json']);
  return JSON.parse(stdout) as Listed;
};

test('there are at least forty different files of gifts, and no file needs more than one --map or --value', () => {
  expect(
    new Set(GIFTS.map(([what, content]) => (content instanceof Promise ? what : String(content)))).size,
  ).toBeGreaterThanOrEqual(40);
  const options = [
    ...GIFTS.map((gifts) => gifts[3]),
    ...PEOPLE.map((people) => people[2]),
    ...SPENT.map((spent) => spent[3]),
  ];
  for (const [flag, value, ...others] of options.flatMap((one) => (one ? [one] : []))) {
    expect(['--map', '--value']).toContain(flag);
    expect([value, others]).toEqual([expect.stringContaining('='), []]);
  }
});

describe('gifts are imported once', () => {
  test.each(GIFTS)('in the shape of %s', async (what, content, { sum, givers }, options = []) => {
    const before = await list('giving');
    const source = place(`${what}${/workbook/.test(what) ? '.xlsx' : '.csv'}`, await content);
    const outcome = await run(['import', 'givings', source, '--create-members', '--json', ...options]);
    expect(outcome, outcome.stderr).toMatchObject({ exitCode: 0 });
    expect(JSON.parse(outcome.stdout)).toMatchObject({ created: givers.length, totalAmount: sum, membersCreated: [] });
    const { totalCount, items } = await list('giving');
    expect(totalCount).toBe(before.totalCount + givers.length);
    const added = items.toSorted((a, b) => a.id - b.id).slice(-givers.length);
    expect(added.map(({ memberId }) => memberId)).toEqual(givers);
    expect((await list('member')).totalCount).toBe(5);
  });
});

describe('people are found again', () => {
  test.each(PEOPLE)('in the shape of %s', async (what, content, options = []) => {
    const outcome = await run(['import', 'members', place(`${what}-people.csv`, await content), ...options]);
    expect(outcome, outcome.stderr).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^0 /) });
    expect((await list('member')).totalCount).toBe(5);
  });
});

describe('expenses are imported with their refunds', () => {
  test.each(SPENT)('in the shape of %s', async (what, content, { count, sum }, options = []) => {
    const source = place(`${what}-spent.csv`, await content);
    const about = ['--submitted-by', 'ann@example.org', '--ministry', 'Worship'];
    const outcome = await run(['import', 'expenses', source, '--json', ...about, ...options]);
    expect(outcome, outcome.stderr).toMatchObject({ exitCode: 0 });
    expect(JSON.parse(outcome.stdout)).toMatchObject({ created: count, totalAmount: sum });
  });
});

describe('a name that only resembles a member is asked about, and nobody is added', () => {
  test.each([
    ['a nickname', 'Bob Wong', 2],
    ['one wrong letter', 'Shu-Fen Hunag', 1],
    ['the name of the husband added', 'Mei-Ling Chen Lin', 4],
    ['the Chinese name with the surname of the husband', '林陳美玲', 4],
    ['a surname and an initial', 'D. Lin', 3],
  ])('%s', async (what, name, id) => {
    const source = write(`${what}.csv`, ['Date,Name,Amount,Fund', `2026-03-26,${name},20,Tithe`]);
    const outcome = await run(['import', 'givings', source, '--create-members']);
    expect(outcome).toMatchObject({ exitCode: 4, stderr: expect.stringContaining(`--same-as 2=${id}`) });
    expect((await list('member')).totalCount).toBe(5);
  });
});

test('a file in Windows-1252 is refused with the option that reads it, and then read', async () => {
  const source = place(
    'ansi.csv',
    Buffer.from('Date,Name,Amount,Fund\r\n2026-03-27,Jos\u00E9 O\u0092Brien,20,Tithe\r\n', 'latin1'),
  );
  const refused = await run(['import', 'givings', source]);
  expect(refused).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('--encoding windows-1252') });
  const read = await run(['import', 'givings', source, '--encoding', 'windows-1252', '--json']);
  expect(JSON.parse(read.stdout)).toMatchObject({ created: 1, totalAmount: 20, encoding: 'windows-1252' });
});

describe('a value', () => {
  const lines = ['Date,Name,Amount,Fund', '2026-04-01,Robert Wong,20,General'];
  test.each([
    ['fund:Special=Tithe', 'no cell of "Fund" says "Special"'],
    ['colour:General=Tithe', 'names no column that is read'],
    ['fund', 'cannot be read'],
  ])('mapped by "%s" is refused', async (map, why) => {
    const outcome = await run(['import', 'givings', write('value.csv', lines), '--value', map]);
    expect(outcome).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(why) });
  });

  test('in a header row that is not there is refused', async () => {
    const outcome = await run(['import', 'givings', write('value.csv', lines), '--header-row', '9']);
    expect(outcome).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--header-row 9') });
  });
});

describe('the plan that --json prints', () => {
  const plan = (stdout: string) => JSON.parse(stdout) as Record<string, unknown>;

  test('is part of the result', async () => {
    const file = write('plan.csv', ['Date,Name,Amount,Fund', '2026-04-01,,20,Tithe']);
    const { exitCode, stdout } = await run(['import', 'givings', file, '--dry-run', '--json']);
    expect(exitCode).toBe(0);
    expect(plan(stdout)).toMatchObject({
      created: 1,
      questions: [],
      faults: [],
      plan: { create: 1, skip: 0, leaveOut: [], withoutGiver: { count: 1, total: 20, lines: [2] }, total: 20 },
    });
  });

  test('is printed for a file with bad cells and open questions, which is refused', async () => {
    const lines = ['Date,Name,Amount,Fund', '2026-04-01,,2o,Tithe', '2026-04-01,,5,Gen'];
    const bad = await run(['import', 'givings', write('bad.csv', lines), '--json']);
    expect(bad.exitCode).toBe(4);
    expect(plan(bad.stdout)).toMatchObject({
      faults: [{ code: 'invalid_amount', lines: [2], column: 'Amount', cell: '2o' }],
      questions: [{ code: 'unknown_reference', lines: [3], column: 'Fund', cell: 'Gen' }],
      importId: null,
    });
    const unclear = await run([
      'import',
      'givings',
      write('odd.csv', ['Date,Name,Amount,Fund,Net due', '2026-04-01,,5,Tithe,5.00']),
      '--json',
    ]);
    expect([unclear.exitCode, plan(unclear.stdout)]).toMatchObject([
      4,
      { questions: [{ code: 'column_not_understood', column: 'Net due' }] },
    ]);
  });
});
