/** Bank statements on the command line. */
import { beforeAll, describe, expect, test } from 'vitest';
import { type Bank, documentsOf, named, newBank } from './bank-support.ts';
import { booksOfFile, done, type Json, refusal, type Staff } from './books.ts';
import { expectRefused, run, works } from './people-files.ts';
import { type Outcome, vestry as command } from '../support/command.ts';
import { createUser } from './support.ts';

type Person = { email: string; password: string };

const books = booksOfFile();
let treasurer: Staff;
let elder: Staff;
let ann: Person;
beforeAll(async () => {
  [treasurer, elder] = [await books.as(['treasurer']), await books.as(['elder'])];
  ann = await createUser(books.daemon.url, books.admin.token, ['treasurer']);
});

const DAY = '2026-02-03';
const END = '2026-02-28';
const vestry = (...args: string[]) => run(books.daemon.dataDir, 'bank', ...args);
const json = async (...args: string[]): Promise<Json> => JSON.parse((await works(vestry(...args, '--json'))).stdout);
const as = ({ email, password }: Person, ...args: string[]) =>
  command(['bank', ...args, '--as', email, '--password-stdin', '--data-dir', books.daemon.dataDir], {
    input: `${password}\n`,
    env: { VESTRY_ENV: 'development' },
  });
const keys = (documents: readonly Json[]) => documents.map(({ type, id }) => `${type}/${id}`).toSorted();

/** Adds an account with a draft in which one document is ticked and another one is matched. */
async function draftOf() {
  const bank = await newBank(books, treasurer);
  const enter = documentsOf(books, treasurer, bank);
  const [ticked, matched] = [await enter.income(100), await enter.income(50)];
  const [line] = await bank.added([{ date: DAY, amount: 50, text: 'DEPOSIT' }]);
  const match = await done(bank.match([line?.['id']], [named(matched)]));
  const draft = await done(bank.start(END, 150));
  await done(bank.tick(draft.id, [named(ticked)]));
  return { bank, ticked: `OtherIncome/${ticked.id}`, matched: `OtherIncome/${matched.id}`, match, draft };
}
const reconcile = ({ id }: Bank, ...args: string[]) => vestry('reconcile', String(id), ...args);

describe('vestry bank reconcile', () => {
  test('ticks documents and takes out only what is ticked', async () => {
    const { bank, ticked, matched, match, draft } = await draftOf();
    expect(JSON.parse((await works(reconcile(bank, '--json'))).stdout)).toEqual(await bank.read(draft.id));
    await works(reconcile(bank, '--untick', ticked));
    expect(keys((await bank.read(draft.id)).cleared)).toEqual([matched]);
    expect((await bank.read(draft.id)).cleared).toMatchObject([{ matchId: match.id }]);
    await works(reconcile(bank, '--tick', ticked));
    expect(keys((await bank.read(draft.id)).cleared)).toEqual([ticked, matched].toSorted());
    await works(vestry('unmatch', String(bank.id), String(match.id)));
    expect(keys((await bank.read(draft.id)).cleared)).toEqual([ticked]);
  });

  test('says why a document cannot be taken out, and changes nothing', async () => {
    const { bank, matched, match, draft } = await draftOf();
    const before = await bank.read(draft.id);
    const inMatch = await reconcile(bank, '--untick', matched);
    expectRefused(inMatch, [2, 4]);
    expect(inMatch.stderr).toContain(`--untick must name a ticked document; ${matched} is in match ${match.id}`);
    const notTicked = await reconcile(bank, '--untick', 'Payment/999999', '--end-balance', '1');
    expectRefused(notTicked, [2, 4]);
    expect(notTicked.stderr).toContain('--untick must name a ticked document; Payment/999999 is not ticked');
    const odd = await reconcile(bank, '--tick', 'Bill/7');
    expectRefused(odd, [2, 4]);
    expect(odd.stderr).toContain('--tick must name a document');
    expect(await bank.read(draft.id)).toEqual(before);
  });

  test('finishes as a person, and then only another person reviews, here and over HTTP', async () => {
    const { bank, draft } = await draftOf();
    await works(as(ann, 'reconcile', String(bank.id), '--finish'));
    const own = await as(ann, 'review', String(bank.id));
    expectRefused(own);
    expect(own.stderr).toContain('You finished this reconciliation.');
    const without = await vestry('review', String(bank.id));
    expectRefused(without);
    expect(without.stderr).toContain('Only somebody who is signed in');
    const { reviewedBy } = await done(elder.post(`${bank.route}/reconciliations/${draft.id}/review`));
    expect(reviewedBy).toBe(elder.userId);
  });

  test('without a person finishes a reconciliation that nobody reviews before it is finished again', async () => {
    const { bank, draft } = await draftOf();
    await works(reconcile(bank, '--finish'));
    const route = `${bank.route}/reconciliations/${draft.id}`;
    expect(refusal(await elder.post(`${route}/review`))).toBe('409 invalid_transition');
    expectRefused(await as(ann, 'review', String(bank.id)));
    expect(await bank.read(draft.id)).toMatchObject({ finishedBy: null, reviewedBy: null });
    await works(vestry('undo', String(bank.id)));
    await done(bank.step(draft.id, 'finish'));
    await works(as(ann, 'review', String(bank.id)));
    expect((await bank.read(draft.id)).reviewedBy).not.toBeNull();
  });
});

/** Adds an account with these lines, and returns the account and the ids of the lines. */
async function withLines(...amounts: number[]) {
  const bank = await newBank(books, treasurer);
  const lines = await bank.added(amounts.map((amount, index) => ({ date: DAY, amount, text: `LINE ${index}` })));
  return { bank, lines: lines.map(({ id }) => String(id)) };
}
const statuses = async ({ lines }: Bank) => (await lines()).map(({ status }) => status);

describe('a document that a line shows', () => {
  const FEE = ['--subcategory', 'Bank & Processing Fees', '--ministry', 'Administration'];

  test('is made as an expense with the names of its purpose, submitted by the person, and matched', async () => {
    const { bank, lines } = await withLines(-7.25);
    const { stdout } = await works(
      as(ann, 'expense', String(bank.id), lines[0] ?? '', ...FEE, '--vendor', 'First Bank', '--json'),
    );
    const made = JSON.parse(stdout);
    expect(made).toMatchObject({ status: 'PendingApproval', amount: 7.25, vendor: 'First Bank', expenseDate: DAY });
    expect(made).toEqual(await done(treasurer.get(`/api/expenses/${made.id}`)));
    expect(await statuses(bank)).toEqual(['Matched']);
  });

  test('is made as an expense with several parts', async () => {
    const { bank, lines } = await withLines(-100);
    const parts = ['Bank & Processing Fees | Amount: 60', 'Office Supplies | Amount: 40'];
    const flags = parts.flatMap((part) => ['--part', `Subcategory: ${part}`]);
    const made = await works(
      as(ann, 'expense', String(bank.id), lines[0] ?? '', '--ministry', 'Worship', '--method', 'Card', ...flags),
    );
    expect(made.stdout).toMatch(/Office Supplies .*40\.00/);
    expect(made.stdout).toContain('Card');
    expect(await statuses(bank)).toEqual(['Matched']);
  });

  test('is made as other income or as a transfer in either direction, and matched', async () => {
    const { bank, lines } = await withLines(12.4, -50, 20);
    const other = await newBank(books, treasurer, 'Savings');
    const [interest = '', out = '', back = ''] = lines;
    const account = String(bank.id);
    const income = await json('income', account, interest, '--category', 'Interest', '--payer', 'First Bank');
    expect(income).toEqual(await done(treasurer.get(`/api/other-income/${income.id}`)));
    expect(income).toMatchObject({ amount: 12.4, date: DAY, payer: 'First Bank', incomeCategoryName: 'Interest' });
    const sent = await json('transfer', account, out, '--account', String(other.id), '--memo', 'Reserve');
    expect(sent).toMatchObject({ amount: 50, fromAccountId: bank.id, toAccountId: other.id, memo: 'Reserve' });
    const { stdout } = await works(vestry('transfer', account, back, '--account', String(other.id)));
    expect(stdout).toMatch(/20\.00 +Posted +LINE 2/);
    expect(await statuses(bank)).toEqual(['Matched', 'Matched', 'Matched']);
  });

  test('is not made without what it needs, and the message names the flag', async () => {
    const { bank, lines } = await withLines(-7, 7);
    const account = String(bank.id);
    const [paid = '', received = ''] = lines;
    const attempts: [Promise<Outcome>, string][] = [
      [vestry('expense', account, paid, ...FEE), '--as'],
      [as(ann, 'expense', account, paid), '--subcategory'],
      [as(ann, 'expense', account, received, ...FEE), 'line must be a line with which money left'],
      [vestry('income', account, received), '--category'],
      [vestry('income', account, received, '--category', 'Moonlight'), '--category matches nothing'],
      [vestry('income', account, paid, '--category', 'Interest'), 'line must be a line that received money'],
      [vestry('transfer', account, paid), '--account'],
      [vestry('transfer', account, paid, '--account', account), '--account must not be the account'],
      [vestry('income', account, '999999', '--category', 'Interest'), 'bank line'],
    ];
    for (const [outcome, words] of attempts) {
      const refused = await outcome;
      expectRefused(refused, [2, 3, 4]);
      expect(refused.stderr).toContain(words);
    }
    expect(await statuses(bank)).toEqual(['Open', 'Open']);
  });
});

test('the report of a credit card adds what was bought to what was owed', async () => {
  const card = await newBank(books, treasurer, 'CreditCard');
  const enter = documentsOf(books, treasurer, card);
  const [bought, later] = [await enter.check(80), await enter.check(20)];
  const checking = await newBank(books, treasurer);
  const bill = await enter.transfer(50, { fromAccountId: checking.id, toAccountId: card.id });
  const { id } = await done(card.start(END, 30));
  await done(card.tick(id, [bought, bill].map(named)));
  await done(card.step(id, 'finish'));
  const report = run(books.daemon.dataDir, 'report', 'reconciliation', String(card.id), '--format', 'csv');
  const { stdout } = await works(report);
  const amountOf = (document: Json) =>
    stdout
      .split('\n')
      .find((row) => row.includes(`${document.type} ${document.id},`))
      ?.split(',')
      .at(-1)
      ?.trim();
  expect([bought, bill, later].map(amountOf)).toEqual(['80.00', '-50.00', '20.00']);
  expect(stdout).toMatch(/Balance on the statement,.*30\.00/);
  expect(stdout).toMatch(/Balance in the books,.*50\.00/);
});

test('the checklist names an amount that is outstanding for long without a sign', async () => {
  const bank = await newBank(books, treasurer);
  const check = await documentsOf(books, treasurer, bank).check(84.5, { date: '2026-02-03' });
  const { id } = await done(bank.start(END, 0));
  await done(bank.step(id, 'finish'));
  const { stdout } = await works(run(books.daemon.dataDir, 'statement', 'checklist', '2026-06'));
  expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(new RegExp(`payment ${check.id} of 2026-02-03 \\(84\\.50, Bank `));
});

describe('vestry bank discard', () => {
  test('deletes the draft with its ticks, and keeps matches and finished reconciliations', async () => {
    const { bank, ticked, match, draft } = await draftOf();
    expect(await json('discard', String(bank.id))).toEqual({ id: draft.id });
    expect((await treasurer.get(`${bank.route}/reconciliations/${draft.id}`)).status).toBe(404);
    expect((await treasurer.get(`${bank.route}/matches/${match.id}`)).status).toBe(200);
    const next = await done(bank.start(END, 50));
    expect(keys(next.outstanding)).toEqual([ticked]);
    await works(reconcile(bank, '--finish'));
    const nothing = await vestry('discard', String(bank.id));
    expectRefused(nothing, [3]);
    expect(nothing.stderr).toContain('has no draft');
    expect((await bank.read(next.id)).status).toBe('Finished');
  });
});

describe('vestry bank match --accept-all', () => {
  test('leaves a line for which only the amount speaks, and says how to look at it', async () => {
    const bank = await newBank(books, treasurer);
    const enter = documentsOf(books, treasurer, bank);
    const check = await enter.check(55.55, { reference: '3002', date: '2026-01-05' });
    const near = await enter.income(80);
    const [spotify, deposit] = await bank.added([
      { date: '2026-03-20', amount: -55.55, text: 'SPOTIFY' },
      { date: DAY, amount: 80, text: 'DEPOSIT' },
    ]);
    const { items, left } = await json('match', String(bank.id), '--accept-all');
    expect(items).toMatchObject([{ lines: [deposit?.['id']], documents: [named(near)] }]);
    expect(left).toMatchObject([{ id: spotify?.['id'], suggestions: [{ documents: [named(check)] }] }]);
    const { stdout } = await works(vestry('match', String(bank.id), '--accept-all'));
    expect(stdout).toContain('Nothing was matched.');
    expect(stdout).toContain(`vestry bank match ${bank.id} --accept ${spotify?.['id']}`);
    await works(vestry('match', String(bank.id), '--accept', String(spotify?.['id'])));
    expect((await bank.lines()).map(({ status }) => status)).toEqual(['Matched', 'Matched']);
  });
});
