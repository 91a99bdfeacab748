/** The two papers of an offering: the deposit slip for the bank, and the count sheet for the church. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listCategories } from '../../../../src/features/giving/categories/service.ts';
import { drawPaper, type Paper } from '../../../../src/features/giving/offerings/paper.ts';
import { NewSession, type Session } from '../../../../src/features/giving/offerings/schema.ts';
import { createSession } from '../../../../src/features/giving/offerings/service.ts';
import { NewMember } from '../../../../src/features/people/members/schema.ts';
import { createMember } from '../../../../src/features/people/members/service.ts';
import type { Locale } from '../../../../src/lib/wire.ts';
import { decode } from '../../../../src/validate.ts';
import { fileApp, type TestApp } from '../../../support/app.ts';
import { lettersInEmbeddedFonts, linesOf, pagesOf } from '../../../support/pdf.ts';

let app: TestApp;
let close: () => Promise<void>;
let categories: number[];
let session: Session;

beforeAll(async () => {
  ({ app, close } = await fileApp());
  categories = (await listCategories(app, false)).items.map(({ id }) => id);
  const [categoryId, other] = categories;
  const member = async (names: object) => (await createMember(app, decode(NewMember, names))).id;
  const memberId = await member({ firstName: 'Mei', lastName: 'Lin' });
  const chinese = await member({ firstName: 'Bo', lastName: 'Wu', chineseName: '吳波' });
  const parts = [
    { categoryId, amount: 60 },
    { categoryId: other, amount: 40 },
  ];
  session = await enter('2026-10-04', {
    countedBy: ['Ann Lee', '陳美玲'],
    sundayAttendanceCount: 81,
    countedCash: 35.5,
    countedChecks: 150,
    controlTotal: 192.5,
    givings: [
      { categoryId, amount: 35.5, method: 'Cash' },
      { categoryId, amount: 49.5, method: 'Check', checkNumber: '7', memberId },
      { parts, amount: 100, method: 'Check', checkNumber: '1042', memberId: chinese },
      { categoryId, amount: 7, method: 'Zelle', zelleReference: 'ZL-3', memberId },
      { categoryId, amount: 20, method: 'Cash', isAnonymous: true, nonCashDescription: 'A chair' },
    ],
  });
});
afterAll(() => close());

const enter = (date: string, more: object): Promise<Session> =>
  createSession(app, decode(NewSession, { date, ...more }));

const print = async (paper: Paper, locale: Locale = 'en-US', of = session) =>
  linesOf(await drawPaper(app, paper, of, locale));

test('the deposit slip has the cash and each check once, what the bank gets, and no name of a giver', async () => {
  const lines = await print('depositSlip');
  expect(lines.join(' | ')).toContain(
    'Cash | $35.50 | Checks: Number | Amount | 7 | $49.50 | 1042 | 100.00 | Checks in all (2) | $149.50 | Total deposit | $185.00 | Ann Lee',
  );
  expect(lines.join()).not.toMatch(/Mei|Lin|Wu|Zelle|chair|Tithe/);
});

test('the count sheet has each gift with its giver and parts, the sums, what was counted, and by how much it differs', async () => {
  const text = (await print('countSheet')).join(' | ');
  for (const part of [
    'It stays in the church.',
    'By method | Gifts | Amount | Cash | 2 | 35.50 | Check | 2 | 149.50 | Zelle | 1 | 7.00 | Total | 5 | $192.00',
    'Counted cash | 35.50 | 0.00 | Counted checks | 150.00 | 0.50 | Control total | 192.50 | 0.50 | Attendance: 81',
    '1 | Loose cash | Cash | Tithe | 35.50 | 2 | Mei Lin | Check | 7 | Tithe | 49.50',
    '3 | Check | 1042 | 100.00 | Tithe 60.00 | ',
    '4 | Mei Lin | Zelle | ZL-3 | Tithe | 7.00 | 5 | Anonymous | Cash | Tithe | 20.00 | Gift in kind: A chair',
  ])
    expect(text).toContain(part);
});

test('in Chinese, both have their Chinese titles, and the categories their Chinese names', async () => {
  const letters = async (paper: Paper) => lettersInEmbeddedFonts(await drawPaper(app, paper, session, 'zh-TW'));
  const [slip, sheet] = [await letters('depositSlip'), await letters('countSheet')];
  for (const letter of '銀行存款單') expect(slip).toContain(letter);
  for (const letter of '點收清單十一奉獻吳波') expect(sheet).toContain(letter);
  expect(await print('countSheet', 'zh-TW')).not.toContain('Tithe');
});

test('sixty checks continue on further pages, which repeat the titles of the columns', async () => {
  const givings = Array.from({ length: 60 }, (_, n) => ({
    categoryId: categories[0],
    amount: 10,
    method: 'Check',
    checkNumber: String(n),
  }));
  const of = await enter('2026-10-11', { givings });
  const titled = async (paper: Paper, title: string) =>
    pagesOf(await drawPaper(app, paper, of, 'en-US')).map((lines) => lines.includes(title));
  expect(await titled('depositSlip', 'Checks: Number')).toEqual([true, true]);
  expect(await titled('countSheet', 'Giver')).toEqual([true, true, true]);
});
