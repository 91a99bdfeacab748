import { expect, test } from 'vitest';
import { AppError } from '../../../../src/errors.ts';
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

test.each(Object.entries(EXPECTED.odd))('%s is refused with a clear sentence', async (name, odd) => {
  const { refused, problems, mapping, currency, complete } = odd;
  const options = { mapping: mappingOf(mapping), ...(currency !== undefined && { currency }) };
  const read = await readStatement(sample(name), options).catch((error: unknown) => error);
  if (refused !== undefined) {
    expect(read).toBeInstanceOf(AppError);
    expect(read).toMatchObject({ code: 'file_refused', message: refused });
    return;
  }
  expect(read).toMatchObject({ complete });
  const found = (read as Awaited<ReturnType<typeof readStatement>>).problems;
  expect(found.map(({ line, column, message }) => ({ line, column, message }))).toEqual(problems);
});
