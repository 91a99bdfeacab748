/** Closes and reopens fiscal years. The reports of a closed year are stored and must never change. */
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
import { postPaid } from '../paid.js';
import { postAll } from '../postings.js';
import { checkYear, storedPath } from '../year-reports.js';

/** Returns, by path, the reports that the service stores when a year is closed. */
async function readStored(run, year) {
  const stored = { [form990Of(year)]: await run.read(form990Of(year)) };
  const reports = ['activities', 'balance-sheet', 'fund-balances', 'income-statement'];
  for (const basis of ['booked', 'paid']) {
    const statement = storedPath('income-statement', year, basis);
    const paths = reports.map((report) => storedPath(report, year, basis));
    for (const path of [...paths, ...COLUMNS.map((columns) => `${statement}&columns=${columns}`)])
      stored[path] = await run.read(path);
  }
  return stored;
}

const COLUMNS = ['restriction', 'fund', 'ministry', 'month'];
const form990Of = (year) => `/api/form990/functional-expenses?year=${year}`;

function randomYear(run) {
  const { books, fiscalStart } = run;
  const first = fiscalYearOf(firstOf(books.firstMonth), fiscalStart);
  return run.random.between(first, fiscalYearOf(run.today, fiscalStart));
}

const close = (run) => closeYear(run, randomYear(run));

/** Closes a fiscal year and keeps its stored reports, or checks that closing it is refused. */
export async function closeYear(run, year) {
  const { books, fiscalStart } = run;
  const { from, to } = fiscalYear(year, fiscalStart);
  // All months since the books began must be finalized, including the months of earlier years.
  const begin = books.opening ? monthOf(books.opening.date) : books.firstMonth;
  const isOpen =
    latest([from, begin]) > to || monthsBetween(begin, to).some((month) => books.month(month).status !== 'Finalized');
  const isClosed = books.years.get(year)?.isClosed;
  const isPending = [...books.entries.values()].some(
    ({ status, isYearEnd, date }) => status === 'PendingApproval' && isYearEnd && date === lastOf(to),
  );
  const codes = [
    ...(isOpen ? ['open_periods'] : []),
    ...(isPending ? ['open_items'] : []),
    ...(isClosed ? ['year_closed', 'invalid_transition'] : []),
  ];
  const before = codes.length === 0 ? await readAndCompare(run, year) : undefined;
  const path = `/api/fiscal-years/${year}/close`;
  const made = await run.send({ path, refuse: codes.length > 0 ? codes : undefined, may: ['period_not_over'] });
  if (!made) return;
  const stored = await readStored(run, year);
  run.expect(`the stored reports of ${year}`, stored, before);
  books.years.set(year, { isClosed: true, from, to, end: lastOf(to), next: dayAfter(lastOf(to)), stored });
}

/** Compares the reports of a year with the model, and returns them as they are before the year is closed. */
async function readAndCompare(run, year) {
  const { books, random } = run;
  const booked = postAll(books);
  await checkYear({ run, random, ledgers: { booked, paid: postPaid(books, booked) } }, year);
  return readStored(run, year);
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
