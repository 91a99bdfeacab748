/** The two bottom lines of the budget report in the year in which the books begin. */
import { beforeAll, expect, test } from 'vitest';
import { addGiving, booksOfFile, done, type Json } from './books.ts';

const books = booksOfFile();
const BEGIN = '2024-07-01';

const linesOf = async (query: string): Promise<Json> => {
  const { bottomLine } = await done(books.admin.get(`/api/reports/budget?year=2024&${query}`));
  return { operating: bottomLine.operating.actual, cash: bottomLine.cash.actual };
};

beforeAll(async () => {
  const { items } = await done(books.admin.post('/api/expense-categories/usual', {}));
  const wear = items.find(({ form990LineCode }: Json) => form990LineCode === '22');
  await done(
    books.admin.put('/api/books/opening', {
      date: BEGIN,
      funds: [],
      accounts: [{ accountId: 2, balance: 5000 }],
      payables: [{ vendor: 'Roofer', amount: 90 }],
      yearToDate: [
        { categoryId: books.category('Tithe'), amount: 4000 },
        { subCategoryId: books.subCategory('Rent'), ministryId: books.ministry('Administration'), amount: 1500 },
        { subCategoryId: wear.id, ministryId: books.ministry('Administration'), amount: 600 },
      ],
    }),
  );
  await addGiving(books, { date: '2024-07-07', amount: 100, method: 'Zelle' });
});

test.each(['booked', 'paid'])(
  'depreciation entered with the opening is in the operating line alone, on the basis %s',
  async (basis) => {
    expect(await linesOf(`through=2024-07&basis=${basis}`)).toEqual({ operating: 4100 - 2100, cash: 4100 - 1500 });
  },
);

test('a bill from before the books lowers the cash line when it is paid, on the paid basis', async () => {
  const { items } = await done(books.admin.get('/api/reports/payables?at=2024-07-31'));
  const payment = { date: '2024-08-05', method: 'Check', reference: '1', items: [{ payableId: items[0].payableId }] };
  await done(books.admin.post('/api/payments', payment));
  expect(await linesOf('through=2024-08&basis=booked')).toEqual({ operating: 2000, cash: 2600 });
  expect(await linesOf('through=2024-08&basis=paid')).toEqual({ operating: 2000, cash: 2510 });
});
