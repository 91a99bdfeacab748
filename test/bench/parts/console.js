import { spawnSync } from 'node:child_process';
import { installedMegabytes, sizeOf, sizeOfAll, watchAssets } from '../assets.js';
import { openBrowser, p95, slowDown, timeKeys, watchKeys } from '../browser.js';
import { compareLimit } from '../measure.js';
import { membersChurch } from '../members.js';
import { daemonArguments, request } from '../process.js';

const GIVERS = 10_000;
const ROWS = 500;
const ROOMS = `
  / /offerings /people /people/1 /attendance /account /giving /giving/statements
  /expenses /expenses/new /expenses/to-pay /expenses/vendors /approvals /month-end /bank
  /reports /reports/income-statement /reports/budgets /messages /settings /settings/audit`
  .trim()
  .split(/\s+/);
/**
 * The number of rounds in which each time is measured. Other work on the machine can only lengthen a time, so the
 * shortest time counts.
 */
const ROUNDS = 5;
/** The keys that are pressed in the field Amount. Each text is typed and then deleted again. */
const AMOUNT_KEYS = ['1250.25+8.50', '1,200', '33.35'].flatMap(typedAndTakenAway);
/** The keys that are pressed in the field Giver. Each text is typed and then deleted again. */
const GIVER_KEYS = ['chen', 'huang wen', 'smith', 'lin', '9999', 'maria l'].flatMap(typedAndTakenAway);

/**
 * Measures the console in Chromium for a church with 10,000 givers and an offering of 500 gifts: the size of the loaded
 * files, the time until sign-in is possible, the time from a key press until the result is painted, and the number of
 * keys needed to enter sixty gifts. Each measurement has a limit.
 */
export async function measurePart(workspace) {
  const { directory, logins } = await membersChurch(workspace, { members: GIVERS, accounts: 1 });
  const service = await workspace.start(daemonArguments(directory));
  const browser = await openBrowser();
  const place = { browser, url: `http://localhost:${service.port}`, login: logins[0] };
  try {
    const offering = await fillOffering(service.port, place.login);
    return [
      ...(await compareSizes(place, offering)),
      await compareSignIn(place),
      ...(await compareKeys(place, offering)),
      await compareLimit('console: keys of sixty gifts', { ours: typistKeys, allowed: 180, unit: 'keys', rounds: 1 }),
    ];
  } finally {
    await browser.close();
    await service.stop();
  }
}

/** Fills an offering with five hundred gifts and returns its address. */
async function fillOffering(port, login) {
  const { accessToken: token } = await request(port, 'POST', '/api/auth/login', { body: login });
  const { items: categories } = await request(port, 'GET', '/api/giving-categories', { token });
  const givings = Array.from({ length: ROWS }, (_, n) => ({
    categoryId: categories[n % 3].id,
    amount: 10 + (n % 200) + 0.25,
    method: n % 3 === 0 ? 'Check' : 'Cash',
    checkNumber: n % 3 === 0 ? String(1000 + n) : null,
    memberId: 1 + n * 17,
  }));
  const { id } = await request(port, 'POST', '/api/offering-sessions', {
    token,
    body: { date: '2026-07-05', givings },
  });
  return `/offerings/${id}`;
}

async function signIn(page, { url, login }) {
  await page.goto(url);
  await page.getByLabel('E-mail', { exact: true }).fill(login.email);
  await page.getByLabel('Password', { exact: true }).fill(login.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('navigation').first().waitFor();
}

async function openEntry(page, { url }, offering) {
  await page.goto(`${url}${offering}`);
  await page.getByRole('group', { name: 'New gift' }).getByRole('combobox', { name: 'Giver' }).waitFor();
}

/**
 * Opens the sign-in screen, the gift entry and other screens. Compares the size of the files that each step loads with
 * the limit for that step.
 */
async function compareSizes(place, offering) {
  const page = await place.browser.newPage({ locale: 'en-US' });
  const asked = watchAssets(page);
  await page.goto(place.url);
  await page.getByLabel('E-mail', { exact: true }).waitFor();
  await page.waitForLoadState('networkidle');
  const toSignIn = sizeOf(asked);
  asked.clear();
  await signIn(page, place);
  const beforeRooms = new Set(asked);
  await openEntry(page, place, offering);
  const toEntry = sizeOf(asked);
  let largest = 0;
  for (const room of ROOMS) {
    const before = new Set([...asked, ...beforeRooms]);
    await page.goto(`${place.url}${room}`);
    await page.waitForLoadState('networkidle');
    largest = Math.max(largest, sizeOf([...asked].filter((file) => !before.has(file))));
  }
  await page.close();
  const sizes = [
    ['sign-in', toSignIn, 120],
    ['to the first entry', toEntry, 230],
    ['the largest further screen', largest, 50],
    ['all files', sizeOfAll(), 450],
  ];
  const rows = sizes.map(([name, ours, allowed]) =>
    compareLimit(`console: ${name}, gzip`, { ours: () => ours, allowed, unit: 'kB', rounds: 1 }),
  );
  const installed = { ours: installedMegabytes, allowed: 1.5, unit: 'MB', rounds: 1 };
  return Promise.all([...rows, compareLimit('console: growth of the installed package', installed)]);
}

function typedAndTakenAway(text) {
  return [...text.split(''), ...Array(text.length).fill('Backspace')];
}

async function timesOf(measure) {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await measure());
  return rounds;
}

/** Measures the time from the request for the page, with an empty cache, until the user can type into a field. */
async function compareSignIn({ browser, url }) {
  const times = await timesOf(async () => {
    const context = await browser.newContext({ locale: 'en-US' });
    const page = await context.newPage();
    await slowDown(page);
    await page.addInitScript(
      `addEventListener('focusin', ({ target }) => target.name === 'email' && (globalThis.usableAt ??= performance.now()))`,
    );
    await page.goto(url);
    await page.locator('[name=email]:focus').waitFor();
    const ms = await page.evaluate('usableAt');
    await context.close();
    return ms;
  });
  const ours = () => Math.min(...times);
  return compareLimit('console: sign-in usable at a sixth of the speed', {
    ours,
    allowed: 2000,
    unit: 'ms',
    rounds: 1,
  });
}

/**
 * Measures the 95th percentile of the time from a key press until the result is painted, at a sixth of the processor's
 * speed.
 */
async function compareKeys(place, offering) {
  const page = await place.browser.newPage({ locale: 'en-US' });
  await signIn(page, place);
  await openEntry(page, place, offering);
  await watchKeys(page);
  const group = page.getByRole('group', { name: 'New gift' });
  const fields = [
    ['Amount with 500 rows', group.getByRole('textbox', { name: 'Amount' }), AMOUNT_KEYS, 50],
    ['Giver among 10,000', group.getByRole('combobox', { name: 'Giver' }), GIVER_KEYS, 100],
  ];
  await slowDown(page);
  const results = [];
  for (const [name, field, keys, allowed] of fields) {
    await field.focus();
    const times = await timesOf(() => timeKeys(page, keys));
    const shortest = keys.map((_, at) => Math.min(...times.map((round) => round[at])));
    const limit = { ours: () => p95(shortest), allowed, unit: 'ms', rounds: 1 };
    results.push(await compareLimit(`console: key to paint in ${name}, p95`, limit));
  }
  await page.close();
  return results;
}

let keys;

/** Returns how many keys the scripted typist pressed, not counting letters, digits and the decimal point. */
function typistKeys() {
  keys ??= countKeys();
  return keys;
}

function countKeys() {
  const test = ['vitest', 'run', '--mode', 'browser', '--project', 'browser', 'test/console/typist.test.ts'];
  const { stdout, status } = spawnSync('npx', test, { encoding: 'utf8' });
  const [, count] = /The scripted typist pressed (\d+) keys/.exec(stdout) ?? [];
  if (status !== 0 || count === undefined) throw new Error(`The scripted typist did not finish:\n${stdout}`);
  return Number(count);
}
