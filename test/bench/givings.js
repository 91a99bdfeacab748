/** Inserts hundreds of thousands of givings. */
import path from 'node:path';
import Sqlite from 'better-sqlite3';

const SUNDAYS = 52;
const CATEGORIES = 7;
const DAY_MS = 86_400_000;
/** The first of the 52 Sundays of 2025. */
const FIRST_SUNDAY = Date.UTC(2025, 0, 5);
const METHODS = ['Cash', 'Check', 'Zelle'];

/**
 * Inserts an offering session for each Sunday of 2025, and givings from all members in turn. Writes directly to the
 * tables, because entering the givings through the program would take longer.
 */
export function fillGivings(directory, { givings, members }) {
  const db = new Sqlite(path.join(directory, 'vestry.db'));
  const insertSession = db.prepare(`
    insert into offeringSessions (date, status, sundayAttendanceCount, countedBy, createdAt, modifiedAt)
    values (@date, 'Submitted', @attendance, '[]', @at, @at)`);
  const insertGiving = db.prepare(`
    insert into givings (categoryId, amountMinor, date, method, memberId, isAnonymous, checkNumber, zelleReference,
      sessionId, accountId, giftDate, createdAt, modifiedAt)
    values (@categoryId, @amount, @date, @method, @memberId, 0, @checkNumber, @zelleReference,
      @sessionId, case when @method = 'Zelle' then 2 else 1 end, @date, @at, @at)`);
  db.exec('begin');
  for (let sunday = 0, n = 0; sunday < SUNDAYS; sunday++) {
    const date = new Date(FIRST_SUNDAY + sunday * 7 * DAY_MS).toISOString().slice(0, 10);
    const at = `${date}T19:00:00.000Z`;
    const { lastInsertRowid: sessionId } = insertSession.run({ date, at, attendance: 300 + sunday });
    for (const last = ((sunday + 1) * givings) / SUNDAYS; n < last; n++) {
      insertGiving.run({ ...gift(n), memberId: 1 + (n % members), date, at, sessionId });
    }
  }
  db.exec('commit');
  db.close();
}

/** Returns the gift with the number `n`. Its amount, method and category differ from those of the previous gift. */
function gift(n) {
  const method = METHODS[n % METHODS.length];
  return {
    categoryId: 1 + ((n * 3) % CATEGORIES),
    amount: 1000 + ((n * 37) % 20_000),
    method,
    checkNumber: method === 'Check' ? String(1000 + (n % 9000)) : null,
    zelleReference: method === 'Zelle' ? `JPM${n}` : null,
  };
}
