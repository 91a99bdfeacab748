import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { fillBooks } from '../ledger.js';
import { compareLimit } from '../measure.js';
import { membersChurch } from '../members.js';
import { request } from '../process.js';
import { processorTime } from '../processor.js';
import { compareTurns, serveWatched } from '../turn.js';

/** Together, 20,000 documents in one account. */
const GIVINGS = 15_000;
const EXPENSES = 5000;
const YEAR = { from: '2025-01-01', days: 365 };
const LINES = 1000;
const DAY_MS = 86_400_000;
const AT = '2026-01-06T12:00:00.000Z';
const OPEN = '/api/accounts/2/bank-lines?status=Open&pageSize=200';
const ALLOWED_MS = 300;
const ROUNDS = 9;
const WARM_UPS = 5;

const FILE_LINES = 10_000;
const MAPPING = JSON.stringify({ date: 'Date', dateFormat: 'ymd', description: 'Text', amount: 'Amount' });

/**
 * Measures the suggestions for a thousand open lines of the bank, half of which have a document, and the import of the
 * longest files.
 */
export async function measurePart(workspace) {
  const church = await membersChurch(workspace, { members: 100, accounts: 1 });
  fillBooks(church.directory, { ...YEAR, givings: GIVINGS, expenses: EXPENSES });
  fillLines(church.directory);
  const watched = await serveWatched(workspace, church);
  const { service, token } = watched;
  const suggest = async () => {
    const before = processorTime(service.child.pid) ?? 0;
    await request(service.port, 'GET', OPEN, { token });
    return (processorTime(service.child.pid) ?? 0) - before;
  };
  const limit = { ours: suggest, allowed: ALLOWED_MS, unit: 'ms', rounds: ROUNDS, warmUps: WARM_UPS };
  const results = [
    await compareLimit('bank: suggestions for 1,000 lines among 20,000 documents, processor time', limit),
    await compareTurns('bank: these suggestions, longest turn', watched, [OPEN]),
  ];
  for (const [format, fileOf] of Object.entries({ OFX: ofxOf, CSV: csvOf })) {
    // Each file has the days of another year, so all of its lines are new.
    let year = format === 'OFX' ? 1950 : 1980;
    const send = () => importFile(watched, fileOf(linesOf(year)), format === 'CSV' ? MAPPING : undefined);
    const add = () => {
      year += 1;
      return send();
    };
    results.push(
      await compareTurns(`bank: import of 10,000 new lines as ${format}, longest turn`, watched, [add]),
      await compareTurns(`bank: import of the same ${format} file again, longest turn`, watched, [send]),
    );
  }
  await service.stop();
  return results;
}

/** Returns the lines of a long file: about 27 a day. */
function linesOf(year) {
  return Array.from({ length: FILE_LINES }, (_, n) => ({
    date: new Date(Date.UTC(year, 0, 1) + Math.floor((n * YEAR.days) / FILE_LINES) * DAY_MS).toISOString().slice(0, 10),
    amount: `-${1 + (n % 900)}.${String(n % 100).padStart(2, '0')}`,
    text: `SHOP ${n % 300} & CAFE, PURCHASE ${n}`,
    id: `${year}${n}`,
  }));
}

function ofxOf(lines) {
  const records = lines.map(
    ({ date, amount, text, id }) =>
      `<STMTTRN>\n<TRNTYPE>DEBIT\n<DTPOSTED>${date.replaceAll('-', '')}\n<TRNAMT>${amount}\n<FITID>${id}\n<NAME>${text.replace('&', '&amp;')}\n</STMTTRN>\n`,
  );
  return `OFXHEADER:100\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKTRANLIST>\n${records.join('')}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
}

function csvOf(lines) {
  const rows = lines.map(({ date, amount, text }) => `${date},"${text}",${amount}\r\n`);
  return `Date,Text,Amount\r\n${rows.join('')}`;
}

/** Imports a file into the account; a CSV file needs a mapping. A response other than 200 ends the benchmark. */
async function importFile({ service, token }, text, mapping) {
  const body = new FormData();
  body.set('file', new Blob([text], { type: 'application/octet-stream' }), 'statement');
  if (mapping) body.set('mapping', mapping);
  const answer = await fetch(`http://127.0.0.1:${service.port}/api/accounts/2/bank-lines/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  });
  if (!answer.ok) throw new Error(`The import answered ${answer.status}: ${await answer.text()}`);
}

/**
 * Gives checks and transfers among the givings their references, and adds a line for every thirtieth giving, a day
 * later, and as many lines with amounts of their own.
 */
function fillLines(directory) {
  const db = new Sqlite(path.join(directory, 'vestry.db'));
  const add = db.prepare(`
    insert into bankLines (accountId, date, amountMinor, description, createdAt, modifiedAt)
    values (2, ?, ?, ?, '${AT}', '${AT}')`);
  db.exec(`
    update givings set checkNumber = 1000 + id % 4000 where method = 'Check';
    update givings set zelleReference = 'ZELLE' || id / 12 where method = 'Zelle';
    update givings set memberId = 1 + id * 37 % 100 where id % 3 <> 0;`);
  const givings = db.prepare(`select date, amountMinor from givings where id % 30 = 0 limit ${LINES / 2}`).all();
  db.transaction(() => {
    for (const [n, { date, amountMinor }] of givings.entries()) {
      const day = new Date(Date.parse(date) + DAY_MS).toISOString().slice(0, 10);
      add.run(day, amountMinor, `ZELLE FROM GIVER ${n % 100}`);
      add.run(day, 1001 + ((n * 7919) % 200_000), `WIRE ${n}`);
    }
  })();
  db.close();
}
