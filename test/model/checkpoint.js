/** Reads every report of the service and compares it with the model's own figures. */
import { accountBalances, statement } from './figures.js';
import { form990 } from './form990.js';
import { compare, compareStatement } from './compare.js';
import { checkDocuments } from './documents.js';
import { checkJournal } from './journal.js';
import { checkReports } from './reports.js';
import {
  amountOf,
  firstOf,
  fiscalYear,
  fiscalYearOf,
  lastOf,
  monthAfter,
  monthsBetween,
  monthOf,
  pathOf,
} from './money-and-days.js';
import { postAll } from './postings.js';

/**
 * Compares all figures. `isThorough` also runs the commands, which take longer. `isComplete` compares the ledgers of
 * all accounts and funds instead of one account and one fund.
 */
export async function checkpoint(run, options) {
  await compareAll(run, options);
  run.lastCheck = run.operation;
}

async function compareAll(run, { isThorough, isComplete = false, ledger = postAll(run.books) }) {
  await checkAccounts(run, ledger);
  await checkStatements(run, ledger);
  if (isThorough) await checkDocuments(run, ledger);
  for (const year of yearsOf(run)) await checkForm990(run, ledger, year);
  await checkClosedYears(run);
  await checkReports(run, ledger, { isThorough, isComplete });
  if (isThorough) await checkJournal(run, ledger);
  if (isThorough) await checkAudit(run);
}

/** Checks that the audit log agrees with the books. A false alarm would make a church go back to an old backup. */
async function checkAudit(run) {
  const { code, stderr } = await run.service.command('audit', 'verify');
  compare(run, 'the result of audit verify', { expected: { code: 0, stderr: '' }, found: { code, stderr } });
}

/** Checks that the reports of a closed year do not change, even if records are renamed or reassigned later. */
async function checkClosedYears(run) {
  for (const [year, { isClosed, stored }] of run.books.years) {
    if (!isClosed) continue;
    for (const [path, expected] of Object.entries(stored))
      compare(run, `${path} of the closed year ${year}`, { expected, found: await run.read(path) });
  }
}

function yearsOf({ books, fiscalStart, today }) {
  const [first, last] = [firstOf(books.firstMonth), today].map((day) => fiscalYearOf(day, fiscalStart));
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

async function checkAccounts(run, ledger) {
  const { items } = await run.read('/api/accounts');
  const balances = accountBalances(run.books, ledger);
  const expected = items.map(({ id }) => ({ id, balance: amountOf(balances.get(id) ?? Number.NaN) }));
  compare(run, 'the balances of the accounts', { expected, found: items });
}

async function checkStatements(run, ledger) {
  const { books, today } = run;
  const months = monthsBetween(monthAfter(books.firstMonth, -1), monthAfter(monthOf(today)));
  const found = await Promise.all(months.map((month) => run.read(`/api/monthly-statements/${pathOf(month)}`)));
  for (const [index, month] of months.entries()) {
    const { stored } = books.month(month);
    if (stored) compare(run, `the finalized statement of ${month}`, { expected: stored, found: found[index] });
    else compareStatement(run, month, statement(books, ledgerOf(books, ledger, month), month), found[index]);
  }
}

/**
 * Returns the postings that a monthly statement shows. Before the books begin, funds carry nothing over from month to
 * month, so the statement of such a month shows only the documents of that month.
 */
export function ledgerOf(books, { history, ...ledger }, month) {
  if (!books.opening || month >= monthOf(books.opening.date)) return { history, ...ledger };
  return { accounts: [], funds: history.funds, history: { accounts: history.accounts, funds: [] }, isHistory: true };
}

async function checkForm990(run, ledger, year) {
  const { books, fiscalStart } = run;
  if (books.years.get(year)?.isClosed) return;
  const months = fiscalYear(year, fiscalStart);
  const [from, to] = [firstOf(months.from), lastOf(months.to)];
  const found = await run.read(`/api/form990/functional-expenses?year=${year}`);
  const expected = form990(books, ledger, { from, to });
  const byId = (a, b) => a.id - b.id;
  for (const lines of [expected.lines, found.lines]) for (const line of lines) line.subCategories.sort(byId);
  // Line 25 need not repeat the subcategories of all lines.
  delete expected.lines.at(-1).subCategories;
  const key = ({ code, line, functionalClass = '' }) => `${code} ${line} ${functionalClass}`;
  for (const report of [expected, found]) report.warnings.sort((a, b) => (key(a) < key(b) ? -1 : 1));
  const counts = ({ bookedOn }) => bookedOn >= from && bookedOn <= to;
  compare(run, `Form 990 of ${year}`, { expected, found, counts });
}
