/**
 * Files as other programs and people write them: exports in the shape of ChurchCRM, SimpleChurchCRM, Breeze and Planning
 * Center, and lists by hand. Each is imported with at most one `--map` or `--value`, and nobody is added a second time.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importPlace } from '../support/place.ts';

const { run, write, remove } = importPlace();
const MEMBERS = [
  'id,firstName,lastName,chineseName,email,offeringNumber,familyName,externalId,createdAt,modifiedAt',
  '1,Shu-Fen,Huang,黃淑芬,shufen@example.org,11,,B-1,,',
  '2,Robert,Wong,王大衛,bob@example.org,,,B-2,,',
  '3,David,Lin,林大偉,lin@example.org,12,Lin,B-3,,',
  '4,Mei-Ling,Chen,陳美玲,lin@example.org,,Lin,B-4,,',
  '5,José,O’Brien,,,15,,,,',
];
beforeAll(async () => {
  await run(['import', 'members', write('people.csv', MEMBERS)]);
  await run(['user', 'create', '--email', 'ann@example.org', '--name', 'Ann Lee', '--role', 'treasurer']);
});
afterAll(remove);

const count = async (what: string) => {
  const { stdout } = await run([what, 'list', '--page-size', '1', '--json']);
  return (JSON.parse(stdout) as { totalCount: number }).totalCount;
};

type File = [what: string, lines: readonly string[], options?: readonly string[]];

const GIFTS: File[] = [
  [
    'Breeze',
    [
      'Date,Batch Number,Payment ID,Person ID,First Name,Last Name,Amount,Fund(s),Method ID,Method,Check Number,Note',
      '02/13/2026,1,99,B-1,Shufen,Huang,$25.00,Tithe,1,Check,204,',
    ],
  ],
  [
    'Breeze with an anonymous gift',
    ['Breeze ID,First Name,Last Name,Fund(s),Amount,Method,Date', 'Anonymous,,,Tithe,5,Cash,2/14/2026'],
  ],
  [
    'Breeze with a total',
    [
      'Person ID,First Name,Last Name,Fund(s),Amount,Method,Date',
      'B-2,Bob,Wong,Tithe,50.00,Check,02/15/2026',
      ',,,Total,50.00,,',
    ],
  ],
  [
    'Planning Center',
    [
      'Donation ID,Received Date,Person ID,First Name,Last Name,Email,Fund,Amount,Fee,Net Amount,Payment Method,Payment Source',
      'd1,2026-02-16,B-4,Mei Ling,Chen,lin@example.org,Missions,30.00,0.9,29.10,ACH,Online',
    ],
  ],
  [
    'Planning Center with another fund',
    [
      'Received Date,First Name,Last Name,Designation,Amount,Payment Method',
      '2026-02-17,Meiling,Chen,General,31.00,Card',
    ],
    ['--value', 'fund:General=Tithe'],
  ],
  [
    'SimpleChurchCRM',
    [
      'User ID\tLast Name\tFirst Name\tDate\tCategory\tCampaign\tSource\tBatch\tDetails\tNote\tCheck #\tAmount\tTax Deductible\tFee\tFamily ID',
      'B-3\tLin\tDavid\t02/18/2026\tTithe\t\tCheck\t7\t\t\t881\t100.00\tYes\t0\t3',
    ],
  ],
  [
    'ChurchCRM',
    ['Family,Envelope Number,Check #,Fund,Amount,Date,Method,Comment', 'Lin,12,401,Tithe,60,2026-02-19,CHECK,'],
  ],
  ['ChurchCRM by person', ['FirstName,LastName,FundName,Amount,Date,Method', 'Robert,Wong,Tithe,61,2026-02-20,CASH']],
  ['the surname first', ['Date,Name,Amount,Fund', '2026-02-21,"Huang, Shu Fen",10,Tithe']],
  ['the surname first without a comma', ['Date,Name,Amount,Fund', '2026-02-22,HUANG SHU-FEN,10,Tithe']],
  ['names in two scripts', ['Date,Donor,Amount,Fund', '2026-02-23,"Chen, Mei-Ling 陳美玲",10,Tithe']],
  [
    'names in simplified Chinese',
    ['日期,姓名,金额,类别', '2026-02-24,陈美玲,10,Tithe'],
    ['--map', '类别=categoryName'],
  ],
  ['Chinese names with titles', ['日期,姓名,金額,類別', '2026/2/25,陳美玲姊妹,10,Tithe']],
  ['years of the Republic of China', ['日期,姓名,金額,類別', '115/2/26,黃淑芬,"NT$1,200",Tithe']],
  ['long dates of the Republic of China', ['奉獻日期,姓名,金額,奉獻類別', '民國115年2月27日,黃淑芬,50元,Tithe']],
  ['long Chinese dates', ['日期,姓名,金額,類別', '2026年2月28日,黃淑芬,50 元,Tithe']],
  ['full-width figures', ['日期,姓名,金額,類別', '2026/03/01,黃淑芬,１２０,Tithe']],
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
  ],
  [
    'a header of two lines',
    ['Date,Amount,Giver,', ',,First Name,Last Name', '2026-03-03,20,Shu-Fen,Huang'],
    ['--category', 'Tithe'],
  ],
  [
    'a header that is named',
    ['Offerings,x,y,z', 'When,Name,Amount,Fund', '2026-03-04,Robert Wong,20,Tithe'],
    ['--header-row', '2', '--map', 'When=date'],
  ],
  [
    'totals in between',
    [
      'Date,Name,Amount,Fund',
      '2026-03-05,David Lin,20,Tithe',
      ',Subtotal,20,',
      '2026-03-06,David Lin,20,Tithe',
      ',合計,40,',
    ],
  ],
  ['semicolons', ['Date;Name;Amount;Fund', '2026-03-07;David Lin;20;Tithe']],
  ['empty lines and columns', ['Date,,Name,Amount,Fund,', ',,,,,', '2026-03-08,,David Lin,20,Tithe,']],
  ['accents and apostrophes', ['Date,Name,Amount,Fund', '2026-03-09,JOSE OBRIEN,20,Tithe']],
  [
    'a couple with one envelope',
    ['Date,Envelope,Name,Amount,Fund', '2026-03-10,12,David Lin,20,Tithe', '2026-03-10,12,Mei-Ling Chen,21,Tithe'],
  ],
  ['amounts in two columns', ['Date,Name,Amount,Total,Fund', '2026-03-11,David Lin,20,20,Tithe']],
  ['a category in Chinese', ['日期,姓名,金額,類別', '2026/3/12,林大偉,500,什一'], ['--value', '類別:什一=Tithe']],
  ['an e-mail instead of a name', ['Date,Email,Amount,Fund', '2026-03-13,BOB@example.org,20,Tithe']],
];

const PEOPLE: File[] = [
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
];

const SPENT: File[] = [
  [
    'a bookkeeping program with a refund',
    [
      'Date,Num,Name,Memo/Description,Account,Class,Amount',
      '02/13/2026,204,Lumber Co.,Boards,Facilities:Rent,,186.20',
      '02/14/2026,,Lumber Co.,Returned,Facilities:Rent,,(86.20)',
    ],
    ['--ministry', 'Worship'],
  ],
  [
    'a list by hand in Chinese with a refund',
    [
      '三月支出,,,,',
      '日期,廠商,摘要,科目,事工,金額',
      '115/3/1,木行,木板,Rent,Worship,"NT$1,200"',
      '115/3/2,木行,退貨,Rent,Worship,-200元',
    ],
  ],
];

describe('expenses are imported with their refunds', () => {
  test.each(SPENT)('in the shape of %s', async (what, lines, options = []) => {
    const file = write(`${what}-spent.csv`, lines);
    const outcome = await run(['import', 'expenses', file, '--submitted-by', 'ann@example.org', ...options]);
    expect(outcome).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^1 expense of .*\n(.*\n)?Refunds, .*\n {2}line \d: .*00 is imported/),
    });
  });
});

describe('gifts are imported once', () => {
  test.each(GIFTS)('in the shape of %s', async (what, lines, options = []) => {
    const [people, gifts] = [await count('member'), await count('giving')];
    const file = write(`${what}.csv`, lines);
    const outcome = await run(['import', 'givings', file, '--create-members', ...options]);
    expect(outcome).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^[1-9]/) });
    expect(await count('giving')).toBeGreaterThan(gifts);
    expect(await count('member')).toBe(people);
  });
});

describe('people are found again', () => {
  test.each(PEOPLE)('in the shape of %s', async (what, lines, options = []) => {
    const people = await count('member');
    const outcome = await run(['import', 'members', write(`${what}-people.csv`, lines), ...options]);
    expect(outcome).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^0 /) });
    expect(await count('member')).toBe(people);
  });
});

describe('a value', () => {
  const lines = ['Date,Name,Amount,Fund', '2026-04-01,Robert Wong,20,General'];
  test.each([
    ['fund:Special=Tithe', 'no cell of "Fund" says "Special"'],
    ['colour:General=Tithe', 'names no column that is read'],
    ['fund', 'names no column that is read'],
  ])('mapped by "%s" is refused', async (map, why) => {
    const outcome = await run(['import', 'givings', write('value.csv', lines), '--value', map]);
    expect(outcome).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(why) });
  });

  test('in a header row that is not there is refused', async () => {
    const outcome = await run(['import', 'givings', write('value.csv', lines), '--header-row', '9']);
    expect(outcome).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--header-row 9') });
  });
});
