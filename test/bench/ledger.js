/**
 * Inserts hundreds of thousands of givings and expenses directly into the tables, because the program would take
 * minutes.
 */
import path from 'node:path';
import Sqlite from 'better-sqlite3';

const AT = '2026-01-06T12:00:00.000Z';
const DAY_MS = 86_400_000;
const METHODS = ['Cash', 'Check', 'Zelle', 'PayPal', 'Card'];
const CLASSES = [null, null, 'ProgramServices', 'ManagementAndGeneral', 'Fundraising'];
const GENERAL = 1;
const FUNDS = [2, 3, 4];
const CATEGORIES = 7;
const SUB_CATEGORIES = 38;
const MINISTRIES = 10;
const UNPAID_ONE_IN = 50;

/**
 * Fills the books of a data directory with expenses and givings, spread evenly over a number of days, in every
 * category, ministry and functional class. A few expenses stay unpaid, and every tenth is paid from a fund other than
 * the General fund.
 */
export function fillBooks(directory, { from, days, expenses, givings }) {
  const db = new Sqlite(path.join(directory, 'vestry.db'));
  const dayOf = (n, count) =>
    new Date(Date.parse(from) + Math.floor((n * days) / count) * DAY_MS).toISOString().slice(0, 10);
  const { id: user } = db.prepare('select min(id) as id from users').get();
  const addExpense = db.prepare(`
    insert into expenses (subCategoryId, ministryId, expenseDate, amountMinor, vendor, description, functionalClass,
      fundId, paymentMethod, status, bookedOn, paidOn, submittedBy, createdAt, modifiedAt)
    values (@subCategoryId, @ministryId, @date, @amount, @vendor, @description, @functionalClass,
      @fundId, @method, @status, @date, @paidOn, ${user}, '${AT}', '${AT}')`);
  const addGiving = db.prepare(`
    insert into givings (categoryId, amountMinor, date, method, isAnonymous, accountId, giftDate, createdAt, modifiedAt)
    values (@categoryId, @amount, @date, @method, 0, 2, @date, '${AT}', '${AT}')`);
  db.transaction(() => {
    for (let n = 0; n < expenses; n++) addExpense.run(expense(n, dayOf(n, expenses)));
    db.exec(`
      insert into payments (date, accountId, method, madeFor, createdAt, modifiedAt)
        select paidOn, 2, paymentMethod, id, createdAt, modifiedAt from expenses where status = 'Paid';
      insert into paymentItems (paymentId, position, expenseId, amountMinor)
        select payments.id, 0, expenses.id, amountMinor from payments join expenses on expenses.id = madeFor;`);
    for (let n = 0; n < givings; n++) addGiving.run(giving(n, dayOf(n, givings)));
  })();
  db.close();
}

function expense(n, date) {
  const isPaid = n % UNPAID_ONE_IN !== 0;
  return {
    // Without the shifts, these columns would repeat in the same rhythm, and some combinations would never occur.
    subCategoryId: 1 + ((n * 7) % SUB_CATEGORIES),
    ministryId: 1 + ((n * 3 + (n >> 5)) % MINISTRIES),
    functionalClass: CLASSES[(n + (n >> 7)) % CLASSES.length],
    fundId: n % 10 === 0 ? FUNDS[n % FUNDS.length] : GENERAL,
    date,
    amount: 500 + ((n * 7919) % 100_000),
    vendor: `Vendor ${n % 500}`,
    description: `What was needed ${n}`,
    method: isPaid ? METHODS[n % METHODS.length] : null,
    status: isPaid ? 'Paid' : 'Approved',
    paidOn: isPaid ? date : null,
  };
}

function giving(n, date) {
  const categoryId = 1 + (n % CATEGORIES);
  return { categoryId, amount: 1000 + ((n * 104_729) % 50_000), date, method: METHODS[n % METHODS.length] };
}
