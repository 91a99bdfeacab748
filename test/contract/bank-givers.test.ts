/** A bank writes the giver's name into its lines: it stays with those who may read givings. */
import { beforeAll, expect, test } from 'vitest';
import { financeTeam, newWork, rulesOf, type Work } from './bank-support.ts';
import { booksOfFile, done, type Staff } from './books.ts';

const books = booksOfFile();
const NAME = 'ZEBEDEE QUUX';
const DAY = '2026-02-03';
let elder: Staff;
let treasurer: Staff;
let bank: Work;

beforeAll(async () => {
  [treasurer, , elder] = await financeTeam(books);
  bank = await newWork(books, treasurer);
  await bank.enter.gift(777.77, { zelleReference: `from ${NAME}` });
  await bank.enter.gift(50, { zelleReference: `from ${NAME}` });
  await bank.enter.income(20, { payer: NAME, reference: NAME, memo: NAME });
  await bank.bring([
    { id: `${NAME} 1`, date: DAY, amount: 777.77, text: `ZELLE FROM ${NAME}`, check: '1001' },
    { id: 'fee', date: DAY, amount: -12, text: 'MONTHLY FEE', check: '1002' },
  ]);
  const rules = rulesOf(books, treasurer, bank);
  await rules.of('Match', NAME, 'In');
  await rules.of('Ignore', 'MONTHLY FEE');
});

const linesOf = async (who: Staff, search = '') =>
  (await done(who.get(`${bank.route}/bank-lines?sort=amount${search && `&search=${search}`}`))).items;

test('an elder sees the day and the amount of money that came in, and no text of the bank', async () => {
  const [fee, gift] = await linesOf(elder);
  expect(gift).toMatchObject({ date: DAY, amount: 777.77, description: null, checkNumber: null, bankId: null });
  expect(gift.suggestions).toMatchObject([{ documents: [{ reference: null, party: null }], reasons: [] }]);
  expect(fee).toMatchObject({ description: 'MONTHLY FEE', checkNumber: '1002', bankId: 'fee' });
  const one = await done(elder.get(`${bank.route}/bank-lines/${gift.id}`));
  expect(one).toMatchObject({ description: null, checkNumber: null, bankId: null });
});

test('the search of an elder does not reach money that came in', async () => {
  for (const word of ['quux', '777.77', '1001']) expect(await linesOf(elder, word)).toEqual([]);
  expect(await linesOf(elder, 'monthly')).toHaveLength(1);
  const documents = `${bank.route}/bank-documents?search=quux`;
  expect((await done(elder.get(documents))).items).toEqual([]);
  expect((await done(treasurer.get(documents))).items).toHaveLength(3);
});

test('nothing of the bank that an elder reads names a giver', async () => {
  const { id } = await done(bank.start('2026-02-28', 0));
  const paths = ['bank-lines', 'bank-documents', 'bank-rules', 'reconciliations', `reconciliations/${id}`];
  for (const path of paths) {
    const read = await done(elder.get(`${bank.route}/${path}`));
    expect(JSON.stringify(read), path).not.toMatch(/zebedee|quux/i);
  }
  const checklist = await done(elder.get('/api/monthly-statements/2026/8/checklist'));
  expect(JSON.stringify(checklist)).not.toMatch(/zebedee|quux/i);
});

test('a treasurer sees the texts, also those of the rules', async () => {
  const [, gift] = await linesOf(treasurer, '');
  expect(gift).toMatchObject({ description: `ZELLE FROM ${NAME}`, checkNumber: '1001' });
  const rules = await done(treasurer.get(`${bank.route}/bank-rules`));
  expect(rules.items).toMatchObject([{ contains: NAME }, { contains: 'MONTHLY FEE' }]);
  const seen = await done(elder.get(`${bank.route}/bank-rules`));
  expect(seen.items).toMatchObject([{ contains: null, direction: 'In' }, { contains: 'MONTHLY FEE' }]);
});
