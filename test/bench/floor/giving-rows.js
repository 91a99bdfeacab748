/** Stores givings with one prepared statement, for the servers in this folder. */

/** Returns a function that inserts the row in a JSON body, and returns the row with its id. */
export function inserting(db) {
  const insert = db.prepare(`
    insert into givings (categoryId, amountMinor, date, method, memberId, isAnonymous, sessionId, accountId, giftDate, createdAt, modifiedAt)
    values (@categoryId, @amountMinor, @date, @method, @memberId, 0, @sessionId, 2, @date, @at, @at)`);
  return ({ amount, sessionId = null, ...giving }) => {
    const at = new Date().toISOString();
    const row = { ...giving, amountMinor: Math.round(amount * 100), sessionId, at };
    return { ...row, id: Number(insert.run(row).lastInsertRowid) };
  };
}
