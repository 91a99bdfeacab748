import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { LISTS } from '../lists.js';
import { median } from '../measure.js';
import { membersChurch } from '../members.js';
import { floor, request } from '../process.js';
import { fillTables } from '../rows.js';
import { Conversation } from '../sockets.js';
import { LONGEST_TURN_MS, longestTurn, serveWatched } from '../turn.js';

const ROWS = [10_000, 100_000];
const PAGE_SIZE = 25;
/**
 * With `HELD_TO` rows in the table, each page must reach this share of the minimal server's rate. With more rows, the
 * result is for information only.
 */
const SHARE = 0.5;
const HELD_TO = 10_000;
const ROUNDS = 4;
/**
 * A page that seems too slow gets this many rounds, because other work on the machine may have affected a few of them.
 */
const MORE_ROUNDS = 12;
/** After this time no further round of a page begins, so a slow page gets fewer rounds. */
const ENOUGH_MS = 1500;
const MEASURED = { count: 24, milliseconds: 60 };
const WARMING = { count: 500, milliseconds: 1000 };
const CONNECTIONS = 4;

/**
 * Compares the first, middle and last page of every list, in every sort order and with 10,000 and 100,000 rows, with a
 * minimal server whose SQL uses the best index. Also measures how long each page blocks the event loop when it is first
 * read after a commit.
 */
export async function measurePart(workspace, { rows } = {}) {
  const results = [];
  for (const count of rows ? [rows] : ROWS) results.push(...(await measureAmong(workspace, count)));
  return results;
}

async function measureAmong(workspace, count) {
  const { directory, logins } = await membersChurch(workspace, { members: 1, accounts: 1 });
  fillTables(directory, count);
  const bare = await workspace.start(floor('lists', workspace.copy(directory)));
  const watched = await serveWatched(workspace, { directory, logins });
  const headers = { Authorization: `Bearer ${watched.token}` };
  const both = { ours: new Conversation(watched.service, CONNECTIONS), floor: new Conversation(bare, CONNECTIONS) };
  const commit = committing(directory);
  const cells = [];
  for (const [name, list] of Object.entries(LISTS)) {
    const { totalCount } = await request(watched.service.port, 'GET', list.path.replace(/[?&]$/, ''), watched);
    const last = Math.ceil(totalCount / PAGE_SIZE);
    await warmUp(both, name, headers);
    for (const field of Object.keys(list.orders)) {
      const own = [];
      for (const page of [1, Math.ceil(last / 2), last]) {
        const turn = await longestTurn(watched, pathOf(list, field, page), { before: commit });
        own.push({
          name,
          field,
          page,
          count,
          turn,
          ...(await measureCell(both, { name, field, page, headers })),
        });
      }
      printOrder(own);
      cells.push(...own);
    }
  }
  for (const conversation of Object.values(both)) conversation.end();
  commit.end();
  await watched.service.stop();
  await bare.stop();
  printWorst(cells);
  return Object.keys(LISTS).flatMap((name) => summariesOf(cells.filter((cell) => cell.name === name)));
}

/** Prints the ratios of the first, middle and last page, and the longest turn of the event loop for each. */
function printOrder(cells) {
  const [{ name, field, count }] = cells;
  const ratios = cells.map(({ ratio }) => ratio.toFixed(2).padStart(6));
  const turns = cells.map(({ turn }) => `${turn.toFixed(1)} ms`.padStart(8));
  console.log(`${String(count).padStart(7)}  ${`${name} by ${field}`.padEnd(36)}${ratios.join('')}  ${turns.join('')}`);
}

/**
 * Returns a function that commits a write without changing any data. After each such commit, the service must read its
 * cached data again.
 */
function committing(directory) {
  const db = new Sqlite(path.join(directory, 'vestry.db'));
  const write = db.prepare('update auditHead set entries = entries');
  return Object.assign(() => write.run(), { end: () => db.close() });
}

const pathOf = (list, field, page) => `${list.path}${list.path.endsWith('&') ? '' : '?'}sort=${field}&page=${page}`;

/** Makes both servers compile the code of a list before the list is measured. */
async function warmUp(both, name, headers) {
  const [field] = Object.keys(LISTS[name].orders);
  const requests = requestsFor(name, { field, page: 1, headers });
  for (const who of ['ours', 'floor']) await both[who].rateOf(requests[who], WARMING);
}

function requestsFor(name, { field, page, headers }) {
  return {
    ours: { path: pathOf(LISTS[name], field, page), headers },
    floor: { path: `/${encodeURIComponent(name)}?sort=${field}&page=${page}`, headers },
  };
}

async function measureCell(both, { name, ...place }) {
  const requests = requestsFor(name, place);
  const rates = { ours: [], floor: [] };
  const startedAt = performance.now();
  const isEnough = (rounds) => {
    const ratio = medianRatio(rates);
    return rounds > (ratio < SHARE ? MORE_ROUNDS : ROUNDS) || performance.now() - startedAt > ENOUGH_MS;
  };
  for (let round = 0; round < 2 || !isEnough(round); round++) {
    for (const who of ['ours', 'floor']) {
      const rate = await both[who].rateOf(requests[who], MEASURED);
      // The first round warms both up and is not counted.
      if (round > 0) rates[who].push(rate);
    }
  }
  return { ours: median(rates.ours), floor: median(rates.floor), ratio: medianRatio(rates), ratios: ratiosOf(rates) };
}

const ratiosOf = ({ ours, floor }) => ours.map((rate, round) => rate / floor[round]);
const medianRatio = (rates) => median(ratiosOf(rates));

function printWorst(cells) {
  console.log('The ten pages with the worst ratios:');
  for (const { name, field, page, count, ratio } of cells.toSorted((a, b) => a.ratio - b.ratio).slice(0, 10)) {
    console.log(`  ${ratio.toFixed(2)}  ${name} by ${field}, page ${page} of ${count} rows`);
  }
}

/**
 * Returns two rows of the printed table for a list: the page with the worst ratio, and the page with the longest turn.
 */
function summariesOf(cells) {
  const [slowest] = cells.toSorted((a, b) => a.ratio - b.ratio);
  const [longest] = cells.toSorted((a, b) => b.turn - a.turn);
  const { name, count, ours, floor, ratio, ratios } = slowest;
  const place = ({ field, page }) => `${field}, page ${page}`;
  const atLeast = count === HELD_TO ? SHARE : 0;
  const rate = { ours, floor, ratio, ratios, unit: '/s', atLeast, atMost: Infinity, isMet: ratio >= atLeast };
  const share = longest.turn / LONGEST_TURN_MS;
  const turn = { ours: longest.turn, floor: LONGEST_TURN_MS, ratio: share, ratios: [share], unit: 'ms' };
  return [
    { name: `lists: ${name}, worst of ${count} rows (${place(slowest)}) / minimal http + jose + sqlite`, ...rate },
    {
      name: `lists: ${name}, longest turn with ${count} rows (${place(longest)}) / the limit`,
      ...turn,
      atLeast: 0,
      atMost: 1,
      isMet: share <= 1,
    },
  ];
}
