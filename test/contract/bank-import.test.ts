/** Files of a bank: each line is imported exactly once, however the files overlap, and a bad file changes nothing. */
import { beforeAll, describe, expect, test } from 'vitest';
import { EXPECTED, sample } from '../features/bank/files/samples.ts';
import { big5 } from '../support/big5.ts';
import { type Bank, bankOf, type Line, newBank, ofx, sendFile, sendForm, sendRaw } from './bank-support.ts';
import { badPaths, booksOfFile, done, inDays, type Json, refusal, type Staff } from './books.ts';

const books = booksOfFile();
let treasurer: Staff;
let elder: Staff;
let secretary: Staff;
beforeAll(async () => {
  treasurer = await books.as(['treasurer']);
  elder = await books.as(['elder']);
  secretary = await books.as(['secretary']);
});

const bank = (kind?: string): Promise<Bank> => newBank(books, treasurer, kind);
const counts = (imported: number, more: Json = {}) => ({
  importId: expect.any(Number),
  imported,
  skipped: 0,
  changed: 0,
  pending: 0,
  empty: 0,
  otherCurrencies: [],
  reversed: false,
  ruled: 0,
  refused: 0,
  ...more,
});
const shown = ({ date, amount, description }: Json) => [date, amount, description];
const sorted = (all: readonly unknown[]) => all.map((one) => JSON.stringify(one)).toSorted();
const MDY = { date: 'Date', description: 'Text', amount: 'Amount', dateFormat: 'MM/DD/YYYY' };
const COFFEE: Line = { id: '21', date: '2026-01-05', amount: -12, text: 'COFFEE HUT' };
const RENT: Line = { id: '22', date: '2026-01-07', amount: -900, text: 'RENT' };
const GIFT: Line = { id: '23', date: '2026-01-09', amount: 50.25, text: 'DEPOSIT' };

describe('an OFX file', () => {
  test('can be read before it is imported, which writes nothing', async () => {
    const account = await bank();
    await account.bring([COFFEE]);
    const before = await account.lines();
    const { importId: _, ruled: __, refused: ___, ...same } = counts(2, { skipped: 1 });
    const answer = await account.preview([COFFEE, RENT, GIFT]);
    expect([answer.status, answer.body]).toEqual([
      200,
      { ...same, from: '2026-01-05', to: '2026-01-09', balance: 0, balanceOn: '2026-01-09' },
    ]);
    expect(await account.lines()).toEqual(before);
    expect(await account.bring([COFFEE, RENT, GIFT])).toEqual(counts(2, { skipped: 1 }));
    expect(refusal(await account.preview([{ ...GIFT, date: inDays(3) }]))).toBe('422 file_refused');
  });

  test('is imported from a form, and raw under each of its content types', async () => {
    const account = await bank();
    expect(await account.bring([COFFEE, RENT])).toEqual(counts(2));
    const types = ['application/x-ofx', 'application/vnd.intu.qfx', 'application/octet-stream'];
    for (const type of types) {
      const answer = await sendRaw(account.importer, ofx([COFFEE, RENT]), type);
      expect([answer.status, answer.body]).toEqual([200, counts(0, { skipped: 2 })]);
    }
    expect(await done(sendRaw(account.importer, ofx([GIFT])))).toEqual(counts(1));
    const lines = await account.lines();
    expect(lines.map(shown)).toEqual([
      ['2026-01-05', -12, 'COFFEE HUT'],
      ['2026-01-07', -900, 'RENT'],
      ['2026-01-09', 50.25, 'DEPOSIT'],
    ]);
    expect(lines[0]).toMatchObject({
      accountId: account.id,
      bankId: '21',
      checkNumber: null,
      status: 'Open',
      matchId: null,
      createdBy: treasurer.userId,
    });
  });

  test('keeps the number of a check', async () => {
    const account = await bank();
    await account.bring([{ date: '2026-01-05', amount: -12, text: 'CHECK', check: '1042' }]);
    expect(await account.lines()).toMatchObject([{ checkNumber: '1042' }]);
  });

  test('without lines imports nothing', async () => {
    expect(await (await bank()).bring([])).toEqual(counts(0));
  });

  test('may be dated before the books begin', async () => {
    expect(await (await bank()).bring([{ ...COFFEE, date: '1999-12-31' }])).toEqual(counts(1));
  });
});

describe('two downloads that overlap', () => {
  test('import each line once', async () => {
    const account = await bank();
    expect(await account.bring([COFFEE, RENT])).toEqual(counts(2));
    expect(await account.bring([RENT, GIFT])).toEqual(counts(1, { skipped: 1 }));
    expect(await account.bring([COFFEE, RENT, GIFT])).toEqual(counts(0, { skipped: 3 }));
    expect(await account.lines()).toHaveLength(3);
  });

  test('sent at the same time import each line once', async () => {
    const account = await bank();
    const lines = Array.from({ length: 40 }, (_, index) => ({ ...COFFEE, id: `${index}`, text: `SHOP ${index}` }));
    const answers = await Promise.all([1, 2, 3].map(() => account.bring(lines)));
    expect(answers.reduce((sum, { imported }) => sum + imported, 0)).toBe(40);
    expect(await account.lines()).toHaveLength(40);
  });

  test('of two accounts do not disturb each other', async () => {
    const [one, other] = [await bank(), await bank()];
    expect(await one.bring([COFFEE])).toEqual(counts(1));
    expect(await other.bring([COFFEE])).toEqual(counts(1));
    expect(await one.lines()).toHaveLength(1);
  });
});

describe('what a bank says of a line', () => {
  const ZELLE = { date: '2026-01-05', amount: 100, text: 'Zelle payment from', memo: 'MEI LIN' };
  const CSV = 'Date,Text,More,Amount\n';
  const NAMED = { ...MDY, memo: 'More' };
  const texts = async (account: Bank) => (await account.lines()).map(({ description }) => description);

  test.each<[string, string, string, Json]>([
    ['DEBIT CARD PURCHASE', 'ZOOM.US 888-799', 'DEBIT CARD PURCHASE · ZOOM.US 888-799', { checkNumber: null }],
    ['CHECK', '0000000502', 'CHECK · 0000000502', { checkNumber: '502' }],
    ['WITHDRAWAL', 'Check 502', 'WITHDRAWAL · Check 502', { checkNumber: '502' }],
    ['COFFEE H', 'Coffee Hut Austin', 'Coffee Hut Austin', { checkNumber: null }],
    ['COFFEE HUT AUSTIN', 'coffee hut', 'COFFEE HUT AUSTIN', { checkNumber: null }],
  ])('in its name %j and its memo %j is one text', async (text, memo, description, more) => {
    const [ofx, csv] = [await bank(), await bank()];
    await ofx.bring([{ ...ZELLE, text, memo }]);
    await done(csv.file(`${CSV}01/05/2026,${text},${memo},100`, NAMED));
    for (const account of [ofx, csv]) expect(await account.lines()).toMatchObject([{ description, ...more }]);
  });

  test('is enough to tell two transfers of a day apart, in whatever order the next files have them', async () => {
    const account = await bank();
    await done(account.file(`${CSV}01/05/2026,Zelle payment from,MEI LIN,100`, NAMED));
    const both = `${CSV}01/05/2026,Zelle payment from,BO CHEN,100\n01/05/2026,Zelle payment from,MEI LIN,100`;
    expect(await done(account.file(both))).toEqual(counts(1, { skipped: 1 }));
    expect(await done(account.file(both))).toEqual(counts(0, { skipped: 2 }));
    expect(await texts(account)).toEqual(['Zelle payment from · MEI LIN', 'Zelle payment from · BO CHEN']);
  });

  test('is not entered again if another file, or an older Vestry, has only a part of it', async () => {
    const csv = { short: 'Date,Text,Amount\n01/05/2026,Zelle payment from,100', long: `${CSV}01/05/2026,` };
    const known = counts(0, { skipped: 1 });
    const [one, two, three] = [await bank(), await bank(), await bank()];
    await done(one.file(csv.short, MDY));
    expect(await done(one.file(`${csv.long}Zelle payment from,MEI LIN,100`, NAMED))).toEqual(known);
    expect(await one.bring([ZELLE])).toEqual(known);
    await two.bring([ZELLE]);
    expect(await done(two.file(csv.short, MDY))).toEqual(known);
    expect(await done(two.file(`${csv.long}MEI LIN,Zelle,100`, NAMED))).toEqual(known);
    await three.bring([{ ...ZELLE, memo: 'Incoming Zelle payment from MEI LIN' }]);
    expect(await done(three.file(csv.short, MDY))).toEqual(known);
  });
});

describe('equal lines of a day', () => {
  const twins: [string, (times: number) => Promise<{ account: Bank; send: (times: number) => Promise<Json> }>][] = [
    [
      'with ids of the bank',
      async () => of((times) => ofx(Array.from({ length: times }, (_, i) => ({ ...COFFEE, id: `5${i}` })))),
    ],
    [
      'in a CSV file without ids',
      async () => of((times) => `Date,Text,Amount\n${'01/05/2026,COFFEE HUT,-12.00\n'.repeat(times)}`, MDY),
    ],
  ];
  async function of(content: (times: number) => string, mapping?: Json) {
    const account = await bank();
    return { account, send: (times: number) => done(account.file(content(times), mapping)) };
  }
  test.each(twins)('%s are as many lines as the largest file has', async (_what, make) => {
    const { account, send } = await make(2);
    expect(await send(2)).toEqual(counts(2));
    expect(await send(2)).toEqual(counts(0, { skipped: 2 }));
    expect(await send(3)).toEqual(counts(1, { skipped: 2 }));
    expect(await send(1)).toMatchObject({ imported: 0 });
    expect(await account.lines()).toHaveLength(3);
  });
});

describe('an id of the bank', () => {
  test.each<[string, Partial<Line>]>([
    ['date and amount', { date: '2026-03-05', amount: -80, text: 'BOOKS' }],
    ['date', { date: '2026-03-05' }],
  ])('that is used again with another %s is another line', async (_what, fields) => {
    const account = await bank();
    await account.bring([COFFEE]);
    expect(await account.bring([{ ...COFFEE, ...fields }])).toEqual(counts(1));
    expect(await account.lines()).toHaveLength(2);
  });

  test('that each download gives anew adds no line twice, in whatever order the lines are', async () => {
    const account = await bank();
    const numbered = (ids: readonly [string, Line][]) => ids.map(([id, line]) => ({ ...line, id }));
    await account.bring(
      numbered([
        ['1', COFFEE],
        ['2', RENT],
      ]),
    );
    await account.bring(
      numbered([
        ['2', GIFT],
        ['1', RENT],
      ]),
    );
    await account.bring(
      numbered([
        ['1', RENT],
        ['2', GIFT],
      ]),
    );
    const texts = (await account.lines()).map(({ description }) => description);
    expect(sorted(texts)).toEqual(sorted(['COFFEE HUT', 'DEPOSIT', 'RENT']));
  });

  test('that two lines of one file share is two lines', async () => {
    const account = await bank();
    const fee = { ...COFFEE, amount: -0.36, text: 'FOREIGN FEE' };
    expect(await account.bring([COFFEE, fee])).toEqual(counts(2));
    expect(await account.bring([COFFEE, fee])).toEqual(counts(0, { skipped: 2 }));
  });
});

describe('a line that the bank has changed', () => {
  test.each<[string, Partial<Line>, Json]>([
    ['amount', { amount: -14.4 }, { amount: -14.4, description: 'COFFEE HUT', bankId: '21' }],
    ['id', { id: '99' }, { amount: -12, description: 'COFFEE HUT', bankId: '99' }],
  ])('in its %s keeps its id in Vestry and is not added again', async (_what, fields, expected) => {
    const account = await bank();
    await account.bring([COFFEE, RENT]);
    const [before] = await account.lines();
    expect(await account.bring([{ ...COFFEE, ...fields }, RENT])).toEqual(counts(0, { skipped: 1, changed: 1 }));
    const lines = await account.lines();
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatchObject({ id: before?.['id'], date: '2026-01-05', ...expected });
    expect(await account.bring([{ ...COFFEE, ...fields }, RENT])).toEqual(counts(0, { skipped: 2 }));
  });

  const ACME: Line = { id: 'PEND1', date: '2026-02-10', amount: -40, text: 'ACME' };
  const LATER: Line = { id: '31', date: '2026-02-14', amount: -7, text: 'BOOKS' };

  test('in its day is not added again, although it was the first line of the file', async () => {
    const account = await bank();
    await account.bring([ACME, LATER]);
    const moved = { ...ACME, id: 'POST9', date: '2026-02-12' };
    const sent = await done(account.send([moved, LATER], { begin: '2026-02-01' }));
    expect(sent).toEqual(counts(0, { skipped: 1, changed: 1 }));
    expect(await account.lines()).toMatchObject([{ bankId: 'POST9', date: '2026-02-12' }, { bankId: '31' }]);
  });

  test('in its day is not added again from a file that does not name its first day', async () => {
    const account = await bank();
    const [pending, rest] = ['02/10/2026,ACME,-40', '02/14/2026,BOOKS,-7'];
    await done(account.file(`Date,Text,Amount\n${pending}\n${rest}`, MDY));
    const moved = await done(account.file(`Date,Text,Amount\n02/12/2026,ACME,-40\n${rest}`));
    expect(moved).toEqual(counts(0, { skipped: 1, changed: 1 }));
  });

  test('is not taken for the payment of the week before, which the file is too short to have', async () => {
    const account = await bank();
    await account.bring([ACME, LATER]);
    const next = { ...ACME, id: '41', date: '2026-02-17' };
    expect(await account.bring([LATER, next])).toEqual(counts(1, { skipped: 1 }));
    const far = { ...next, id: '42', date: '2026-02-24' };
    expect(await done(account.send([far], { begin: '1970-01-01' }))).toEqual(counts(1));
    expect(await account.lines()).toHaveLength(4);
  });

  test('in its text shows the new text', async () => {
    const account = await bank();
    await account.bring([COFFEE]);
    await account.bring([{ ...COFFEE, text: 'COFFEE HUT AUSTIN TX' }]);
    expect(await account.lines()).toMatchObject([{ description: 'COFFEE HUT AUSTIN TX' }]);
  });

  test('in its text is not added again from a CSV file', async () => {
    const account = await bank();
    await done(account.file('Date,Text,Amount\n01/05/2026,COFFEE HUT,-12\n', MDY));
    const changed = await done(account.file('Date,Text,Amount\n01/05/2026,COFFEE HUT AUSTIN,-12\n'));
    expect(changed).toEqual(counts(0, { changed: 1 }));
    expect(await account.lines()).toMatchObject([{ description: 'COFFEE HUT AUSTIN' }]);
  });

  test('is recorded in the audit log with its old and new amount', async () => {
    const account = await bank();
    await account.bring([COFFEE]);
    await account.bring([{ ...COFFEE, amount: -14.4 }]);
    const [line] = await account.lines();
    const { items } = await done(books.admin.get(`/api/audit-logs?entityType=BankLine&entityId=${line?.['id']}`));
    expect(items.map(({ changes }: Json) => changes.amount)).toContainEqual([-12, -14.4]);
  });

  test('is not taken for a different purchase of that day', async () => {
    const account = await bank();
    await account.bring([COFFEE, RENT]);
    const other = { id: '31', date: '2026-01-05', amount: -310.77, text: 'CITY POWER' };
    expect(await account.bring([COFFEE, other, RENT])).toMatchObject({ imported: 1, changed: 0 });
    expect(await account.lines()).toHaveLength(3);
  });

  test('keeps its amount while it is matched, and the new amount is an open line', async () => {
    const account = await bank();
    const [line] = await account.added([COFFEE]);
    const made = await treasurer.post(`${account.route}/bank-lines/${line?.['id']}/expense`, {
      subCategoryId: books.subCategory('Office Supplies'),
      ministryId: books.ministry('Administration'),
    });
    expect(made.status).toBe(201);
    await account.bring([{ ...COFFEE, amount: -14.4 }]);
    expect(await account.lines()).toMatchObject([
      { id: line?.['id'], amount: -12, status: 'Matched' },
      { amount: -14.4, status: 'Open' },
    ]);
  });
});

describe('a CSV file', () => {
  const CSV = 'Date,Text,Amount\n01/05/2026,COFFEE HUT,-12.00\n01/09/2026,"DEPOSIT, ""CASH""","1,050.25"\n';

  test('is read with the mapping, which the account keeps for the next file', async () => {
    const account = await bank();
    expect(await done(account.file(CSV, MDY))).toEqual(counts(2));
    expect((await account.lines()).map(shown)).toEqual([
      ['2026-01-05', -12, 'COFFEE HUT'],
      ['2026-01-09', 1050.25, 'DEPOSIT, "CASH"'],
    ]);
    expect(await done(account.file(`${CSV}01/10/2026,BOOKS,-8\n`))).toEqual(counts(1, { skipped: 2 }));
    const raw = await sendRaw(account.importer, `${CSV}01/11/2026,BOOKS,-9\n`, 'text/csv');
    expect([raw.status, raw.body.imported]).toEqual([200, 1]);
  });

  test('without a mapping is refused if the account has none, even if another account has one', async () => {
    await done((await bank()).file(CSV, MDY));
    const answer = await (await bank()).file(CSV);
    expect(refusal(answer)).toBe('422 file_refused');
    expect(answer.body.detail).toMatch(/Date, Text, Amount/);
  });

  test('that is refused leaves the mapping of the account as it was', async () => {
    const account = await bank();
    await done(account.file(CSV, MDY));
    const refused = await account.file(CSV, { ...MDY, date: 'Datum' });
    expect(refusal(refused)).toBe('422 file_refused');
    expect(await done(account.file(CSV))).toEqual(counts(0, { skipped: 2 }));
  });

  test('with balances that do not follow from its lines is refused by line, and can be imported without them', async () => {
    const account = await bank();
    const rows = ['01/05/2026,COFFEE HUT,-12.00,88.00', '01/09/2026,DEPOSIT,50.25,150.00'];
    const content = ['Date,Text,Amount,Balance', ...rows].join('\n');
    const answer = await account.file(content, { ...MDY, balance: 'Balance' });
    expect(refusal(answer)).toBe('422 file_refused');
    const message = 'is 150.00, but 88.00 in line 2 and 50.25 in this line make 138.25';
    expect(answer.body).toMatchObject({
      errors: [{ path: 'lines.3.balance', code: 'balance_differs', message }],
      guess: { columns: ['Date', 'Text', 'Amount', 'Balance'] },
    });
    expect(await account.lines()).toEqual([]);
    expect(await done(account.file(content, MDY))).toEqual(counts(2));
  });

  test('may have columns for debit and credit', async () => {
    const account = await bank();
    const content = 'Date,Text,Debit,Credit\n01/05/2026,COFFEE,12.00,\n01/09/2026,DEPOSIT,,50.25\n';
    const mapping = { date: 'Date', description: 'Text', debit: 'Debit', credit: 'Credit', dateFormat: 'mdy' };
    expect(await done(account.file(content, mapping))).toEqual(counts(2));
    expect((await account.lines()).map(({ amount }) => amount)).toEqual([-12, 50.25]);
  });

  test('may be in Big5', async () => {
    const account = await bank();
    const content = big5('日期,摘要,金額\n2026/01/05,水電費,-1200\n2026/01/09,奉獻存入,3000\n');
    const mapping = { date: '日期', description: '摘要', amount: '金額', dateFormat: 'YYYY/MM/DD' };
    expect(await done(account.file(content, mapping))).toEqual(counts(2));
    expect((await account.lines()).map(({ description }) => description)).toEqual(['水電費', '奉獻存入']);
  });

  test.each<[string, unknown, string[]]>([
    ['unknown fields', { ...MDY, amuont: 'Amount' }, ['mapping.amuont']],
    ['no date', { ...MDY, date: undefined }, ['mapping.date']],
    ['several faults', { ...MDY, date: 5, description: '' }, ['mapping.date', 'mapping.description']],
    ['an unknown order of the date', { ...MDY, dateFormat: 'mmm' }, ['mapping.dateFormat']],
    ['an amount and a debit', { ...MDY, debit: 'Debit' }, ['mapping.amount']],
    ['neither an amount nor a debit', { ...MDY, amount: undefined }, ['mapping.amount']],
    ['no object', [1], ['mapping']],
  ])('with %s in its mapping is refused with the paths of all faults', async (_what, mapping, paths) => {
    const account = await bank();
    const answer = await account.file(CSV, mapping);
    expect([refusal(answer), badPaths(answer)]).toEqual(['400 validation_failed', paths]);
    expect(await account.lines()).toEqual([]);
  });

  test('with a column that may matter is refused by its name, and read without it', async () => {
    const { importer } = await bank();
    const content = 'Date,Text,Amount,Fee\n03/14/2026,Water,-41.20,1.47\n';
    const mapping = JSON.stringify({ date: 'Date', description: 'Text', amount: 'Amount', dateFormat: 'mdy' });
    const refused = await sendForm(importer, content, { mapping });
    expect([refused.status, refused.body]).toMatchObject([422, { code: 'file_refused', unread: ['Fee'] }]);
    const sent = await sendForm(importer, content, { mapping, ignore: '["Fee"]' });
    expect([sent.status, sent.body]).toMatchObject([200, { imported: 1 }]);
    const odd = await sendForm(importer, content, { mapping, ignore: '[5]' });
    expect([odd.status, odd.body.errors]).toMatchObject([400, [{ path: 'ignore.0' }]]);
  });

  test('with a mapping that is not JSON is refused', async () => {
    const answer = await sendForm((await bank()).importer, CSV, { mapping: '{date' });
    expect([answer.status, badPaths(answer)]).toEqual([400, ['mapping']]);
  });
});

describe('a form', () => {
  test('with an unknown field is refused', async () => {
    const account = await bank();
    const answer = await sendForm(account.importer, ofx([COFFEE]), { maping: '{}' });
    expect([refusal(answer), badPaths(answer)]).toEqual(['400 validation_failed', ['maping']]);
    expect(await account.lines()).toEqual([]);
  });

  test('without a file is refused', async () => {
    const form = new FormData();
    form.set('mapping', JSON.stringify(MDY));
    const response = await fetch(`${books.daemon.url}${(await bank()).route}/bank-lines/import`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${treasurer.token}` },
      body: form,
    });
    const body = (await response.json()) as Json;
    expect([response.status, body.errors.map(({ path }: Json) => path)]).toEqual([400, ['file']]);
  });
});

const withCurrency = async (currency: string) => {
  const profile = await done(books.admin.get('/api/church-profile'));
  const fields = ['name', 'legalName', 'timeZone', 'locale', 'aiProvider', 'fiscalYearStartMonth'];
  const kept = Object.fromEntries(fields.map((field) => [field, profile[field]]));
  await done(books.admin.put('/api/church-profile', { ...kept, currency }));
};

describe('two downloads of', () => {
  test.each(Object.entries(EXPECTED.unions))('%s import exactly the lines of both, once', async (_name, union) => {
    const { files, accountNumber, lines } = union;
    const [first] = files;
    const currency = EXPECTED.files[first ?? '']?.statements[0]?.currency ?? 'USD';
    if (currency !== 'USD') await withCurrency(currency);
    const { id } = await done(
      treasurer.post('/api/accounts', {
        name: `Bank ${_name}`,
        kind: _name.includes('card') ? 'CreditCard' : 'Checking',
        ...(accountNumber !== undefined && { number: accountNumber }),
      }),
    );
    const account = bankOf(books, treasurer, id);
    try {
      for (const file of files) await done(account.file(sample(file), EXPECTED.files[file]?.mapping));
      const read = await account.lines();
      const wanted = lines.map((line) => shown({ ...line, amount: Number(line.amount) }));
      expect(sorted(read.map(shown))).toEqual(sorted(wanted.filter(([, amount]) => amount !== 0)));
      for (const file of files.toReversed()) {
        expect(await done(account.file(sample(file)))).toMatchObject({ imported: 0 });
      }
      expect((await account.lines()).map(shown)).toEqual(read.map(shown));
    } finally {
      if (currency !== 'USD') await withCurrency('USD');
    }
  });

  test('a file with a line of 0 leave it out, because it changes no balance', async () => {
    const account = await bank();
    const brought = await account.bring([{ ...COFFEE, amount: 0, text: 'FEE WAIVED' }, RENT]);
    expect(brought).toEqual(counts(1, { empty: 1 }));
    expect(await account.lines()).toMatchObject([{ description: 'RENT' }]);
  });

  test('a file with pending lines counts and leaves them out', async () => {
    const account = await bank();
    const file = 'citi/first.csv';
    expect(await done(account.file(sample(file), EXPECTED.files[file]?.mapping))).toEqual(counts(2, { pending: 1 }));
    expect(await account.lines()).toHaveLength(2);
  });
});

describe('a CSV file with rows that move no money', () => {
  test('counts them, and counts rows that are not posted yet as pending', async () => {
    const account = await bank();
    const rows = [
      'Date,Text,Amount,Status',
      '01/05/2026,OPENING BALANCE,,',
      '01/05/2026,COFFEE HUT,-12.00,Posted',
      '01/06/2026,FUEL,-30.00,Declined',
      '01/07/2026,FEE WAIVED,0.00,Posted',
      'Pending,RENT,-900.00,',
      'Total,,-12.00,',
    ];
    const mapping = { ...MDY, status: 'Status' };
    expect(await done(account.file(rows.join('\n'), mapping))).toEqual(counts(1, { empty: 4, pending: 1 }));
    expect(await account.lines()).toHaveLength(1);
  });
});

describe('a mapping', () => {
  test.each([
    ['a direction without an amount', { direction: 'Dr/Cr' }, ['mapping.direction']],
    ['the other sign without an amount', { reversed: true }, ['mapping.reversed']],
  ])('with %s is refused', async (_what, fields, paths) => {
    const debit = { date: 'Date', description: 'Text', debit: 'Debit', dateFormat: 'mdy', ...fields };
    const answer = await (await bank()).file('Date,Text,Debit\n01/05/2026,COFFEE,12\n', debit);
    expect([refusal(answer), badPaths(answer)]).toEqual(['400 validation_failed', paths]);
  });

  test('that comes with an OFX file is refused, and the account does not keep it', async () => {
    const account = await bank();
    const answer = await account.file(ofx([COFFEE]), MDY);
    expect([refusal(answer), badPaths(answer)]).toEqual(['400 validation_failed', ['mapping']]);
    expect(refusal(await account.file('Date,Text,Amount\n01/05/2026,COFFEE HUT,-12\n'))).toBe('422 file_refused');
  });
});

describe('a bad file', () => {
  const odd = Object.entries(EXPECTED.odd);
  const refused = odd.flatMap(([name, { refused, mapping }]) =>
    refused === undefined ? [] : [{ name, refused, mapping }],
  );
  const faulty = odd.flatMap(([name, { problems, mapping }]) =>
    problems === undefined ? [] : [{ name, problems, mapping }],
  );

  test.each(refused)('$name is refused, and nothing is imported', async ({ name, refused, mapping }) => {
    const account = await bank();
    const answer = await account.file(sample(name), mapping);
    expect([refusal(answer), answer.body.detail]).toEqual(['422 file_refused', refused]);
    expect(await account.lines()).toEqual([]);
  });

  test.each(faulty)(
    '$name is refused with every bad line, and nothing is imported',
    async ({ name, problems, mapping }) => {
      const account = await bank();
      const answer = await account.file(sample(name), mapping);
      expect(refusal(answer)).toBe('422 file_refused');
      expect(answer.body.detail).toMatch(/^Nothing was imported\./);
      const found = answer.body.errors.map(({ path }: Json) => Number(path.split('.')[1]));
      expect(found).toEqual(problems.map(({ line }) => line));
      expect(await account.lines()).toEqual([]);
    },
  );

  test('with one fault among good lines imports none of them', async () => {
    const account = await bank();
    const answer = await account.file('Date,Text,Amount\n01/05/2026,A,-1\n13/05/2026,B,-2\n01/06/2026,C,-3\n', MDY);
    expect(refusal(answer)).toBe('422 file_refused');
    expect(answer.body.errors.map(({ path }: Json) => path)).toEqual(['lines.3.date']);
    expect(await account.lines()).toEqual([]);
  });

  test('with a line in the future is refused', async () => {
    const account = await bank();
    const answer = await account.send([COFFEE, { ...RENT, date: inDays(40) }]);
    expect(refusal(answer)).toBe('422 file_refused');
    expect(answer.body.errors).toHaveLength(1);
    expect(await account.lines()).toEqual([]);
  });
});

describe('a file of another account', () => {
  test('is refused if the account has had a file with another number', async () => {
    const account = await bank();
    expect((await account.send([COFFEE], { account: '111222333' })).status).toBe(200);
    expect(refusal(await account.send([RENT], { account: '999888777' }))).toBe('422 file_refused');
    expect(await account.lines()).toHaveLength(1);
    expect((await account.send([RENT], { account: '111222333' })).status).toBe(200);
  });

  test.each([
    ['111222333', '111222333', 200],
    ['111-222-333', '111222333', 200],
    ['2333', '111222333', 200],
    ['111222333', '999888777', 422],
    ['7777', '111222333', 422],
  ])('with the number %s and a file of %s gets %i', async (number, inFile, status) => {
    const { id } = await done(
      treasurer.post('/api/accounts', { name: `Numbered ${number} ${inFile}`, kind: 'Checking', number }),
    );
    const account = bankOf(books, treasurer, id);
    const answer = await account.send([COFFEE], { account: inFile });
    expect(answer.status).toBe(status);
    expect(await account.lines()).toHaveLength(status === 200 ? 1 : 0);
  });

  test('that has several accounts is refused if none of them has the number of this account', async () => {
    const { id } = await done(treasurer.post('/api/accounts', { name: 'Third', kind: 'Savings', number: '55555555' }));
    const answer = await sendFile({ books, who: treasurer, accountId: id }, sample('us-bank/first.qfx'));
    expect(refusal(answer)).toBe('422 file_refused');
  });

  test('of another currency is refused', async () => {
    const account = await bank();
    expect(refusal(await account.send([COFFEE], { currency: 'EUR' }))).toBe('422 file_refused');
    expect(await account.lines()).toEqual([]);
  });
});

describe('a large file', () => {
  const many = (count: number): string =>
    ofx(Array.from({ length: count }, (_, i) => ({ id: `${i}`, date: '2026-01-05', amount: -1, text: `SHOP ${i}` })));

  test('of 10,000 lines is imported, and its second import adds nothing', async () => {
    const account = await bank();
    expect(await done(account.file(many(10_000)))).toEqual(counts(10_000));
    expect(await done(account.file(many(10_000)))).toEqual(counts(0, { skipped: 10_000 }));
    const { totalCount } = await done(treasurer.get(`${account.route}/bank-lines?pageSize=1`));
    expect(totalCount).toBe(10_000);
  });

  test('of more than 10,000 lines is refused as a whole', async () => {
    const account = await bank();
    expect(refusal(await account.file(many(10_001)))).toBe('422 file_refused');
    expect(await account.lines()).toEqual([]);
  });
});

describe('an import', () => {
  test('is only for people with statements.manage, and the lines are for people with reports.read', async () => {
    const account = await bank();
    await account.bring([COFFEE]);
    for (const who of [elder, secretary]) {
      expect(refusal(await bankOf(books, who, account.id).send([RENT]))).toBe('403 forbidden');
    }
    expect((await elder.get(`${account.route}/bank-lines`)).body.totalCount).toBe(1);
    expect(refusal(await secretary.get(`${account.route}/bank-lines`))).toBe('403 forbidden');
  });

  test('into an unknown account is refused with 404', async () => {
    expect(refusal(await bankOf(books, treasurer, 999_999).send([COFFEE]))).toBe('404 not_found');
    expect(refusal(await treasurer.get('/api/accounts/999999/bank-lines'))).toBe('404 not_found');
  });

  test('into an account without a bank is refused with 400', async () => {
    const UNDEPOSITED = 1;
    expect(refusal(await bankOf(books, treasurer, UNDEPOSITED).send([COFFEE]))).toBe('400 validation_failed');
  });

  test('of an empty body is refused', async () => {
    expect(refusal(await sendRaw((await bank()).importer, ''))).toBe('422 file_refused');
  });
});

describe('the list of lines', () => {
  test('is filtered by status and date, and sorted by date and amount', async () => {
    const account = await bank();
    const [, rent] = await account.added([COFFEE, RENT, GIFT]);
    await done(treasurer.post(`${account.route}/bank-lines/${rent?.['id']}/ignore`));
    const texts = async (query: string) => (await account.lines(query)).map(({ description }) => description);
    expect(await texts('&status=Open')).toEqual(['COFFEE HUT', 'DEPOSIT']);
    expect(await texts('&status=Ignored')).toEqual(['RENT']);
    expect(await texts('&status=Matched')).toEqual([]);
    expect(await texts('&from=2026-01-07&to=2026-01-09')).toEqual(['RENT', 'DEPOSIT']);
    const { body } = await treasurer.get(`${account.route}/bank-lines?sort=-amount&pageSize=2`);
    expect(body.items.map(shown)).toEqual([
      shown({ ...GIFT, description: 'DEPOSIT' }),
      shown({ ...COFFEE, description: 'COFFEE HUT' }),
    ]);
    expect(body).toMatchObject({ page: 1, pageSize: 2, totalCount: 3, totalPages: 2 });
  });

  test('refuses an unknown status and an unknown order', async () => {
    const { route } = await bank();
    expect(badPaths(await treasurer.get(`${route}/bank-lines?status=Done`))).toEqual(['status']);
    expect(badPaths(await treasurer.get(`${route}/bank-lines?sort=text`))).toEqual(['sort']);
  });

  test('does not show a line of another account', async () => {
    const [one, other] = [await bank(), await bank()];
    const [line] = await one.added([COFFEE]);
    expect((await treasurer.get(`${one.route}/bank-lines/${line?.['id']}`)).status).toBe(200);
    expect((await treasurer.get(`${other.route}/bank-lines/${line?.['id']}`)).status).toBe(404);
    expect((await treasurer.post(`${other.route}/bank-lines/${line?.['id']}/ignore`)).status).toBe(404);
    expect(await other.lines()).toEqual([]);
  });
});
