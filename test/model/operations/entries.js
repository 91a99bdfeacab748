/** Adjusting entries, including year-end entries. */
import { refusalOfGain } from '../gains.js';
import { overdrawn, refusedIfOverdrawn } from '../holdings.js';
import { amountOf, cents, firstOf, fiscalYear, fiscalYearOf, lastOf, monthOf } from '../money-and-days.js';
import { pickFund } from './fund-money.js';
import { pickRecent } from './givings.js';

const APPROVED_KINDS = new Set(['Checking', 'Savings', 'Cash', 'Undeposited', 'Processor', 'CreditCard']);
const CLASSES = ['ProgramServices', 'ManagementAndGeneral', 'Fundraising'];

const activeOf = (map) => [...map.values()].filter(({ isActive }) => isActive !== false);

function randomTarget(run) {
  const { books } = run;
  const fund = run.chance(40) ? { fundId: run.pick(activeOf(books.funds)).id } : {};
  const what = run.pick(['account', 'account', 'expense', 'expense', 'income', 'netAssets']);
  if (what === 'account') return randomAccount(run);
  if (what === 'income') return { ...fund, incomeCategoryId: run.pick(activeOf(books.incomeCategories)).id };
  if (what === 'netAssets') return { ...fund, netAssets: true };
  const ministry = run.chance(60) ? { ministryId: run.pick([...books.ministries.keys()]) } : {};
  const own = run.chance(25) ? { functionalClass: run.pick(CLASSES) } : {};
  return { ...fund, ...ministry, ...own, subCategoryId: run.pick(activeOf(books.subs)).id };
}

/** Returns an account and, if it is no money, often the fund that holds it. */
function randomAccount(run) {
  const { books } = run;
  const account = run.pick(activeOf(books.accounts).filter((one) => !one.isReserved));
  const isHeld = books.isHeld(account.id) && run.chance(60);
  return { accountId: account.id, ...(isHeld && { fundId: pickFund(run).id }) };
}

/** Returns what an entry does to the cash of funds and to what they hold. The debits of its lines are in cents. */
function effectOf(books, lines) {
  const raised = new Map();
  for (const { accountId, fundId = books.general, debit } of lines)
    if (accountId === undefined) raised.set(fundId, (raised.get(fundId) ?? 0) - debit);
  return {
    lines: lines.map(({ accountId, fundId, debit }) => ({ account: accountId, fund: fundId, amount: debit })),
    raised,
  };
}

const inCents = (lines) =>
  lines.map(({ debit, credit, ...line }) => ({ ...line, debit: debit ? cents(debit) : 0 - cents(credit) }));

const turned = (lines) => lines.map((line) => ({ ...line, debit: 0 - line.debit }));

/** Returns the lines of a random entry. Their debits equal their credits. */
function randomLines(run) {
  const total = run.cents();
  return ['debit', 'credit'].flatMap((side) => {
    const amounts = run.divide(total, run.random.between(1, 3)) ?? [total];
    return amounts.map((amount) => ({ ...randomTarget(run), [side]: amountOf(amount) }));
  });
}

/** Returns the last day of a random fiscal year, or undefined if a year-end entry of that year would be refused. */
function yearEnd(run) {
  const { books, fiscalStart } = run;
  const years = [firstOf(books.firstMonth), run.today].map((day) => fiscalYearOf(day, fiscalStart));
  const year = run.random.between(years[0], years[1]);
  const date = lastOf(fiscalYear(year, fiscalStart).to);
  return date > lastOf(monthOf(run.today)) || books.years.get(year)?.isClosed || books.isBefore(date)
    ? undefined
    : date;
}

export function keepEntry(run, made, more = {}) {
  return run.keep('entries', {
    id: made.id,
    date: made.date,
    isYearEnd: made.yearEnd,
    status: made.status,
    shownOn: made.shownOn,
    amount: cents(made.amount),
    reversalOf: made.reversalOf,
    lines: made.lines.map((line) => ({
      accountId: line.accountId ?? undefined,
      subCategoryId: line.subCategoryId ?? undefined,
      incomeCategoryId: line.incomeCategoryId ?? undefined,
      fundId: line.fundId ?? undefined,
      ministryId: line.ministryId ?? undefined,
      functionalClass: line.functionalClass ?? undefined,
      debit: line.debit === null ? 0 - cents(line.credit) : cents(line.debit),
    })),
    ...more,
  });
}

const classOf = ({ subCategoryId, ministryId, functionalClass }) =>
  functionalClass ?? (subCategoryId && !ministryId ? 'ManagementAndGeneral' : null);

const comparable = (books, line) => [
  line.accountId ?? null,
  line.subCategoryId ?? null,
  line.incomeCategoryId ?? null,
  line.netAssets ?? false,
  line.accountId ? (line.fundId ?? null) : (line.fundId ?? books.general),
  line.ministryId ?? null,
  classOf(line),
  line.debit ?? null,
  line.credit ?? null,
];

const touchesMoney = (books, lines) =>
  lines.some(({ accountId }) => accountId && APPROVED_KINDS.has(books.accounts.get(accountId).kind));

/** Whether an entry lowers a fund that donors have restricted, and raises another fund. */
function leavesRestricted(books, lines) {
  const changes = new Map();
  for (const { accountId, fundId = books.general, debit, credit } of lines) {
    if (!accountId) changes.set(fundId, (changes.get(fundId) ?? 0) + cents(credit ?? 0) - cents(debit ?? 0));
  }
  const isRestricted = (id) => ['Restricted', 'Endowment'].includes(books.funds.get(id).class);
  return [...changes].some(([id, sum]) => sum < 0 && isRestricted(id)) && [...changes.values()].some((sum) => sum > 0);
}

const statusOf = (books, lines) =>
  touchesMoney(books, lines) || leavesRestricted(books, lines) ? 'PendingApproval' : 'Posted';

/** Returns `['year_closed']` for a year-end entry of a closed year, and `[]` for any other entry. */
function refusalOfYear({ books, fiscalStart }, { isYearEnd, date }) {
  return isYearEnd && books.years.get(fiscalYearOf(date, fiscalStart))?.isClosed ? ['year_closed'] : [];
}

function checkShown(run, made) {
  if (made.status !== 'Posted') return;
  const expected = made.yearEnd && run.books.isClosed(made.date) ? run.books.firstOpenDate : made.date;
  run.expect(`the day on which entry ${made.id} is shown`, made.shownOn, expected);
}

async function enter(run) {
  if (!run.has('POST /api/journal-entries')) return;
  const { books } = run;
  const end = run.chance(25) ? yearEnd(run) : undefined;
  const date = end ?? run.anyDay();
  const lines = randomLines(run);
  const body = { date, memo: run.unique('Entry'), lines, ...(end && { yearEnd: true }) };
  const codes = !end && run.refusalOn(date) ? ['period_finalized'] : [];
  const refusal = refusedIfOverdrawn(codes, overdrawn(books, effectOf(books, inCents(lines))));
  const made = await run.send({ path: '/api/journal-entries', body, ...refusal });
  if (!made) return;
  run.expect(
    `the lines of entry ${made.id}`,
    made.lines.map((line) => comparable(books, line)),
    lines.map((line) => comparable(books, line)),
  );
  run.expect(`the status of entry ${made.id}`, made.status, statusOf(books, lines));
  checkShown(run, made);
  keepEntry(run, made);
}

/** Replaces an entry by another one that is no year-end entry. */
async function change(run) {
  const { books } = run;
  const one = pickRecent(
    run,
    books.live('entries').filter(({ isYearEnd, reversalOf }) => !isYearEnd && !reversalOf),
  );
  if (!one) return;
  const date = run.anyDay();
  const lines = randomLines(run);
  const isPosted = one.status === 'Posted';
  const codes = [];
  if (one.reversedBy && !books.entries.get(one.reversedBy).isDeleted) codes.push('reversed');
  if (run.refusalOn(date, ...(isPosted ? [one.shownOn] : []))) codes.push('period_finalized');
  if (isPosted) codes.push(...refusalOfGain(books, one));
  const short = overdrawn(books, effectOf(books, inCents(lines)), isPosted ? effectOf(books, one.lines) : undefined);
  const path = `/api/journal-entries/${one.id}`;
  const body = { date, memo: run.unique('Entry'), lines };
  const made = await run.send({ method: 'PUT', path, body, ...refusedIfOverdrawn(codes, short) });
  if (!made) return;
  run.expect(`the status of entry ${made.id}`, made.status, statusOf(books, lines));
  keepEntry(run, made, { valued: undefined });
}

async function enterWrongly(run) {
  if (!run.has('POST /api/journal-entries')) return;
  const { books } = run;
  const [debit, credit] = [
    { subCategoryId: 1, debit: 5 },
    { netAssets: true, credit: 5 },
  ];
  const good = { date: run.openDay(), memo: 'Wrong', lines: [debit, credit] };
  const [body, refuse] = run.pick([
    [{ ...good, lines: [debit, { ...credit, credit: 5.01 }] }, 'not_balanced'],
    [{ ...good, lines: [debit, { accountId: books.payable, credit: 5 }] }, 'account_reserved'],
    [{ ...good, lines: [debit, { ...credit, debit: 5 }] }, 'validation_failed'],
    [{ ...good, lines: [debit] }, ['validation_failed', 'not_balanced']],
    [{ ...good, date: '2025-02-11', yearEnd: true }, 'validation_failed'],
  ]);
  await run.send({ path: '/api/journal-entries', body, refuse });
}

async function approve(run) {
  if (!run.has('POST /api/journal-entries/{id}/approve')) return;
  const one = pickRecent(
    run,
    run.books.live('entries').filter(({ status }) => status === 'PendingApproval'),
  );
  if (!one) return;
  const as = run.pick(['elder', 'approver', 'treasurer']);
  const codes = [];
  codes.push(...refusalOfYear(run, one));
  if (as === 'treasurer') codes.push('self_approval');
  if (!one.isYearEnd && run.refusalOn(one.date)) codes.push('period_finalized');
  const may = ['account_disabled', 'fund_disabled', 'category_disabled'];
  const refusal = refusedIfOverdrawn(codes, overdrawn(run.books, effectOf(run.books, one.lines)));
  const made = await run.send({ as, path: `/api/journal-entries/${one.id}/approve`, may, ...refusal });
  if (!made) return;
  checkShown(run, made);
  keepEntry(run, made);
}

async function remove(run) {
  if (!run.has('DELETE /api/journal-entries/{id}')) return;
  const one = pickRecent(run, run.books.live('entries'));
  if (!one) return;
  const codes = [];
  // A reversal that waits for approval can be deleted, and then the entry is no longer reversed.
  const isReversed = one.reversedBy && !run.books.entries.get(one.reversedBy).isDeleted;
  if ((one.reversalOf && one.status === 'Posted') || isReversed) codes.push('reversed');
  const isWaiting = one.status === 'PendingApproval';
  const ofYear = refusalOfYear(run, one);
  if (!isWaiting) codes.push(...ofYear);
  if (!isWaiting && run.refusalOn(one.shownOn)) codes.push('period_finalized');
  if (!isWaiting) codes.push(...refusalOfGain(run.books, one));
  const may = isWaiting ? ['period_finalized', ...ofYear] : [];
  const nothing = { lines: [], raised: new Map() };
  const short = isWaiting ? [] : overdrawn(run.books, nothing, effectOf(run.books, one.lines));
  const path = `/api/journal-entries/${one.id}`;
  const done = await run.send({ method: 'DELETE', path, may, ...refusedIfOverdrawn(codes, short) });
  if (done) run.keep('entries', { id: one.id, isDeleted: true });
}

async function reverse(run) {
  if (!run.has('POST /api/journal-entries/{id}/reverse')) return;
  const one = pickRecent(
    run,
    run.books.live('entries').filter(({ status, reversalOf }) => status === 'Posted' && !reversalOf),
  );
  if (!one) return;
  const date = one.isYearEnd && run.chance(50) ? one.date : run.openDay(one.date);
  if (date < one.date) return;
  const isYearEnd = one.isYearEnd && date === one.date;
  const codes = [];
  if (one.reversedBy && !run.books.entries.get(one.reversedBy).isDeleted) codes.push('already_reversed');
  if (!isYearEnd && run.refusalOn(date)) codes.push('period_finalized');
  if (isYearEnd) codes.push(...refusalOfYear(run, one));
  codes.push(...refusalOfGain(run.books, one));
  const may = ['account_disabled', 'fund_disabled', 'category_disabled'];
  const body = { date, reason: 'A mistake' };
  const refusal = refusedIfOverdrawn(codes, overdrawn(run.books, effectOf(run.books, turned(one.lines))));
  const made = await run.send({ path: `/api/journal-entries/${one.id}/reverse`, body, may, ...refusal });
  if (!made) return;
  run.expect(`whether reversal ${made.id} is a year-end entry`, made.yearEnd, isYearEnd);
  checkShown(run, made);
  keepEntry(run, made);
  const kept = run.books.entries.get(made.id);
  run.expect(`the lines of reversal ${made.id}`, kept.lines, turned(one.lines));
  run.keep('entries', { id: one.id, reversedBy: made.id });
}

export const ENTRIES = [
  [2.5, 'enter an adjusting entry', enter],
  [0.7, 'enter an invalid adjusting entry', enterWrongly],
  [0.8, 'change an adjusting entry', change],
  [1.5, 'approve an adjusting entry', approve],
  [0.4, 'delete an adjusting entry', remove],
  [0.6, 'reverse an adjusting entry', reverse],
];
