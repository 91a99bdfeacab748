import { LISTS } from '../lists.js';
import { median } from '../measure.js';
import { membersChurch } from '../members.js';
import { daemonArguments, floor, request } from '../process.js';
import { fillTables } from '../rows.js';
import { Conversation } from '../sockets.js';
import { compareTurns, serveWatched } from '../turn.js';

const ROWS = [10_000, 100_000];
const PAGE_SIZE = 25;
/** The share of the bare server's rate that each page must reach among so many rows; among more the rows only inform. */
const SHARE = 0.5;
const HELD_TO = 10_000;
const ROUNDS = 4;
const MEASURED = { count: 24, milliseconds: 60 };
const CONNECTIONS = 4;

/**
 * Every list, in every order that it comes in: the first, the middle and the last page among 10,000 and 100,000 rows,
 * against a bare server whose SQL has the right index; and how long any of them keeps others waiting among 100,000.
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
  const daemon = await workspace.start(daemonArguments(directory));
  const { accessToken } = await request(daemon.port, 'POST', '/api/auth/login', { body: logins[0] });
  const headers = { Authorization: `Bearer ${accessToken}` };
  const both = { ours: new Conversation(daemon, CONNECTIONS), floor: new Conversation(bare, CONNECTIONS) };
  const cells = [];
  for (const [name, list] of Object.entries(LISTS)) {
    const { totalCount } = await request(daemon.port, 'GET', list.path.replace(/\?$/, ''), { token: accessToken });
    for (const field of Object.keys(list.orders)) {
      const last = Math.ceil(totalCount / PAGE_SIZE);
      const pages = { first: 1, middle: Math.ceil(last / 2), last };
      const ratios = [];
      for (const page of Object.values(pages)) {
        const cell = { name, field, page, count, ...(await measureCell(both, list, { name, field, page, headers })) };
        cells.push(cell);
        ratios.push(cell.ratio.toFixed(2));
      }
      console.log(`${String(count).padStart(7)}  ${`${name} by ${field}`.padEnd(36)}  ${ratios.join('  ')}`);
    }
  }
  for (const conversation of Object.values(both)) conversation.end();
  await daemon.stop();
  await bare.stop();
  printWorst(cells);
  return [...summaries(cells), ...(await measureTurns(workspace, { directory, logins, cells, count }))];
}

const pathOf = (list, field, page) => `${list.path}${list.path.endsWith('&') ? '' : '?'}sort=${field}&page=${page}`;

async function measureCell(both, list, { name, field, page, headers }) {
  const requests = {
    ours: { path: pathOf(list, field, page), headers },
    floor: { path: `/${encodeURIComponent(name)}?sort=${field}&page=${page}`, headers },
  };
  const rates = { ours: [], floor: [] };
  for (let round = 0; round <= ROUNDS; round++) {
    for (const who of ['ours', 'floor']) {
      const rate = await both[who].rateOf(requests[who], MEASURED);
      // The first round warms both up.
      if (round > 0) rates[who].push(rate);
    }
  }
  const ratios = rates.ours.map((rate, round) => rate / rates.floor[round]);
  return { ours: median(rates.ours), floor: median(rates.floor), ratio: median(ratios), ratios };
}

function printWorst(cells) {
  console.log('The ten that come off worst:');
  for (const { name, field, page, count, ratio } of cells.toSorted((a, b) => a.ratio - b.ratio).slice(0, 10)) {
    console.log(`  ${ratio.toFixed(2)}  ${name} by ${field}, page ${page} of ${count} rows`);
  }
}

/** A row of the table for each list: its worst page. */
function summaries(cells) {
  return Object.keys(LISTS).map((name) => {
    const [worst] = cells.filter((cell) => cell.name === name).toSorted((a, b) => a.ratio - b.ratio);
    const { field, page, count, ours, floor, ratio, ratios } = worst;
    const atLeast = count === HELD_TO ? SHARE : 0;
    return {
      name: `lists: ${name}, worst of ${count} rows (${field}, page ${page}) / bare http + jose + sqlite`,
      ours,
      floor,
      ratio,
      ratios,
      atLeast,
      atMost: Infinity,
      unit: '/s',
      isMet: ratio >= atLeast,
    };
  });
}

async function measureTurns(workspace, { directory, logins, cells, count }) {
  if (count === HELD_TO) return [];
  const watched = await serveWatched(workspace, { directory, logins });
  const results = [];
  for (const name of Object.keys(LISTS)) {
    const own = cells.filter((cell) => cell.name === name);
    const paths = own.map(({ field, page }) => pathOf(LISTS[name], field, page));
    results.push(await compareTurns(`lists: ${name}, ${count} rows, longest turn`, watched, paths));
  }
  await watched.service.stop();
  return results;
}
