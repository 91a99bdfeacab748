/** Undoing the import of a bank file, over HTTP and on the command line. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bank, type Line, newBank, newWork, ofx, sendRaw } from './bank-support.ts';
import { booksOfFile, done, etag, type Json, refusal, type Staff } from './books.ts';
import { expectRefused, newDir, removeDirs, run, works } from './people-files.ts';

const books = booksOfFile();
let treasurer: Staff;
beforeAll(async () => {
  treasurer = await books.as(['treasurer']);
});
afterAll(removeDirs);

const COFFEE: Line = { id: '21', date: '2026-02-03', amount: -12, text: 'COFFEE HUT' };
const RENT: Line = { id: '22', date: '2026-02-05', amount: -900, text: 'RENT' };
const GIFT: Line = { id: '23', date: '2026-02-03', amount: 50, text: 'DEPOSIT' };
const imports = async (bank: Bank, query = ''): Promise<Json[]> =>
  (await done(treasurer.get(`${bank.route}/bank-imports${query}`))).items;
const undo = (bank: Bank, importId: number, headers = {}) =>
  treasurer.post(`${bank.route}/bank-imports/${importId}/undo`, undefined, headers);
const step = (bank: Bank, lineId: number, name: string) =>
  done(treasurer.post(`${bank.route}/bank-lines/${lineId}/${name}`));
const texts = async (bank: Bank): Promise<string[]> => (await bank.lines()).map(({ description }) => description);
const proof = () => works(run(books.daemon.dataDir, 'audit', 'verify'));

describe('the imports of an account', () => {
  test('are listed with their counts, the latest first, and only those of the account', async () => {
    const bank = await newBank(books, treasurer);
    await (await newBank(books, treasurer)).bring([COFFEE]);
    const first = await bank.bring([COFFEE, RENT]);
    await done(sendRaw(bank.importer, ofx([RENT, GIFT])));
    const [second, ...others] = await imports(bank);
    expect(others).toHaveLength(1);
    expect(others[0]).toMatchObject({
      id: first['importId'],
      accountId: bank.id,
      fileName: 'download',
      imported: 2,
      skipped: 0,
      changed: 0,
      pending: 0,
      empty: 0,
      createdBy: treasurer.userId,
      importedByName: expect.stringMatching(/./),
      undoneAt: null,
    });
    expect(second).toMatchObject({ fileName: null, imported: 1, skipped: 1 });
    const route = `${bank.route}/bank-imports/${first['importId']}`;
    expect(await done(treasurer.get(route))).toEqual(others[0]);
    const other = await newBank(books, treasurer);
    expect(refusal(await treasurer.get(`${other.route}/bank-imports/${first['importId']}`))).toBe('404 not_found');
    expect(refusal(await undo(other, first['importId']))).toBe('404 not_found');
  });
});

describe('undoing an import', () => {
  test('removes its open and ignored lines, keeps those of other files, and can be done once', async () => {
    const bank = await newBank(books, treasurer);
    await bank.bring([COFFEE]);
    const { importId } = await bank.bring([COFFEE, RENT, GIFT]);
    const [, rent] = await bank.lines();
    await step(bank, rent?.['id'], 'ignore');
    const undone = await done(undo(bank, importId));
    expect(undone).toMatchObject({ id: importId, removed: 2, changedLines: [], undoneBy: treasurer.userId });
    expect(await texts(bank)).toEqual(['COFFEE HUT']);
    expect(refusal(await treasurer.get(`${bank.route}/bank-lines/${rent?.['id']}`))).toBe('404 not_found');
    expect(refusal(await undo(bank, importId))).toBe('409 invalid_transition');
    expect(await bank.bring([COFFEE, RENT, GIFT])).toMatchObject({ imported: 2, skipped: 1 });
    const { items } = await done(books.admin.get(`/api/audit-logs?action=BankFileImportUndone`));
    expect(items[0]).toMatchObject({ entityId: String(bank.id), changes: { importId: [importId, null] } });
    await proof();
  });

  test('lists the lines of earlier files that the file changed, and keeps them', async () => {
    const bank = await newBank(books, treasurer);
    await bank.bring([COFFEE]);
    const { importId } = await bank.bring([{ ...COFFEE, amount: -14.4 }, RENT]);
    const undone = await done(undo(bank, importId));
    expect(undone.changedLines).toMatchObject([{ description: 'COFFEE HUT', amount: -14.4 }]);
    expect(await bank.lines()).toMatchObject([{ amount: -14.4 }]);
  });

  test('is refused with numbers while lines are matched or reconciled, and then changes nothing', async () => {
    const work = await newWork(books, treasurer);
    const { importId } = await work.bring([GIFT, { ...GIFT, id: '24', amount: 60, text: 'DEPOSIT 2' }, COFFEE]);
    const [one, two, coffee] = await work.lines();
    const [first, second] = [await work.enter.income(50), await work.enter.income(60)];
    const match = async (line: Json, { type, id }: Json): Promise<Json> =>
      done(work.match([line?.['id']], [{ type, id }]));
    const before = await match(one, first);
    const { body: started } = await work.start('2026-02-28', 50);
    await step(work, coffee?.['id'], 'ignore');
    const stale = await undo(work, importId);
    expect([refusal(stale), stale.body.matched, stale.body.reconciled]).toEqual(['409 already_matched', 1, 0]);
    await step(work, two?.['id'], 'ignore');
    await done(work.step(started.id, 'finish'));
    await step(work, two?.['id'], 'open');
    await match(two, second);
    const refused = await undo(work, importId);
    expect([refusal(refused), refused.body.matched, refused.body.reconciled]).toEqual(['409 reconciled', 2, 1]);
    expect(refused.body.detail).toMatch(/3 lines.*2 of them are matched.*1 are in a finished reconciliation/);
    expect(await work.lines()).toHaveLength(3);
    expect((await imports(work))[0]).toMatchObject({ undoneAt: null });
    expect(before['id']).toBeGreaterThan(0);
  });

  test('of the only file makes the account forget its number and columns', async () => {
    const bank = await newBank(books, treasurer);
    const wrong = await done(bank.send([COFFEE], { account: '111222333' }));
    expect(refusal(await bank.send([RENT], { account: '999888777' }))).toBe('422 file_refused');
    await done(undo(bank, wrong['importId']));
    const right = await done(bank.send([RENT], { account: '999888777' }));
    expect(refusal(await bank.send([COFFEE], { account: '111222333' }))).toBe('422 file_refused');
    expect(right['imported']).toBe(1);
    expect(await texts(bank)).toEqual(['RENT']);
  });

  test('makes the account remember its other files', async () => {
    const bank = await newBank(books, treasurer);
    const mapping = { date: 'Date', description: 'Text', amount: 'Amount', dateFormat: 'mdy' };
    await done(bank.file('Date,Text,Amount\n02/03/2026,BOOKS,-8\n', mapping));
    const csv = 'Datum,Text,Amount\n02/04/2026,PAPER,-9\n';
    const other = await done(bank.file(csv, { ...mapping, date: 'Datum' }));
    await done(undo(bank, other['importId']));
    expect(await done(bank.file('Date,Text,Amount\n02/05/2026,INK,-7\n'))).toMatchObject({ imported: 1 });
    expect(refusal(await bank.file(csv))).toBe('422 file_refused');
    expect(await texts(bank)).toEqual(['BOOKS', 'INK']);
  });

  test('honours If-Match, and needs statements.manage', async () => {
    const bank = await newBank(books, treasurer);
    const { importId } = await bank.bring([COFFEE]);
    expect(refusal(await undo(bank, importId, { 'If-Match': '"old"' }))).toBe('412 stale_version');
    const auditor = await books.as(['auditor']);
    const route = `${bank.route}/bank-imports/${importId}`;
    const read = await auditor.get(route);
    expect(read.status).toBe(200);
    expect(refusal(await auditor.post(`${route}/undo`))).toBe('403 forbidden');
    expect((await undo(bank, importId, { 'If-Match': etag(read) })).status).toBe(200);
  });
});

describe('vestry bank import', () => {
  const vestry = (...args: string[]) => run(books.daemon.dataDir, 'bank', 'import', ...args);
  const json = async (...args: string[]): Promise<Json> => JSON.parse((await works(vestry(...args, '--json'))).stdout);
  const file = (content: string, name = 'card.csv'): string => {
    const at = path.join(newDir(), name);
    writeFileSync(at, content);
    return at;
  };
  const CARD = 'Date,What,Sum,Side,Ref\n02/03/2026,BOOKS,"8,50",D,a1\n02/04/2026,PAYMENT,"20,00",C,a2\n';
  const COLUMNS = ['--date', 'Date', '--description', 'What', '--amount', 'Sum', '--dates', 'mdy'];

  test('reads the columns that the API reads, lists the files, and undoes one', async () => {
    const bank = await newBank(books, treasurer, 'CreditCard');
    const more = ['--direction', 'Side', '--bank-id', 'Ref', '--decimal-sign', ','];
    const made = await json(String(bank.id), file(CARD), ...COLUMNS, ...more);
    expect(made).toMatchObject({ imported: 2, empty: 0 });
    expect(await bank.lines()).toMatchObject([
      { amount: -8.5, bankId: 'a1' },
      { amount: 20, bankId: 'a2' },
    ]);
    expect(await json('list', String(bank.id))).toEqual({ items: await imports(bank) });
    expect((await works(vestry('list', String(bank.id)))).stdout).toMatch(/card\.csv +2 +0 +0 /);
    const undone = await works(vestry('undo', String(bank.id), String(made['importId'])));
    expect(undone.stdout).toBe(`Import ${made['importId']} is undone. 2 lines removed.\n`);
    expectRefused(await vestry('undo', String(bank.id), String(made['importId'])), [4]);
    expect(await bank.lines()).toEqual([]);
  });

  test('reads the files of cards whose charges are positive, and says which rows it left out', async () => {
    const bank = await newBank(books, treasurer, 'CreditCard');
    const content = 'Date,What,Sum\n02/03/2026,BOOKS,8.50\n02/04/2026,PAYMENT,-20.00\n02/05/2026,BALANCE,\n';
    const { stdout } = await works(vestry(String(bank.id), file(content), ...COLUMNS, '--reversed'));
    expect(stdout).toMatch(/^Import \d+: 2 lines imported, 0 known already, .* Left out.*: 1 row\.$/m);
    expect((await bank.lines()).map(({ amount }) => amount)).toEqual([-8.5, 20]);
  });

  test.each([
    ['--encoding alone', ['--encoding', 'windows-1252'], '--date is required'],
    ['--reversed alone', ['--reversed'], 'Say which columns'],
    ['two kinds of amounts', [...COLUMNS, '--debit', 'Sum'], '--amount must be given'],
    ['an unknown sign', [...COLUMNS, '--decimal-sign', ';'], 'Allowed choices'],
    [
      'a direction without an amount',
      ['--date', 'Date', '--description', 'What', '--debit', 'Sum', '--dates', 'mdy', '--direction', 'Side'],
      '--direction is only for',
    ],
  ])('refuses %s', async (_what, options, message) => {
    const bank = await newBank(books, treasurer);
    const refused = await vestry(String(bank.id), file(CARD), ...options);
    expectRefused(refused, [2, 4]);
    expect(refused.stderr).toContain(message);
    expect(await bank.lines()).toEqual([]);
  });

  test('refuses the options for CSV with another file', async () => {
    const bank = await newBank(books, treasurer);
    const refused = await vestry(String(bank.id), file(ofx([COFFEE]), 'a.qfx'), ...COLUMNS);
    expectRefused(refused, [2]);
    expect(refused.stderr).toContain('The options for CSV must be left out, because the file is OFX');
  });
});
