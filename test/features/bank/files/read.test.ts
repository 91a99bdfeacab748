import { expect, test } from 'vitest';
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
