import { describe, expect, test } from 'vitest';
import { guessStatementMapping, readStatement } from '../../../../src/features/bank/files/read.ts';
import { EXPECTED, mappingOf, plain, sample } from './samples.ts';

const FILES = Object.entries(EXPECTED.files);
const CSV = FILES.filter(([name]) => name.endsWith('.csv'));

test.each(FILES)('%s contains the expected statements', async (name, { format, statements, mapping, unread = [] }) => {
  const read = await readStatement(sample(name), { mapping: mappingOf(mapping) });
  expect(read).toMatchObject({ format, complete: true, problems: [] });
  expect(plain(read)).toEqual(statements);
  expect(read.unread.map(({ line }) => line)).toEqual(unread);
});

test.each(CSV.filter(([, { guessDiffers }]) => guessDiffers === undefined))(
  'the columns of %s are recognized, so that a person only confirms them',
  async (name, { mapping }) => {
    const guess = await guessStatementMapping(sample(name));
    const asked = guess?.doubt ? ['dateFormat'] : [];
    expect(guess?.missing).toEqual(asked);
    expect(guess?.mapping).toEqual(asked.length > 0 ? { ...mapping, dateFormat: undefined } : mapping);
  },
);

test('OFX needs no mapping', async () => {
  expect(await guessStatementMapping(sample('chase/first.qfx'))).toBeNull();
});

const ODD = Object.entries(EXPECTED.odd);
const readOdd = (name: string, { mapping, currency }: (typeof ODD)[number][1]) =>
  readStatement(sample(name), { mapping: mappingOf(mapping), ...(currency !== undefined && { currency }) });

test.each(ODD.filter(([, { refused }]) => refused !== undefined))('%s is refused as a whole', async (name, odd) => {
  const refusal = { code: 'file_refused', message: odd.refused };
  await expect(readOdd(name, odd)).rejects.toMatchObject(refusal);
});

test.each(ODD.filter(([, { problems }]) => problems !== undefined))('%s has faults in its lines', async (name, odd) => {
  const read = await readOdd(name, odd);
  expect(read.complete).toBe(odd.complete);
  const said = read.problems.map(({ line, column, message }) => ({ line, column, message }));
  expect(said).toEqual(odd.problems);
});

test.each(Object.entries(EXPECTED.unions))(
  '%s: every posted line of both downloads is in their union, as often as in one of them',
  (_name, { files, accountNumber, lines }) => {
    const keyOf = ({ date, amount, description }: (typeof lines)[number]) => `${date} ${amount} ${description}`;
    const downloads = files.map((file) => {
      const statements = EXPECTED.files[file]?.statements ?? [];
      const own = statements.filter((one) => accountNumber === undefined || one.accountNumber === accountNumber);
      return own.flatMap((one) => one.lines.filter(({ pending }) => !pending).map(keyOf));
    });
    const countIn = (keys: readonly string[], key: string) => keys.filter((one) => one === key).length;
    const most = (key: string) => Math.max(...downloads.map((keys) => countIn(keys, key)));
    const expected = [...new Set(downloads.flat())].flatMap((key) => Array<string>(most(key)).fill(key));
    expect(lines.map(keyOf).toSorted()).toEqual(expected.toSorted());
  },
);

describe('the columns of a CSV file with other titles', () => {
  test.each([
    ['Posting Date', 'Text', 'Amt'],
    ['Transaction Date', 'Narrative', 'Value'],
    ['Booked', 'What', 'Amount'],
    ['Day of it', 'What', 'Sum', 'Balance'],
  ])(
    '%s, %s and %s are recognized by one known title and their content',
    async (date, description, amount, ...more) => {
      const rest = more.length > 0 ? ',1' : '';
      const rows = [`05/13/2026,WATER WORKS,-12.50${rest}`, `05/02/2026,DEPOSIT,80.00${rest}`];
      const text = [[date, description, amount, ...more].join(','), ...rows].join('\n');
      const guess = await guessStatementMapping(Buffer.from(text));
      expect(guess).toMatchObject({ missing: [], doubt: null });
      expect(guess?.mapping).toMatchObject({ date, description, amount, dateFormat: 'mdy' });
    },
  );

  test('that are all unknown are named by their places, with no order that the dates contradict', async () => {
    const guess = await guessStatementMapping(Buffer.from('Eins,Zwei,Drei\n05/13/2026,WATER,-12.50\n'));
    expect(guess?.mapping).toMatchObject({ date: '#1', description: '#2', amount: '#3', dateFormat: 'mdy' });
    const none = await guessStatementMapping(Buffer.from('Eins,Zwei\nWATER,WORKS\n'));
    expect(none).toMatchObject({ missing: ['date', 'amount', 'dateFormat'] });
  });
});

test('CR and DR after an amount are its sign, and a header in the middle is skipped', async () => {
  const text = 'Date,Text,Amount\n03/05/2025,GIFT,45.00 CR\nDate,Text,Amount\n03/06/2025,FEE,"1,046.00DR"\n';
  const columns = { date: 'date', description: 'text', amount: 'amount', dateFormat: 'mdy' } as const;
  const places = { date: '#1', description: '#2', amount: '#3', dateFormat: 'mdy' } as const;
  for (const mapping of [columns, places]) {
    const { statements, problems } = await readStatement(Buffer.from(text), { mapping: mappingOf(mapping) });
    expect(problems).toEqual([]);
    expect(statements[0]?.lines.map(({ amount }) => amount)).toEqual([4500, -104_600]);
  }
});

describe('an OFX file in another encoding', () => {
  const ofx = (charset: string, name: Buffer) =>
    Buffer.concat([
      Buffer.from(`OFXHEADER:100\nDATA:OFXSGML\nENCODING:USASCII\nCHARSET:${charset}\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS>
<BANKTRANLIST><STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20250305<TRNAMT>20.00<FITID>1<NAME>`),
      name,
      Buffer.from('</STMTTRN></BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>'),
    ]);
  const GBK = Buffer.from([0xb7, 0xee, 0xcf, 0xd7]);

  test.each(['936', 'GBK', 'GB2312'])('is read if it declares %s', async (charset) => {
    const { statements } = await readStatement(ofx(charset, GBK));
    expect(statements[0]?.lines[0]?.description).toBe('奉献');
  });

  test('that nobody knows is refused by its name, unless the text is in UTF-8', async () => {
    await expect(readStatement(ofx('KLINGON', GBK))).rejects.toMatchObject({
      code: 'file_refused',
      message: expect.stringContaining('the encoding KLINGON'),
    });
    const { statements } = await readStatement(ofx('KLINGON', Buffer.from('奉獻')));
    expect(statements[0]?.lines[0]?.description).toBe('奉獻');
  });

  test('with a null byte is refused for that', async () => {
    await expect(readStatement(ofx('1252', Buffer.from([0x41, 0, 0x42])))).rejects.toMatchObject({
      message: expect.stringContaining('null bytes'),
    });
  });
});
