/**
 * The simplest HTTP server for the requests that `parts/reports.js` measures. Its arguments are the database, the year,
 * and the first and last day of the month. The server returns the sums of the year or of the month, grouped by ids.
 * Each query is one prepared statement over a covering index.
 */
import Sqlite from 'better-sqlite3';
import { serveBare } from './bare.js';

const [, , file, year, from, to] = process.argv;
const db = new Sqlite(file);
db.pragma('mmap_size = 2147418112');
const COUNTS = `deletedAt is null and bookedOn is not null and status in ('Approved', 'Paid')`;
const MONEY = 'sum(case when nonCashDescription is null then amountMinor else 0 end)';

const byClass = db.prepare(`
  select subCategoryId, ministryId, functionalClass, sum(amountMinor) as sum, count(*) as count
  from expenses where bookedOn >= ? and bookedOn <= ? and ${COUNTS} group by subCategoryId, ministryId, functionalClass`);
const given = db.prepare(`
  select categoryId, ${MONEY} as sum, count(*) as count
  from givings where date >= ? and date <= ? and deletedAt is null group by categoryId`);
const spent = db.prepare(`
  select subCategoryId, sum(amountMinor) as sum, count(*) as count
  from expenses where bookedOn >= ? and bookedOn <= ? and ${COUNTS} group by subCategoryId`);
const fundsGiven = db.prepare(`
  select categoryId, ${MONEY} as sum, sum(case when date < ? then amountMinor else 0 end) as before
  from givings where date <= ? and deletedAt is null and categoryId in (select id from givingCategories where fundId <> 1)
  group by categoryId`);
const fundsSpent = db.prepare(`
  select fundId, sum(amountMinor) as sum, sum(case when bookedOn < ? then amountMinor else 0 end) as before
  from expenses where fundId <> 1 and bookedOn <= ? and ${COUNTS} group by fundId`);
const unpaid = db.prepare(`
  select sum(amountMinor) as sum, count(*) as count
  from expenses where bookedOn <= ? and ${COUNTS} and (status = 'Approved' or paidOn > ?)`);

serveBare(({ url }) =>
  JSON.stringify(url === '/statement' ? statement() : byClass.all(`${year}-01-01`, `${year}-12-31`)),
);

function statement() {
  return {
    given: given.all(from, to),
    spent: spent.all(from, to),
    funds: [fundsGiven.all(from, to), fundsSpent.all(from, to)],
    unpaid: unpaid.get(to, to),
  };
}
