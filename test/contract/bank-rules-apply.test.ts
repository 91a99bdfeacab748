/** What rules do with bank lines, and how it is taken back. */
import { beforeAll, describe, expect, test } from 'vitest';
import { financeTeam, named, newBank, newWork, rulesOf, type Work } from './bank-support.ts';
import { pdf, putBytes } from './receipt-files.ts';
import { booksOfFile, close, done, type Json, refusal, type Staff } from './books.ts';

const books = booksOfFile();
let treasurer: Staff;
let finance: Staff;
let elder: Staff;
beforeAll(async () => {
  [treasurer, finance, elder] = await financeTeam(books);
});

async function work(kind?: string): Promise<Work & { rules: ReturnType<typeof rulesOf> }> {
  const bank = await newWork(books, treasurer, kind);
  return { ...bank, rules: rulesOf(books, treasurer, bank) };
}
const DAY = '2026-02-04';
const line = (text: string, amount: number, date = DAY) => ({ text, amount, date });
const results = ({ items }: Json) => items.map(({ outcome, code }: Json) => code ?? outcome);
const statuses = async ({ lines }: Pick<Work, 'lines'>) => (await lines()).map(({ status }) => status);
const balanceOf = async ({ id }: { id: number }) => (await done(treasurer.get(`/api/accounts/${id}`))).balance;

describe('an import', () => {
  test('settles its lines by the rules of the account, and says how many', async () => {
    const bank = await work();
    const savings = await newBank(books, treasurer, 'Savings');
    const { rules } = bank;
    const edison = await rules.expense('so cal edison', { vendor: 'SoCal Edison', description: 'Electricity' });
    const interest = await rules.income('interest paid', { payer: 'First Bank' });
    await rules.of('Transfer', 'to savings', 'Out', { otherAccountId: savings.id });
    await rules.of('Ignore', 'opening entry', 'In');
    const counts = await bank.bring([
      line('ACH DEBIT SO CAL EDISON 88.12', -88.12),
      line('INTEREST PAID', 0.42),
      line('TRANSFER TO SAVINGS', -500),
      line('OPENING ENTRY', 7),
      line('POS COFFEE', -3),
    ]);
    expect(counts).toMatchObject({ imported: 5, ruled: 4 });
    const lines = await bank.lines();
    expect(lines.map(({ status }) => status)).toEqual(['Matched', 'Matched', 'Matched', 'Ignored', 'Open']);
    expect(lines.map(({ ruleId }) => ruleId === null)).toEqual([false, false, false, false, true]);
    const match = await done(treasurer.get(`${bank.route}/matches/${lines[0]?.['matchId']}`));
    expect([match.ruleId, match.documents]).toMatchObject([edison.id, [{ type: 'Payment', amount: -88.12 }]]);
    expect(lines[1]?.['ruleId']).toBe(interest.id);
    expect([await balanceOf(bank), await balanceOf(savings)]).toEqual([-587.7, 500]);
  });

  test('makes expenses of the person who imports, which wait for the approval of somebody else', async () => {
    const bank = await work();
    await bank.rules.expense('MONTHLY SERVICE FEE', { vendor: 'First Bank' });
    await bank.bring([line('MONTHLY SERVICE FEE', -15)]);
    const { items } = await done(books.admin.get('/api/expenses?search=MONTHLY'));
    const [made] = items;
    const wanted = { status: 'PendingApproval', amount: 15, expenseDate: DAY, description: 'MONTHLY SERVICE FEE' };
    expect(made).toMatchObject({ ...wanted, vendor: 'First Bank', submittedBy: treasurer.userId });
    expect(made.settled).toMatchObject({ accountId: bank.id, date: DAY, method: 'BankTransfer' });
    expect(refusal(await treasurer.post(`/api/expenses/${made.id}/approve`))).toBe('403 self_approval');
    expect((await elder.post(`/api/expenses/${made.id}/approve`)).status).toBe(200);
  });

  test('makes expenses that who wrote the rule last may not approve, nor sees in the list of what waits', async () => {
    const bank = await newWork(books, finance);
    const rules = rulesOf(books, treasurer, bank);
    await rules.expense('ANNUAL CARD FEE', { vendor: 'First Bank' });
    await bank.bring([line('ANNUAL CARD FEE', -25)]);
    const { items } = await done(books.admin.get('/api/expenses?search=ANNUAL'));
    const [made] = items;
    expect(made.submittedBy).toBe(finance.userId);
    expect(refusal(await treasurer.post(`/api/expenses/${made.id}/approve`))).toBe('403 own_rule');
    const waiting = async (who: Staff) =>
      (await done(who.get('/api/approvals'))).items.some(
        (item: Json) => item.kind === 'Expense' && item.id === made.id,
      );
    expect([await waiting(treasurer), await waiting(elder)]).toEqual([false, true]);
    expect((await elder.post(`/api/expenses/${made.id}/approve`)).status).toBe(200);
  });

  test('leaves lines alone that no active rule fits', async () => {
    const bank = await work();
    await bank.rules.of('Ignore', 'EDISON', 'In');
    await done(bank.rules.add('EDISON', { type: 'Ignore' }, { isActive: false }));
    await done(bank.rules.add('EDISON', { type: 'Ignore' }, { amountFrom: 100, amountTo: 200 }));
    const texts = [line('EDISON 1', -99.99), line('EDISON 2', -200.01), line('OTHER', 150)];
    expect(await bank.bring([...texts, line('EDISON 3', -100), line('EDISON 4', -200)])).toMatchObject({ ruled: 2 });
    expect(await statuses(bank)).toEqual(['Open', 'Open', 'Open', 'Ignored', 'Ignored']);
  });

  test('uses the first rule that fits, in the order of their positions', async () => {
    const bank = await work();
    await bank.rules.of('Ignore', 'PAYPAL TRANSFER');
    const first = await done(bank.rules.add('PAYPAL', { type: 'Match' }, { position: 1 }));
    const { items } = await done(treasurer.get(`${bank.route}/bank-rules`));
    expect(items.map(({ position }: Json) => position)).toEqual([1, 1]);
    const [ignoring] = items;
    const body = { contains: 'PAYPAL TRANSFER', direction: 'Out', action: { type: 'Ignore' }, position: 2 };
    await done(treasurer.put(`${bank.route}/bank-rules/${ignoring.id}`, body));
    expect(await bank.bring([line('PAYPAL TRANSFER', -5)])).toMatchObject({ ruled: 0 });
    expect((await bank.rules.apply()).items).toMatchObject([{ ruleId: first.id, code: 'no_suggestion' }]);
  });
});

describe('applying', () => {
  test('settles open lines, and a second time nothing', async () => {
    const bank = await work();
    await bank.bring([line('CARD A', -5), line('CARD B', -6)]);
    const rule = await bank.rules.expense('CARD');
    const applied = await bank.rules.apply();
    expect(applied).toMatchObject({ done: 2, refused: 0, left: 0 });
    const [first] = applied.items;
    expect(first).toMatchObject({ ruleId: rule.id, outcome: 'Done', amount: -5, description: 'CARD A', code: null });
    expect(first.documents).toMatchObject([{ type: 'Payment' }]);
    expect(await bank.rules.apply()).toEqual({ done: 0, refused: 0, left: 0, items: [] });
    expect(await balanceOf(bank)).toBe(-11);
  });

  test('as a dry run says the same and changes nothing', async () => {
    const bank = await work();
    await bank.bring([line('CARD A', -5), line('OLD', -5, '2017-01-05')]);
    await bank.rules.expense('CARD');
    await bank.rules.expense('OLD');
    await bank.enter.income(1, { date: '2017-01-03' });
    await close(books, '2017/1');
    const before = (await done(books.admin.get('/api/audit-logs?pageSize=1'))).totalCount;
    const dry = await bank.rules.apply({ dryRun: true });
    expect(results(dry)).toEqual(['period_finalized', 'Done']);
    expect(dry.items[1]).toMatchObject({ matchId: null, documents: [] });
    expect([await statuses(bank), await balanceOf(bank)]).toEqual([['Open', 'Open'], 1]);
    expect((await done(books.admin.get('/api/audit-logs?pageSize=1'))).totalCount).toBe(before);
    expect(results(await bank.rules.apply())).toEqual(results(dry));
  });

  test('to some rules and days leaves the rest open', async () => {
    const bank = await work();
    await bank.bring([
      line('CARD A', -5, '2026-02-01'),
      line('CARD B', -5, '2026-02-02'),
      line('FEE', -5, '2026-02-02'),
    ]);
    const card = await bank.rules.of('Ignore', 'CARD');
    await bank.rules.of('Ignore', 'FEE');
    const applied = await bank.rules.apply({ ruleIds: [card.id], from: '2026-02-02', to: '2026-02-02' });
    expect([applied.done, await statuses(bank)]).toEqual([1, ['Open', 'Ignored', 'Open']]);
  });

  test('with rules that are unknown or not in use names them', async () => {
    const bank = await work();
    const { id } = await done(bank.rules.add('CARD', { type: 'Ignore' }, { isActive: false }));
    const answer = await treasurer.post(`${bank.route}/bank-rules/apply`, { ruleIds: [id, 999_999] });
    expect(refusal(answer)).toBe('422 unknown_reference');
    expect(answer.body.errors.map(({ path }: Json) => path)).toEqual(['ruleIds.0', 'ruleIds.1']);
  });

  test('says of each refused line why, does nothing half, and settles the others', async () => {
    const bank = await work();
    const category = await done(treasurer.post('/api/income-categories', { name: `Rent ${bank.id}` }));
    await bank.bring([line('RENT', 5), line('FEE', -6), line('OLD FEE', -7, '2018-01-05')]);
    await bank.rules.income('RENT', { incomeCategoryId: category.id });
    await bank.rules.expense('FEE');
    await done(treasurer.put(`/api/income-categories/${category.id}`, { name: category.name, isActive: false }));
    await bank.enter.income(1, { date: '2018-01-03' });
    await close(books, '2018/1');
    const applied = await bank.rules.apply();
    expect([applied.done, applied.refused]).toEqual([1, 2]);
    expect(results(applied)).toEqual(['period_finalized', 'category_disabled', 'Done']);
    expect(applied.items[0].message).toContain('2018-01 is finalized');
    expect([await statuses(bank), await balanceOf(bank)]).toEqual([['Open', 'Matched', 'Open'], -5]);
  });

  test('repeated with the same key does it once', async () => {
    const bank = await work();
    await bank.bring([line('FEE', -6)]);
    await bank.rules.expense('FEE');
    const key = { 'Idempotency-Key': `apply-${bank.id}` };
    const send = () => treasurer.post(`${bank.route}/bank-rules/apply`, {}, key);
    const [first, second] = [await send(), await send()];
    expect([first.body.done, second.body]).toEqual([1, first.body]);
    expect(await balanceOf(bank)).toBe(-6);
  });

  test('at the same time as another person settles each line once', async () => {
    const bank = await work();
    await bank.bring(Array.from({ length: 12 }, (_, index) => line(`FEE ${index}`, -1 - index)));
    await bank.rules.expense('FEE');
    const route = `${bank.route}/bank-rules/apply`;
    const answers = await Promise.all([treasurer.post(route, {}), finance.post(route, {}), treasurer.post(route, {})]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.reduce((sum, { body }) => sum + body.done, 0)).toBe(12);
    expect(await balanceOf(bank)).toBe(-78);
  });
});

describe('a rule makes no second document', () => {
  test('while a document of the same amount may be the line', async () => {
    const bank = await work();
    const check = await bank.enter.check(88.12);
    await bank.rules.expense('EDISON');
    expect(await bank.bring([line('EDISON', -88.12)])).toMatchObject({ ruled: 0 });
    const applied = await bank.rules.apply();
    expect(results(applied)).toEqual(['maybe_entered']);
    expect(applied.items[0].message).toContain(`Payment ${check.id} of 2026-02-03`);
    const [open] = await bank.lines();
    await done(bank.match([open?.['id']], [named(check)]));
    expect(await balanceOf(bank)).toBe(-88.12);
  });

  test('while one of several equal lines may be a document', async () => {
    const bank = await work();
    await bank.enter.income(12, { date: '2026-02-02' });
    await bank.rules.income('RENT');
    await bank.bring([line('RENT 1', 12, '2026-02-01'), line('RENT 2', 12), line('RENT 3', 12, '2026-03-04')]);
    expect(await statuses(bank)).toEqual(['Open', 'Open', 'Matched']);
  });

  test('unless the document is far away and only its amount agrees', async () => {
    const bank = await work();
    await bank.enter.income(12, { date: '2026-01-10' });
    await bank.rules.income('RENT');
    expect(await bank.bring([line('RENT', 12)])).toMatchObject({ ruled: 1 });
    expect(await balanceOf(bank)).toBe(24);
  });

  test('of a transfer that the other bank showed first, but matches it', async () => {
    const bank = await work();
    const savings = await newBank(books, treasurer, 'Savings');
    const others = rulesOf(books, treasurer, savings);
    await bank.rules.of('Transfer', 'TO SAVINGS', 'Out', { otherAccountId: savings.id });
    const received = await others.of('Transfer', 'FROM CHECKING', 'In', { otherAccountId: bank.id });
    await bank.bring([line('TO SAVINGS', -250)]);
    expect(await savings.bring([line('FROM CHECKING', 250, '2026-02-05')])).toMatchObject({ ruled: 1 });
    expect([await balanceOf(bank), await balanceOf(savings)]).toEqual([-250, 250]);
    const [one, other] = [await bank.lines(), await savings.lines()];
    const documentsOf = async (from: Json, [first]: Json[]) =>
      (await done(treasurer.get(`${from['route']}/matches/${first?.['matchId']}`))).documents.map(named);
    expect(await documentsOf(savings, other)).toEqual(await documentsOf(bank, one));
    // Taking it back opens the line, but the rule did not make the transfer.
    expect(await others.undo(received)).toMatchObject({ done: 1 });
    expect([await balanceOf(bank), await statuses(savings)]).toEqual([-250, ['Open']]);
  });
});

describe('a rule that matches', () => {
  test('takes the document if it is the only one for the line, and the line the only one for it', async () => {
    const bank = await work();
    const gift = await bank.enter.income(40);
    await bank.rules.of('Match', 'PAYPAL TRANSFER', 'In');
    expect(await bank.bring([line('PAYPAL TRANSFER 0042', 40)])).toMatchObject({ ruled: 1 });
    const [matched] = await bank.lines();
    const match = await done(treasurer.get(`${bank.route}/matches/${matched?.['matchId']}`));
    expect(match.documents).toEqual([{ ...named(gift), amount: 40 }]);
  });

  test.each([
    ['two lines', [40, 40], [40]],
    ['two documents', [40], [40, 40]],
    ['no document', [40], [41]],
  ])('leaves %s open', async (_what, amounts, documents) => {
    const bank = await work();
    for (const amount of documents) await bank.enter.income(amount);
    await bank.rules.of('Match', 'PAYPAL', 'In');
    await bank.bring(amounts.map((amount, index) => line(`PAYPAL ${index}`, amount)));
    expect(new Set(await statuses(bank))).toEqual(new Set(['Open']));
    expect(new Set(results(await bank.rules.apply()))).toEqual(new Set(['no_suggestion']));
  });
});

describe('undo', () => {
  test('opens the lines again, and deletes the documents that the rule made', async () => {
    const bank = await work();
    const savings = await newBank(books, treasurer, 'Savings');
    const made = [
      await bank.rules.expense('FEE'),
      await bank.rules.income('INTEREST'),
      await bank.rules.of('Transfer', 'SAVINGS', 'Out', { otherAccountId: savings.id }),
      await bank.rules.of('Ignore', 'NOTHING', 'In'),
    ];
    await bank.bring([line('FEE', -6), line('INTEREST', 1), line('SAVINGS', -20), line('NOTHING', 3)]);
    expect(await statuses(bank)).toEqual(['Matched', 'Matched', 'Matched', 'Ignored']);
    const { items } = await done(treasurer.get(`/api/payments?accountId=${bank.id}`));
    for (const rule of made) expect(await bank.rules.undo(rule)).toMatchObject({ done: 1, refused: 0, left: 0 });
    expect(await statuses(bank)).toEqual(['Open', 'Open', 'Open', 'Open']);
    expect((await bank.lines()).map(({ ruleId }) => ruleId)).toEqual([null, null, null, null]);
    expect([await balanceOf(bank), await balanceOf(savings)]).toEqual([0, 0]);
    const [{ items: paid }] = items;
    expect(refusal(await treasurer.get(`/api/expenses/${paid[0].expenseId}`))).toBe('404 not_found');
    expect(await bank.rules.undo(made[0])).toMatchObject({ done: 0, items: [] });
    // Without the documents, the rules can do it again.
    expect(await bank.rules.apply()).toMatchObject({ done: 4 });
  });

  test('of a deleted rule, and only from a day on', async () => {
    const bank = await work();
    const rule = await bank.rules.expense('FEE');
    await bank.bring([line('FEE 1', -6, '2026-02-01'), line('FEE 2', -7, '2026-02-02')]);
    await treasurer.del(`${bank.route}/bank-rules/${rule.id}`);
    expect(await bank.rules.undo(rule, { from: '2026-02-02' })).toMatchObject({ done: 1 });
    expect([await statuses(bank), await balanceOf(bank)]).toEqual([['Matched', 'Open'], -6]);
  });

  test('leaves what is reconciled, approved or has a receipt, and says why', async () => {
    const bank = await work();
    const rule = await bank.rules.expense('FEE');
    await bank.bring([1, 2, 3, 4].map((day) => line(`FEE ${day}`, -day, `2026-02-0${day}`)));
    const [, approved = 0, shown = 0] = await expensesOf(bank);
    await done(elder.post(`/api/expenses/${approved}/approve`));
    const target = { books, who: treasurer, id: shown };
    await done(putBytes(target, pdf('the bill'), { 'content-type': 'application/pdf' }));
    const { id } = await done(bank.start('2026-02-01', -1));
    await done(bank.step(id, 'finish'));
    const undone = await bank.rules.undo(rule);
    expect(results(undone)).toEqual(['reconciled', 'invalid_transition', 'conflict', 'Done']);
    expect([await statuses(bank), await balanceOf(bank)]).toEqual([['Matched', 'Matched', 'Matched', 'Open'], -6]);
  });

  test('deletes an expense that an approver has rejected', async () => {
    const bank = await work();
    const rule = await bank.rules.expense('FEE');
    await bank.bring([line('FEE', -6)]);
    const [id] = await expensesOf(bank);
    await done(elder.post(`/api/expenses/${id}/reject`, { reason: 'Not ours' }));
    expect(results(await bank.rules.undo(rule))).toEqual(['Done']);
    expect(await balanceOf(bank)).toBe(0);
  });

  test('leaves lines of a finalized month, and lines that a person has matched anew', async () => {
    const bank = await work();
    const rule = await bank.rules.income('INTEREST');
    await bank.bring([line('INTEREST 1', 1, '2019-03-01'), line('INTEREST 2', 2)]);
    await close(books, '2019/3');
    const [, second] = await bank.lines();
    const { documents } = await done(treasurer.get(`${bank.route}/matches/${second?.['matchId']}`));
    expect((await treasurer.del(`${bank.route}/matches/${second?.['matchId']}`)).status).toBe(204);
    await done(bank.match([second?.['id']], documents.map(named)));
    expect(results(await bank.rules.undo(rule))).toEqual(['period_finalized']);
    expect([await statuses(bank), await balanceOf(bank)]).toEqual([['Matched', 'Matched'], 3]);
  });
});

/** Returns the ids of the expenses that rules made of the lines of an account, in the order of the lines. */
async function expensesOf(bank: Work): Promise<number[]> {
  const { items } = await done(treasurer.get(`/api/payments?accountId=${bank.id}&sort=id`));
  return items.flatMap((payment: Json) => payment['items'].map(({ expenseId }: Json) => expenseId));
}
