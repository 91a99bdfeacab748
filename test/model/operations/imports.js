/** Imports of givings on the command line, and their undo. Commands are slow, so there are few of them. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { amountOf, cents } from '../money-and-days.js';
import { keepGiving } from './givings.js';

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
  const { code, stdout, stderr } = await service.command('import', 'givings', file, '--json');
  const wanted = isLate ? 4 : 0;
  if (code !== wanted) run.fault(`the import ended with ${code}, expected ${wanted}: ${stderr}${stdout}`);
  if (code !== 0) return;
  const { items } = await run.read(`/api/givings?search=${encodeURIComponent(mark)}&pageSize=200`);
  run.expect('the imported givings', items.length, rows.length);
  const total = (list) => list.reduce((all, { amount }) => all + amount, 0);
  run.expect('the imported sum', total(items.map(({ amount }) => ({ amount: cents(amount) }))), total(rows));
  for (const made of items) keepGiving(run, made, books.accountFor('in', made.method));
  const listed = await service.command('import', 'list', '--json');
  const all = JSON.parse(listed.stdout);
  const newest = (all.items ?? all).toSorted((a, b) => b.id - a.id)[0];
  books.imports.push({ id: newest.id, givings: items.map(({ id }) => id), isUndone: false });
}

async function undoImport(run) {
  const { books, service } = run;
  const one = books.imports.findLast(({ isUndone }) => !isUndone);
  if (!one) return;
  const { code, stdout, stderr } = await service.command('import', 'undo', String(one.id), '--json');
  const givings = one.givings.map((id) => books.givings.get(id));
  const isClosed = givings.some(({ date }) => books.isClosed(date));
  const isReversed = givings.some(({ reversals }) => (reversals ?? []).length > 0);
  // What was changed or deleted since may also be a reason to refuse.
  const isTouched = new Set(givings.map(({ touched }) => touched)).size > 1;
  if (code === 0 && (isClosed || isReversed)) run.fault(`undid an import that must stay: ${stdout}`);
  if (code !== 0 && !isClosed && !isReversed && !isTouched)
    run.fault(`the undo ended with ${code}: ${stderr}${stdout}`);
  if (code !== 0) return;
  one.isUndone = true;
  for (const { id } of givings) run.keep('givings', { id, isDeleted: true });
}

export const IMPORTS = [
  [0.12, 'import givings', importGivings],
  [0.06, 'undo an import', undoImport],
];
