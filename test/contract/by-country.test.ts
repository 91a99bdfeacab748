/** What a church in the United States has, and a church elsewhere does not: forms and sentences of the IRS, and Letter. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { textOf } from '../support/pdf.ts';
import { addGiving, addMember, addSession, booksOfFile, done, giving, type Json, refusal } from './books.ts';

const books = booksOfFile();
const GIFT = { date: '2021-03-07', amount: 100, benefitAmount: 20, note: 'Dinner' };
let memberId: number;
let sessionId: number;
beforeAll(async () => {
  memberId = (await addMember(books, { firstName: 'Mei', lastName: 'Lin' })).id;
  await addGiving(books, { ...GIFT, memberId });
  sessionId = (await addSession(books, { date: '2021-03-14', givings: [giving(books, { memberId })] })).id;
});

/** Moves the church to a country. Without one, its currency decides. */
const move = (country: string | null, currency = 'USD'): Promise<Json> =>
  done(
    books.admin.put('/api/church-profile', {
      name: 'Grace Church',
      ein: '12-3456789',
      address: { line1: '1 Main St', country },
      currency,
      timeZone: 'America/Chicago',
      locale: 'en-US',
      aiProvider: 'OpenAI',
    }),
  );

async function pdfOf(address: string): Promise<Buffer> {
  const url = `${books.daemon.url}${address}`;
  const answer = await fetch(url, { headers: { authorization: `Bearer ${books.admin.token}` } });
  expect(answer.status, address).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

const STATEMENT = () => `/api/contributions/2021/${memberId}.pdf`;
const sizesOf = (pdf: Buffer) => [
  ...new Set([...pdf.toString('latin1').matchAll(/\/MediaBox \[(.*?)\]/g)].map(([, box]) => box)),
];

const US = {
  form1099: 200,
  filing: 201,
  warnings: ['disclosure_due'],
  says: ['EIN 12-3456789', 'Tax-deductible contributions', 'good-faith estimate'],
  never: /^$/,
  sizes: ['0 0 612 792', '0 0 792 612'],
};
const ELSEWHERE = {
  form1099: 409,
  filing: 409,
  warnings: [],
  says: ['By category'],
  never: /EIN|deductible|goods or services were|good-faith|intangible|tax/i,
  sizes: ['0 0 595.28 841.89', '0 0 841.89 595.28'],
};

describe.each([
  { about: 'an address in the United States', country: 'US', currency: 'EUR', ruling: 'US', papers: US },
  { about: 'US dollars and no country', country: null, currency: 'USD', ruling: 'US', papers: US },
  { about: 'an address in Taiwan', country: 'TW', currency: 'USD', ruling: 'TW', papers: ELSEWHERE },
  { about: 'New Taiwan dollars and no country', country: null, currency: 'TWD', ruling: 'TW', papers: ELSEWHERE },
  { about: 'an address in Germany in lower case', country: 'de', currency: 'USD', ruling: 'DE', papers: ELSEWHERE },
  { about: 'euros and no country', country: null, currency: 'EUR', ruling: null, papers: ELSEWHERE },
])('a church with $about', ({ country, currency, ruling, papers }) => {
  beforeAll(() => move(country, currency));

  test('is told the country whose rules hold', async () => {
    expect(await done(books.admin.get('/api/church'))).toMatchObject({ country: ruling });
    expect((await done(books.admin.get('/api/church-profile'))).address.country).toBe(country?.toUpperCase() ?? null);
  });

  test('has Form 1099 only in the United States, and always the functional expenses of Form 990', async () => {
    const table = '/api/reports/1099/table?year=2021&format=pdf';
    const filings = '/api/reports/1099/filings?year=2021';
    for (const route of ['/api/reports/1099?year=2021', table, filings])
      expect((await books.admin.get(route)).status, route).toBe(papers.form1099);
    const filing = { year: 2021, filedOn: '2022-01-20' };
    expect((await books.admin.post('/api/reports/1099/filings', filing)).status).toBe(papers.filing);
    for (const route of ['/api/form990/functional-expenses?year=2021', '/api/form990/lines'])
      expect((await books.admin.get(route)).status, route).toBe(200);
  });

  test('warns only in the United States of deductible gifts that are held for others', async () => {
    const { id: fundId } = await done(
      books.admin.post('/api/funds', { name: `Held ${randomUUID()}`, class: 'Custodial' }),
    );
    const body = { name: `Held ${randomUUID()}`, fundId, isTaxDeductible: true };
    const { warnings = [] } = await done(books.admin.post('/api/giving-categories', body));
    expect(warnings.length).toBe(papers.form1099 === 200 ? 1 : 0);
  });

  test('has the EIN and what is deductible on statements only in the United States', async () => {
    const pdf = await pdfOf(`${STATEMENT()}?locale=en-US`);
    const text = textOf(pdf).replaceAll('\n', ' ');
    for (const said of ['Total given', 'Received in return: Dinner, estimated value', ...papers.says])
      expect(text).toContain(said);
    expect(text).not.toMatch(papers.never);
  });

  test('is warned of a disclosure that the IRS requires only in the United States', async () => {
    const { warnings = [], id } = await addGiving(books, { ...GIFT, date: '2021-04-04', memberId });
    expect(warnings.map(({ code }: Json) => code)).toEqual(papers.warnings);
    expect((await books.admin.del(`/api/givings/${id}`)).status).toBe(204);
  });

  test('prints every paper in its size, Letter or A4', async () => {
    const [portrait, landscape] = papers.sizes;
    const printed = [
      STATEMENT(),
      `/api/offering-sessions/${sessionId}/deposit-slip.pdf`,
      `/api/offering-sessions/${sessionId}/count-sheet.pdf`,
      '/api/monthly-statements/2021/3/table?format=pdf',
      '/api/reports/balance-sheet/table?at=2021-03-31&format=pdf',
      '/api/reports/giving-tie-out/table?year=2021&format=pdf',
    ];
    for (const paper of printed) expect(sizesOf(await pdfOf(paper)), paper).toEqual([portrait]);
    const wide = '/api/form990/functional-expenses/table?year=2021&format=pdf';
    expect(sizesOf(await pdfOf(wide))).toEqual([landscape]);
  });
});

test('the refusal of Form 1099 says where the church is, and what to do', async () => {
  await move('TW');
  const answer = await books.admin.get('/api/reports/1099?year=2021');
  expect(refusal(answer)).toBe('409 not_in_this_country');
  expect(answer.body.detail).toContain('this church is in Taiwan');
  expect(answer.body.detail).toContain('vestry profile set --country US');
  await move(null, 'EUR');
  expect((await books.admin.get('/api/reports/1099?year=2019')).body.detail).toContain('its currency is EUR');
});

test('a country that does not exist is refused, and changes nothing', async () => {
  await move('TW');
  const body = await done(books.admin.get('/api/church-profile'));
  const answer = await books.admin.put('/api/church-profile', {
    name: body.name,
    timeZone: body.timeZone,
    locale: body.locale,
    aiProvider: body.aiProvider,
    address: { country: 'UK' },
  });
  expect(answer.status).toBe(400);
  expect(answer.body.errors).toMatchObject([{ path: 'address.country', code: 'invalid_country' }]);
  expect(answer.body.errors[0].message).toContain('UK is written GB');
  expect(await done(books.admin.get('/api/church'))).toMatchObject({ country: 'TW' });
});
