/** Fiscal years, closed and reopened. What a closed year's reports said is kept and must never change. */
import {
  dayAfter,
  firstOf,
  fiscalYear,
  fiscalYearOf,
  lastOf,
  latest,
  monthsBetween,
  monthOf,
} from '../money-and-days.js';

/** The reports that are stored when a year is closed. */
export const STORED_REPORTS = [
  '/api/form990/functional-expenses',
  '/api/reports/income-statement',
  '/api/reports/balance-sheet',
  '/api/reports/fund-balances',
];

function randomYear(run) {
  const { books, fiscalStart } = run;
  const first = fiscalYearOf(firstOf(books.firstMonth), fiscalStart);
  return run.random.between(first, fiscalYearOf(run.today, fiscalStart));
}

async function close(run) {
  if (!run.has('POST /api/fiscal-years/{year}/close')) return;
  const { books, fiscalStart } = run;
  const year = randomYear(run);
  const { from, to } = fiscalYear(year, fiscalStart);
  const begin = latest([from, books.opening ? monthOf(books.opening.date) : books.firstMonth]);
  const isOpen = begin > to || monthsBetween(begin, to).some((month) => books.month(month).status !== 'Finalized');
  const isClosed = books.years.get(year)?.isClosed;
  const codes = [...(isOpen ? ['open_periods'] : []), ...(isClosed ? ['year_closed', 'invalid_transition'] : [])];
  const path = `/api/fiscal-years/${year}/close`;
  const made = await run.send({ path, refuse: codes.length > 0 ? codes : undefined, may: ['period_not_over'] });
  if (!made) return;
  const stored = {};
  for (const report of STORED_REPORTS) stored[report] = await run.read(`${report}?year=${year}`);
  books.years.set(year, { isClosed: true, from, to, end: lastOf(to), next: dayAfter(lastOf(to)), stored });
}

async function reopen(run) {
  if (!run.has('POST /api/fiscal-years/{year}/reopen')) return;
  const closed = [...run.books.years].filter(([, { isClosed }]) => isClosed);
  if (closed.length === 0) return;
  const [year] = run.pick(closed);
  const made = await run.send({
    path: `/api/fiscal-years/${year}/reopen`,
    body: { reason: 'The auditor asks' },
    may: ['later_year_closed', 'conflict'],
  });
  if (made) run.books.years.set(year, { isClosed: false });
}

export const YEARS = [
  [0.6, 'close a fiscal year', close],
  [0.1, 'reopen a fiscal year', reopen],
];
