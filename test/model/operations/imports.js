/** Imports givings and expenses on the command line, and undoes imports. Commands are slow, so there are only a few. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { amountOf, cents } from '../money-and-days.js';
import { keepExpense } from './expenses.js';
import { depositsOf, keepGiving } from './givings.js';

async function importGivings(run) {
  const { books, service } = run;
  const mark = run.unique('Import');
  const category = run.pick(
    [...books.categories.values()].filter(({ isActive, fundId }) => isActive && books.funds.get(fundId).isActive),
  );
  const rows = Array.from({ length: run.random.between(2, 25) }, () => ({
    date: run.openDay(),
    amount: run.cents(1_000_000),
    method: run.pick(['Cash', 'Check', 'Zelle']),
  }));
  if (run.chance(10) && books.lastClosed) rows.push({ date: run.dayOf(books.lastClosed), amount: 100, method: 'Cash' });
  const isLate = rows.some(({ date }) => books.isClosed(date));
  const lines = rows.map(
    ({ date, amount, method }) => `${date},${amountOf(amount).toFixed(2)},${method},${category.name},${mark}`,
  );
  const file = path.join(service.place.directory(), 'gifts.csv');
  writeFileSync(file, ['date,amount,method,category,note', ...lines].join('\n'));
  const { code, stdout, stderr } = await service.command('import', 'givings', file, '--no-givers', '--json');
  const wanted = isLate ? 4 : 0;
  if (code !== wanted) run.fault(`the import ended with ${code}, expected ${wanted}: ${stderr}${stdout}`);
  if (code !== 0) return;
  const { items } = await run.read(`/api/givings?search=${encodeURIComponent(mark)}&pageSize=200`);
  run.expect('the imported givings', items.length, rows.length);
  const total = (list) => list.reduce((all, { amount }) => all + amount, 0);
  run.expect('the imported sum', total(items.map(({ amount }) => ({ amount: cents(amount) }))), total(rows));
  for (const made of items) keepGiving(run, made, books.accountFor('in', made.method));
  await keepImport(run, { kind: 'givings', ids: items.map(({ id }) => id) });
}

/** Stores the newest import and the ids of the documents that it added. */
async function keepImport(run, { kind, ids }) {
  const listed = await run.service.command('import', 'list', '--json');
  const all = JSON.parse(listed.stdout);
  const newest = (all.items ?? all).toSorted((a, b) => b.id - a.id)[0];
  run.books.imports.push({ id: newest.id, kind, ids, isUndone: false });
}

/** Imports expenses, which become drafts of the treasurer. */
async function importExpenses(run) {
  const { books, service } = run;
  const mark = run.unique('Imported bill');
  const funds = [...books.funds.values()].filter(({ isActive }) => isActive);
  const rows = Array.from({ length: run.random.between(2, 12) }, () => {
    const sub = run.pick([...books.subs.values()]);
    const ministry = run.pick([...books.ministries.values()]);
    return { date: run.anyDay(), amount: run.cents(1_000_000), sub, ministry, fund: run.pick(funds) };
  });
  const quoted = (text) => `"${text.replaceAll('"', '""')}"`;
  const lines = rows.map(({ date, amount, sub, ministry, fund }) =>
    [
      date,
      amountOf(amount).toFixed(2),
      ...[mark, books.groups.get(sub.groupId).name, sub.name, ministry.name, fund.name].map(quoted),
    ].join(','),
  );
  const file = path.join(service.place.directory(), 'bills.csv');
  const header = 'expenseDate,amount,description,groupName,subCategoryName,ministryName,fundName';
  writeFileSync(file, [header, ...lines].join('\n'));
  const args = ['import', 'expenses', file, '--submitted-by', 'treasurer@example.org', '--json'];
  const { code, stdout, stderr } = await service.command(...args);
  if (code !== 0) run.fault(`the import of expenses ended with ${code}: ${stderr}${stdout}`);
  if (code !== 0) return;
  const { items } = await run.read(`/api/expenses?search=${encodeURIComponent(mark)}&sort=id&pageSize=200`);
  for (const made of items) keepExpense(run, made, { owner: 'treasurer', approvals: [], payments: [], reversals: [] });
  run.expect(
    'the imported expenses',
    items.map((one) => [one.expenseDate, cents(one.amount), one.status, one.subCategoryId, one.ministryId, one.fundId]),
    rows.map(({ date, amount, sub, ministry, fund }) => [date, amount, 'Draft', sub.id, ministry.id, fund.id]),
  );
  await keepImport(run, { kind: 'expenses', ids: items.map(({ id }) => id) });
}

/** Returns the reason why undoing an import must be refused, or undefined. */
function reasonToStay({ books }, { kind, ids }) {
  const all = ids.map((id) => books[kind].get(id)).filter(({ isDeleted }) => !isDeleted);
  if (kind === 'expenses') return all.some(({ status }) => status !== 'Draft') ? 'not_draft' : undefined;
  if (all.some(({ date }) => books.isClosed(date))) return 'period_finalized';
  if (all.some(({ id }) => books.reversalsOf('givings', id).length > 0)) return 'reversed';
  return all.some(({ id }) => depositsOf(books, id).length > 0) ? 'deposited' : undefined;
}

async function undoImport(run) {
  const { books, service } = run;
  const left = books.imports.filter(({ isUndone }) => !isUndone);
  const one = run.chance(60) ? left.at(-1) : left.length > 0 && run.pick(left);
  if (!one) return;
  const { code, stdout, stderr } = await service.command('import', 'undo', String(one.id), '--json');
  const reason = reasonToStay(run, one);
  // A document that was changed or deleted after the import may also be a reason for a refusal.
  const isTouched = new Set(one.ids.map((id) => books[one.kind].get(id).touched)).size > 1;
  if (code === 0 && reason) run.fault(`undid an import although this must be refused with ${reason}: ${stdout}`);
  if (code !== 0 && !reason && !isTouched) run.fault(`the undo ended with ${code}: ${stderr}${stdout}`);
  if (code !== 0) return;
  one.isUndone = true;
  for (const id of one.ids) run.keep(one.kind, { id, isDeleted: true });
}

export const IMPORTS = [
  [0.12, 'import givings', importGivings],
  [0.08, 'import expenses', importExpenses],
  [0.12, 'undo an import', undoImport],
];
