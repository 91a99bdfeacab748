/**
 * 2,000 connections that say nothing, send their headers slowly, or send half of a body, while the system lets the service
 * open only 1,024 files. Whoever is closed comes back. Meanwhile a person signs in with Chromium, opens every part of the
 * page, which loads its code, and enters a gift.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { openBrowser, signInOnPage } from '../browser.js';
import { call, signIn } from '../call.js';
import { connect, head } from '../connections.js';

const CONNECTIONS = 2000;
const FILES = 1024;
/** Whoever is closed comes back after at most this time. */
const BACK_MS = 5000;
const DRIP_MS = 1000;
const SHOWN_MS = 60_000;
/** The parts of the page that a person with all rights has at least. With fewer, the links were not found. */
const FEWEST_PARTS = 40;

export async function torturePart({ place, findings, random, rounds = 1 }) {
  const browser = await openBrowser();
  if (!browser) {
    findings.skip('no Chromium is installed');
    return;
  }
  const limit = ['sh', '-c', `ulimit -n ${FILES}; exec "$@"`, 'sh'];
  const service = place.service(place.directory(), { under: limit });
  const port = await service.ready;
  const { token } = await signIn(port);
  const crowd = new Crowd({ findings, random, port, token });
  try {
    crowd.come();
    for (let round = 0; round < rounds; round += 1) await workOn(await browser.newContext(), { findings, port, token });
  } finally {
    crowd.leave();
    await browser.close();
  }
  findings.expect(crowd.closed > CONNECTIONS - FILES, `only ${crowd.closed} connections were closed`);
  findings.count('connections closed', crowd.closed);
  const { code, stderr } = await service.stop();
  findings.expect(code === 0, `the service ended with ${code}: ${stderr}`);
}

/** Clients that hold connections. */
class Crowd {
  closed = 0;
  #isOver = false;
  #sockets = new Set();

  constructor({ findings, random, port, token }) {
    Object.assign(this, { findings, random, port, token });
  }

  come() {
    for (let index = 0; index < CONNECTIONS; index += 1) void this.#stay(BEHAVIORS[index % BEHAVIORS.length]);
  }

  leave() {
    this.#isOver = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  async #stay(behave) {
    while (!this.#isOver) {
      const { socket, closed } = connect(this.port);
      this.#sockets.add(socket);
      const timer = behave(socket, this.token);
      await closed;
      clearInterval(timer);
      this.#sockets.delete(socket);
      if (!this.#isOver) this.closed += 1;
      await pause(this.random.between(DRIP_MS, BACK_MS), undefined, { ref: false });
    }
  }
}

const drip = (socket, text) => setInterval(() => socket.writable && socket.write(text), DRIP_MS);

const BEHAVIORS = [
  () => undefined,
  (socket) => {
    socket.write('GET /api/health HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
    return drip(socket, 'x');
  },
  (socket, token) => {
    socket.write(`${head(token, '/api/givings', ['Content-Type: application/json', 'Content-Length: 200'])}{"note": "`);
  },
];

/** Signs in, opens every part of the page by its links, and enters a gift. */
async function workOn(context, { findings, port, token }) {
  context.setDefaultTimeout(SHOWN_MS);
  const page = await context.newPage();
  await page.goto(`http://localhost:${port}/`);
  await signInOnPage(page);
  const main = page.getByRole('navigation', { name: 'Main' });
  await main.getByRole('link').first().waitFor();
  const rooms = await hrefsOf(main.getByRole('link'));
  const parts = new Set();
  for (const room of rooms) {
    await open(page, room, findings);
    const below = room === '/' ? [] : await hrefsOf(page.locator(`a[href^="${room}/"]`));
    for (const part of [room, ...below]) parts.add(part);
  }
  for (const part of parts) await open(page, part, findings);
  findings.expect(parts.size >= FEWEST_PARTS, `only these parts were found: ${[...parts].join(' ')}`);
  findings.count('parts of the page opened', parts.size);
  findings.expect((await enterGift(page, { port, token })) === 12, 'the gift that was typed is not in the books');
  await context.close();
}

const hrefsOf = (links) => links.evaluateAll((links) => links.map((link) => link.getAttribute('href')));

/** Opens a part of the page as its link does. It must show its heading, load everything, and report no fault. */
async function open(page, part, findings) {
  await page.evaluate((address) => history.pushState(null, '', address), part);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  const faults = await page.getByRole('alert').allTextContents();
  findings.expect(faults.length === 0, `${part} shows: ${faults.join(' ')}`);
}

/** Enters a gift on the page, and waits until it is in the books. */
async function enterGift(page, { port, token }) {
  const day = { date: '2026-01-04' };
  const { body } = await call(port, 'POST', '/api/offering-sessions', { token, body: day });
  await page.evaluate((address) => history.pushState(null, '', address), `/offerings/${body.id}`);
  await page.getByRole('group', { name: 'New gift' }).getByRole('combobox', { name: 'Giver' }).focus();
  await page.keyboard.press('+');
  await page.keyboard.type('12');
  await page.keyboard.press('Enter');
  await page.locator('tr.gift:not(.gift-coming)').waitFor();
  for (const end = performance.now() + SHOWN_MS; performance.now() < end; await pause(100)) {
    const { givings } = (await call(port, 'GET', `/api/offering-sessions/${body.id}`, { token })).body;
    if (givings.length === 1) return givings[0].amount;
  }
  return undefined;
}
