/** Reports that are laid out for people, as tables and as files, and the checklist and the PDF of a month. */
import { beforeAll, describe, expect, test } from 'vitest';
import { readSheet } from 'read-excel-file/node';
import { textOf } from '../support/pdf.ts';
import { addApproved, booksOfFile, done, type Json, refusal } from './books.ts';

const books = booksOfFile();
let rent: number;
beforeAll(async () => {
  const bill = { subCategoryId: books.subCategory('Rent'), expenseDate: '2024-02-05', amount: 1234.5 };
  rent = (await addApproved(books, { ...bill, vendor: 'Landlord' })).id;
  await done(books.admin.post('/api/givings', { categoryId: 1, amount: 2000.25, date: '2024-02-04', method: 'Zelle' }));
});

const MONTH = '/api/monthly-statements/2024/2';
const file = async (address: string) => {
  const answer = await fetch(books.daemon.url + address, { headers: { authorization: `Bearer ${books.admin.token}` } });
  return {
    type: answer.headers.get('content-type'),
    name: answer.headers.get('content-disposition'),
    bytes: Buffer.from(await answer.arrayBuffer()),
  };
};

describe('a laid-out report', () => {
  const at = '/api/reports/income-statement/table?from=2024-02-01&to=2024-02-29';

  test('has the figures of the report in the language that is asked for, and the source of each line', async () => {
    const table = await done(books.admin.get(`${at}&locale=zh-TW`));
    expect(table).toMatchObject({ title: '收支表', about: ['2024-02-01 至 2024-02-29', expect.any(String)] });
    const line = table.rows.find(({ values }: Json) => values[1] === 1234.5);
    expect(line).toMatchObject({ kind: 'line', source: { type: 'SubCategory', id: books.subCategory('Rent') } });
    const ledger = `/api/reports/general-ledger/table?subCategoryId=${line.source.id}`;
    const { rows } = await done(books.admin.get(ledger));
    expect(rows).toMatchObject([{ source: { type: 'Expense', id: rent } }]);
  });

  test('refuses what the report refuses', async () => {
    const address = '/api/reports/income-statement/table?from=2024-02-01&year=2024';
    expect(refusal(await books.admin.get(address))).toBe('400 validation_failed');
    const year = '/api/reports/1099/table?year=1999';
    expect(refusal(await books.admin.get(year))).toBe('422 no_threshold');
  });

  test('is a file with a name, as a PDF, a workbook or CSV', async () => {
    const pdf = await file(`${at}&format=pdf`);
    expect(pdf).toMatchObject({ type: 'application/pdf' });
    expect(pdf.name).toContain('filename="income-statement 2024-02-01 2024-02-29.pdf"');
    expect(textOf(pdf.bytes)).toContain('1,234.50');
    const workbook = await file(`${at}&format=xlsx`);
    expect(((await readSheet(workbook.bytes)) as unknown[][]).flat()).toContain(1234.5);
    const csv = await file(`${at}&format=csv`);
    expect(csv.type).toMatch(/^text\/csv/);
    expect(csv.bytes.toString()).toContain('Rent,1234.50');
  });

  test('of Form 990 lists the expenses on a second sheet of its workbook', async () => {
    const { bytes } = await file('/api/form990/functional-expenses/table?year=2024&format=xlsx');
    expect(((await readSheet(bytes, 'Expenses')) as unknown[][]).flat()).toContain('Landlord');
  });
});

describe('a month', () => {
  test('has a checklist whose entries name what they are about', async () => {
    const { isReady, checks } = await done(books.admin.get(`${MONTH}/checklist`));
    expect(isReady).toBe(true);
    expect(checks.find(({ code }: Json) => code === 'unpaid')).toMatchObject({
      state: 'look',
      count: 1,
      amount: 1234.5,
      items: [],
    });
    const sundays = checks.find(({ code }: Json) => code === 'sundays').items.map(({ date }: Json) => date);
    expect(sundays).toEqual(['2024-02-04', '2024-02-11', '2024-02-18', '2024-02-25']);
  });

  test('is laid out with what there is to spend, and its lines name their source', async () => {
    const { title, rows, columns } = await done(books.admin.get(`${MONTH}/table?locale=en-US`));
    expect(title).toBe('Monthly statement, February 2024');
    expect(columns).toHaveLength(3);
    expect(rows.find(({ values }: Json) => values[2] === 1234.5)).toMatchObject({
      values: ['Rent', 1, 1234.5],
      source: { type: 'SubCategory' },
    });
    expect(rows.at(-1)).toMatchObject({ kind: 'total', values: ['Available', null, 765.75] });
    const { bytes } = await file(`${MONTH}/table?format=xlsx`);
    expect(((await readSheet(bytes)) as unknown[][]).flat()).toContain(765.75);
  });

  test('is a PDF for the board in either language', async () => {
    const { type, name, bytes } = await file(`${MONTH}/table?locale=en-US&format=pdf`);
    expect(type).toBe('application/pdf');
    expect(name).toContain('filename="monthly statement 2024-02.pdf"');
    expect(textOf(bytes)).toContain('2,000.25');
  });
});
