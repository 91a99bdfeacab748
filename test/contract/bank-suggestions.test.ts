/** Suggestions: which documents may belong to a line of the bank, and why. Nothing is matched by reading them. */
import { beforeAll, describe, expect, test } from 'vitest';
import { type Line, named, newBank, newWork, type Work } from './bank-support.ts';
import { addMember, booksOfFile, done, type Json, refusal, type Staff } from './books.ts';

const books = booksOfFile();
let treasurer: Staff;
let elder: Staff;
beforeAll(async () => {
  treasurer = await books.as(['treasurer']);
  elder = await books.as(['elder']);
});

const DAY = '2026-02-03';
const work = (kind?: string): Promise<Work> => newWork(books, treasurer, kind);
const line = (amount: number, fields: Partial<Line> = {}): Line => ({ date: DAY, amount, text: 'ACH ITEM', ...fields });

type Suggested = { lines: number[]; documents: string[]; reasons: string[] };
const nameOf = ({ type, id }: Json): string => `${type} ${id}`;
/** Returns the suggestions of each line, in the order of the lines. */
async function suggested({ lines }: Work): Promise<Suggested[][]> {
  const found = await lines();
  return found.map(({ suggestions }) =>
    suggestions.map(({ documents, ...rest }: Json) => ({ ...rest, documents: documents.map(nameOf).toSorted() })),
  );
}
/** Imports lines, and returns the suggestions of each. */
async function suggestionsFor(bank: Work, ...lines: Line[]): Promise<Suggested[][]> {
  await bank.bring(lines);
  return suggested(bank);
}
const firstOf = (all: readonly Suggested[][]) => all.map(([first]) => first?.documents);

describe('a document with the amount of a line', () => {
  test('is suggested for its amount and its date', async () => {
    const bank = await work();
    const income = await bank.enter.income(80);
    await bank.enter.income(81);
    const [[only, ...others] = []] = await suggestionsFor(bank, line(80));
    expect(only).toMatchObject({ documents: [nameOf(income)], reasons: ['amount', 'date'] });
    expect(others).toEqual([]);
  });

  test('is shown with its type, id, date, amount, reference and description', async () => {
    const bank = await work();
    const check = await bank.enter.check(80, { reference: '1042' });
    await bank.bring([line(-80)]);
    const [{ id, suggestions } = {} as Json] = await bank.lines();
    expect(suggestions[0].lines).toEqual([id]);
    expect(suggestions[0].documents).toMatchObject([
      { type: 'Payment', id: check.id, date: DAY, amount: -80, reference: '1042' },
    ]);
    expect(suggestions[0].documents[0].description).not.toBe('');
  });

  test.each([
    [5, true],
    [-5, true],
    [6, false],
    [-6, false],
  ])('and a date %i days from its own has the reason date: %s', async (days, isNear) => {
    const bank = await work();
    const income = await bank.enter.income(80);
    const date = new Date(Date.UTC(2026, 1, 3 + days)).toISOString().slice(0, 10);
    const [[first] = []] = await suggestionsFor(bank, line(80, { date }));
    expect(first?.documents).toEqual([nameOf(income)]);
    expect(first?.reasons.includes('date')).toBe(isNear);
  });

  test('and the nearest date comes first', async () => {
    const bank = await work();
    const far = await bank.enter.income(80, { date: '2026-02-08' });
    const near = await bank.enter.income(80, { date: '2026-02-04' });
    const [first = []] = await suggestionsFor(bank, line(80));
    expect(first.map(({ documents }) => documents)).toEqual([[nameOf(near)], [nameOf(far)]]);
  });

  test('of the other sign is not suggested', async () => {
    const bank = await work();
    await bank.enter.income(80);
    expect(await suggestionsFor(bank, line(-80))).toEqual([[]]);
  });

  test('of another account is not suggested', async () => {
    const [bank, other] = [await work(), await work()];
    await other.enter.income(80);
    expect(await suggestionsFor(bank, line(80))).toEqual([[]]);
  });

  test('is not suggested once it is matched, deleted or reversed', async () => {
    const bank = await work();
    const [matched, deleted, reversed] = [
      await bank.enter.income(80),
      await bank.enter.income(80),
      await bank.enter.gift(80),
    ];
    await bank.bring([line(80, { text: 'ONE' }), line(80, { text: 'TWO' })]);
    const [{ id } = {} as Json] = await bank.lines();
    await done(bank.match([id], [named(matched)]));
    await treasurer.del(`/api/other-income/${deleted.id}`);
    await done(treasurer.post(`/api/givings/${reversed.id}/reverse`, { date: DAY, reason: 'Wrong' }));
    expect(await suggested(bank)).toEqual([[], []]);
  });
});

describe('a check', () => {
  test('is suggested by its number, whatever zeros the bank puts before it', async () => {
    const bank = await work();
    const check = await bank.enter.check(80, { reference: '1042', date: '2026-01-05' });
    await bank.enter.check(80, { reference: '1043' });
    const all = await suggestionsFor(bank, line(-80, { check: '0001042' }), line(-80, { check: '1042', id: 'b' }));
    for (const [first] of all.slice(0, 1)) {
      expect(first).toMatchObject({
        documents: [nameOf(check)],
        reasons: expect.arrayContaining(['amount', 'checkNumber']),
      });
    }
  });

  test('of another number is not suggested', async () => {
    const bank = await work();
    await bank.enter.check(80, { reference: '1043' });
    expect(await suggestionsFor(bank, line(-80, { check: '1042' }))).toEqual([[]]);
  });

  test('of another number is not suggested as a part of a sum', async () => {
    const bank = await work();
    await bank.enter.check(50, { reference: '1043' });
    await bank.enter.check(30, { reference: '1044' });
    expect(await suggestionsFor(bank, line(-80, { check: '1042' }))).toEqual([[]]);
  });

  test('without a number may be suggested', async () => {
    const bank = await work();
    const check = await bank.enter.check(80);
    expect(firstOf(await suggestionsFor(bank, line(-80, { check: '1042' })))).toEqual([[nameOf(check)]]);
  });

  test('with the number of the line but another amount is not suggested', async () => {
    const bank = await work();
    await bank.enter.check(81, { reference: '1042' });
    expect(await suggestionsFor(bank, line(-80, { check: '1042' }))).toEqual([[]]);
  });
});

describe('a document whose reference is in the text of a line', () => {
  test('comes before an equal one', async () => {
    const bank = await work();
    await bank.enter.gift(80);
    const named = await bank.enter.gift(80, { zelleReference: 'BACx7k2m9' });
    const [[first] = []] = await suggestionsFor(bank, line(80, { text: 'ZELLE FROM A FRIEND CONF# BACX7K2M9' }));
    expect(first?.documents).toEqual([nameOf(named)]);
    expect(first?.reasons).toContain('reference');
  });
});

describe('a reference with a hyphen', () => {
  test('is found in the text of a line', async () => {
    const bank = await work();
    await bank.enter.income(80);
    const named = await bank.enter.income(80, { reference: 'Inv-2026/17' });
    const [[first] = []] = await suggestionsFor(bank, line(80, { text: 'ACH GRANT INV-2026/17 ÉGLISE' }));
    expect(first?.documents).toEqual([nameOf(named)]);
    expect(first?.reasons).toContain('reference');
  });
});

describe('a payee', () => {
  test('is learned from an earlier match of the same text', async () => {
    const bank = await work();
    const january = await bank.enter.income(80, { date: '2026-01-05', payer: 'Grace Foundation' });
    const [first] = await bank.added([line(80, { date: '2026-01-05', text: 'ACH CREDIT GRCFDN' })]);
    await done(bank.match([first?.['id']], [named(january)]));
    await bank.enter.income(90, { payer: 'City of Austin' });
    const grant = await bank.enter.income(90, { payer: 'Grace Foundation' });
    const [, next] = await suggestionsFor(bank, line(90, { text: 'Ach Credit Grcfdn' }));
    expect(next?.[0]).toMatchObject({ documents: [nameOf(grant)], reasons: expect.arrayContaining(['payee']) });
    expect(next?.[1]?.reasons).not.toContain('payee');
  });

  test('who is a giver is learned, and is named only to people who may read givings', async () => {
    const bank = await work();
    const { id: memberId } = await addMember(books, { firstName: 'Zebedee', lastName: 'Quux' });
    const january = await bank.enter.gift(80, { date: '2026-01-05', memberId });
    const [first] = await bank.added([line(80, { date: '2026-01-05', text: 'ZELLE TRANSFER 77' })]);
    await done(bank.match([first?.['id']], [named(january)]));
    await bank.enter.gift(90);
    const gift = await bank.enter.gift(90, { memberId });
    const [, next] = await suggestionsFor(bank, line(90, { text: 'ZELLE TRANSFER 77' }));
    expect(next?.[0]).toMatchObject({ documents: [nameOf(gift)], reasons: expect.arrayContaining(['payee']) });
    expect(JSON.stringify(await bank.lines())).toContain('Zebedee Quux');
    expect(JSON.stringify((await elder.get(`${bank.route}/bank-lines`)).body)).not.toMatch(/Zebedee|Quux/);
  });
});

describe('equal lines', () => {
  test('get different documents first', async () => {
    const bank = await work();
    const documents = [await bank.enter.income(80), await bank.enter.income(80), await bank.enter.income(80)];
    const lines = ['a', 'b', 'c'].map((id) => line(80, { id }));
    const firsts = firstOf(await suggestionsFor(bank, ...lines)).map((names) => names?.[0] ?? '');
    expect(firsts.toSorted()).toEqual(documents.map(nameOf).toSorted());
  });

  test('that are more than the documents leave the others with no document that is taken twice first', async () => {
    const bank = await work();
    await bank.enter.income(80);
    const all = await suggestionsFor(bank, line(80, { id: 'a' }), line(80, { id: 'b' }));
    expect(all[0]).toHaveLength(1);
  });
});

describe('a line for several documents', () => {
  test.each([
    ['deposits', 2],
    ['deposits', 3],
    ['gifts', 5],
  ] as const)('is suggested %s that add up: %i', async (kind, count) => {
    const bank = await work();
    const amounts = [10.01, 20.02, 40.04, 80.08, 160.16].slice(0, count);
    const documents: Json[] = [];
    for (const amount of amounts) {
      documents.push(await (kind === 'gifts' ? bank.enter.gift(amount) : bank.enter.deposit(amount)));
    }
    await bank.enter.income(999);
    const sum = Number(amounts.reduce((total, amount) => total + amount, 0).toFixed(2));
    const [[first] = []] = await suggestionsFor(bank, line(sum));
    expect(first?.documents).toEqual(documents.map(nameOf).toSorted());
    expect(first?.reasons).toContain('sum');
    expect(first?.reasons).not.toContain('amount');
    expect((await bank.match(first?.lines ?? [], documents.map(named))).status).toBe(201);
  });

  test('is suggested a deposit with the fee that was kept from it', async () => {
    const bank = await work();
    const { feeExpenseId } = await bank.enter.deposit(100, { fee: 3 });
    const [[first] = []] = await suggestionsFor(bank, line(97));
    expect(feeExpenseId).toEqual(expect.any(Number));
    expect(first?.documents.map((name) => name.split(' ')[0])).toEqual(['Deposit', 'Payment']);
  });

  test('is suggested no six of them', async () => {
    const bank = await work();
    for (const amount of [1.01, 2.02, 4.04, 8.08, 16.16, 32.32]) await bank.enter.income(amount);
    expect(await suggestionsFor(bank, line(63.63))).toEqual([[]]);
  });

  test('is suggested none that are more than ten days away', async () => {
    const bank = await work();
    await bank.enter.income(10, { date: '2026-01-23' });
    await bank.enter.income(20);
    expect(await suggestionsFor(bank, line(30))).toEqual([[]]);
  });

  test('is suggested several that add up before an equal one that is far away', async () => {
    const bank = await work();
    const parts = [await bank.enter.income(10), await bank.enter.income(20)];
    const far = await bank.enter.income(30, { date: '2026-01-05' });
    const [[first, second] = []] = await suggestionsFor(bank, line(30));
    expect(first).toMatchObject({ documents: parts.map(nameOf).toSorted(), reasons: ['sum', 'date'] });
    expect(second).toMatchObject({ documents: [nameOf(far)], reasons: ['amount'] });
  });

  test('is suggested one equal document before several that add up', async () => {
    const bank = await work();
    await bank.enter.income(10);
    await bank.enter.income(20);
    const whole = await bank.enter.income(30);
    expect(firstOf(await suggestionsFor(bank, line(30)))).toEqual([[nameOf(whole)]]);
  });
});

describe('several lines for one document', () => {
  test('come before a document that has only the amount of one of them and is far away', async () => {
    const bank = await work();
    const far = await bank.enter.check(40, { reference: '502', date: '2026-01-05' });
    const check = await bank.enter.check(100);
    await bank.bring([line(-60, { text: 'PART ONE' }), line(-40, { text: 'PART TWO' })]);
    const [one, two] = await suggested(bank);
    expect(firstOf([one ?? [], two ?? []])).toEqual([[nameOf(check)], [nameOf(check)]]);
    expect(two?.[1]).toMatchObject({ documents: [nameOf(far)], reasons: ['amount'] });
  });

  test('are suggested together', async () => {
    const bank = await work();
    const check = await bank.enter.check(100);
    await bank.bring([line(-60, { text: 'PART ONE' }), line(-40, { text: 'PART TWO' })]);
    const lines = await bank.lines();
    const ids = lines.map(({ id }) => id);
    for (const { suggestions } of lines) {
      const [first] = suggestions;
      expect(first.lines.toSorted()).toEqual(ids);
      expect([first.documents.map(nameOf), first.reasons.includes('sum')]).toEqual([[nameOf(check)], true]);
    }
    expect((await bank.match(ids, [named(check)])).status).toBe(201);
  });
});

describe('a line that needs no document', () => {
  test('has no suggestions when it is matched or ignored, and has them again when it is open', async () => {
    const bank = await work();
    const income = await bank.enter.income(80);
    await bank.bring([line(80)]);
    const [{ id } = {} as Json] = await bank.lines();
    const route = `${bank.route}/bank-lines/${id}`;
    await done(treasurer.post(`${route}/ignore`));
    expect(await suggested(bank)).toEqual([[]]);
    await done(treasurer.post(`${route}/open`));
    expect(firstOf(await suggested(bank))).toEqual([[nameOf(income)]]);
    const match = await done(bank.match([id], [named(income)]));
    expect(await suggested(bank)).toEqual([[]]);
    await treasurer.del(`${bank.route}/matches/${match.id}`);
    expect(firstOf(await suggested(bank))).toEqual([[nameOf(income)]]);
  });
});

describe('reading the lines', () => {
  test('matches nothing, however certain a suggestion is', async () => {
    const bank = await work();
    await bank.enter.check(80, { reference: '1042' });
    await bank.bring([line(-80, { check: '1042', text: 'CHECK 1042' })]);
    const before = await bank.lines();
    expect(before).toMatchObject([{ status: 'Open', matchId: null }]);
    expect(await bank.lines()).toEqual(before);
    const { items } = await done(books.admin.get('/api/audit-logs?entityType=BankMatch&pageSize=200'));
    expect(items.filter(({ changes }: Json) => changes.accountId?.[1] === bank.id)).toEqual([]);
  });

  test('finds the same suggestions on each page as on one', async () => {
    const bank = await work();
    for (const amount of [1, 2, 3, 4]) await bank.enter.income(80 + amount);
    await bank.bring([1, 2, 3, 4].map((amount) => line(80 + amount, { text: `LINE ${amount}` })));
    const whole = await bank.lines();
    const pages = await Promise.all(
      [1, 2].map((page) => done(treasurer.get(`${bank.route}/bank-lines?sort=id&pageSize=2&page=${page}`))),
    );
    expect(pages.flatMap(({ items }) => items)).toEqual(whole);
  });
});

describe('every suggestion', () => {
  test('can be matched as it is', async () => {
    const bank = await work();
    const other = await newBank(books, treasurer, 'Savings');
    await bank.enter.income(11.11);
    await bank.enter.deposit(22.22);
    await bank.enter.gift(33.33);
    await bank.enter.check(44.44);
    await bank.enter.transfer(55.55, { fromAccountId: bank.id, toAccountId: other.id });
    await bank.enter.entry(66.66, elder);
    await bank.bring([11.11, 55.55, -44.44, -55.55, 66.66].map((amount) => line(amount, { text: `L ${amount}` })));
    for (const { id } of await bank.lines()) {
      const { suggestions } = (await bank.lines('&status=Open')).find((open) => open['id'] === id) ?? {};
      expect(suggestions).not.toEqual([]);
      expect((await bank.match(suggestions[0].lines, suggestions[0].documents.map(named))).status).toBe(201);
    }
    expect((await bank.lines()).map(({ status }) => status)).toEqual(Array(5).fill('Matched'));
  });
});

// The books of this file begin again here, so these tests come last.
describe('an outstanding item of the opening', () => {
  test('is suggested for a line, is matched, and is neither income nor expense', async () => {
    const bank = await work();
    const outstanding = [
      { date: '2009-06-28', reference: '0917', amount: -50 },
      { date: '2009-06-29', amount: 75.25 },
    ];
    const account = { accountId: bank.id, balance: 1025.25, bankBalance: 1000, outstanding };
    const opening = { date: '2009-07-01', accounts: [account], funds: [] };
    await done(treasurer.put('/api/books/opening', opening));
    await bank.bring([
      line(-50, { date: '2009-07-06', text: 'CHECK 917', check: '917' }),
      line(75.25, { date: '2009-07-01', text: 'DEPOSIT' }),
    ]);
    const lines = await bank.lines();
    expect(lines.map(({ suggestions }) => suggestions[0]?.documents[0])).toMatchObject([
      { type: 'OutstandingItem', amount: -50, reference: '0917', date: '2009-06-28' },
      { type: 'OutstandingItem', amount: 75.25, reference: null, date: '2009-06-29' },
    ]);
    for (const { id, suggestions } of lines) {
      expect((await bank.match([id], suggestions[0].documents.map(named))).status).toBe(201);
    }
    const statement = await done(treasurer.get('/api/monthly-statements/2009/7'));
    expect(statement).toMatchObject({ totalGiving: 0, totalOtherIncome: 0, totalExpenses: 0 });
    const { balance } = await done(treasurer.get(`/api/accounts/${bank.id}`));
    expect(balance).toBe(1025.25);
    const changed = {
      ...opening,
      accounts: [{ ...account, balance: 975, outstanding: outstanding.slice(0, 1), bankBalance: 1025 }],
    };
    expect(refusal(await treasurer.put('/api/books/opening', changed))).toBe('409 reconciled');
    expect((await treasurer.put('/api/books/opening', opening)).status).toBe(200);
  });
});

describe('an outstanding check of the opening', () => {
  test('is suggested by its number', async () => {
    const bank = await work();
    const check = (reference: string) => ({ date: '2009-06-28', reference, amount: -60 });
    const outstanding = [check('0915'), check('0916')];
    const account = { accountId: bank.id, balance: 880, bankBalance: 1000, outstanding };
    const items = { date: '2009-06-30', accounts: [account], funds: [] };
    const [opening] = [await done(treasurer.get('/api/books/opening'))];
    expect(opening.date).toBe('2009-07-01');
    const kept = opening.accounts.map(({ accountId, balance, bankBalance, outstanding: found }: Json) => ({
      accountId,
      balance,
      bankBalance,
      outstanding: found.map(({ date, reference, amount }: Json) => ({ date, reference, amount })),
    }));
    await done(treasurer.put('/api/books/opening', { ...items, date: '2009-07-01', accounts: [...kept, account] }));
    const sent = line(-60, { date: '2009-07-06', text: 'CHECK 916', check: '916' });
    const [[first, ...others] = []] = await suggestionsFor(bank, sent);
    expect(first?.reasons).toEqual(expect.arrayContaining(['amount', 'checkNumber']));
    expect(others).toEqual([]);
  });
});
