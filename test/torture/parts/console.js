/**
 * Enters gifts at the console in Chromium while the network is cut, the service is killed or the tab is killed at
 * random moments. In the end, each gift that the page showed as waiting or saved must be stored once, and no gift may
 * be stored that nobody typed.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { openBrowser, signInOnPage } from '../browser.js';
import { call, signIn } from '../call.js';

const ROUNDS = 200;
/** After this many rounds, a new offering begins, so that the checks do not take longer and longer. */
const ROUNDS_AN_OFFERING = 20;
const MOST_GIFTS = 5;
const LONGEST_PAUSE_MS = 400;
const SETTLED_MS = 90_000;
const SUNDAY = '2026-01-04';
const DAY_MS = 86_400_000;
const TROUBLES = ['network', 'service', 'tab', 'tab and service'];

export async function torturePart({ place, findings, random, rounds = ROUNDS }) {
  const browser = await openBrowser();
  if (!browser) {
    findings.skip('no Chromium is installed');
    return;
  }
  const team = new Team({ place, findings, random, browser });
  try {
    await team.start();
    for (let round = 0; round < rounds; round += 1) {
      if (round % ROUNDS_AN_OFFERING === 0) await team.beginOffering(round / ROUNDS_AN_OFFERING);
      const before = findings.faults;
      await team.round(random.pick(TROUBLES));
      findings.count('rounds');
      if (findings.faults > before) findings.say(`The last violation was in round ${round + 1}`);
      else if ((round + 1) % 10 === 0) findings.say(`${round + 1} of ${rounds} rounds`);
    }
  } finally {
    await browser.close();
  }
}

/** A person who enters gifts in a browser, and a service on a fixed port. Both the browser tab and the service crash and restart. */
class Team {
  /**
   * Amounts in cents that were typed and confirmed with Enter. Each amount is used once, so that it identifies its
   * gift.
   */
  typed = [];
  /** Amounts that the page showed in its rows. */
  shown = new Set();
  #next = 100;

  constructor({ place, findings, random, browser }) {
    Object.assign(this, { place, findings, random, browser, directory: place.directory() });
  }

  async start() {
    this.service = this.place.service(this.directory);
    this.port = await this.service.ready;
    this.context = await this.browser.newContext({ locale: 'en-US' });
    await this.openTab('/');
    await signInOnPage(this.page);
  }

  async openTab(path) {
    this.page = await this.context.newPage();
    await this.page.goto(`http://localhost:${this.port}${path}`);
  }

  async beginOffering(number) {
    const date = new Date(Date.parse(SUNDAY) + number * DAY_MS).toISOString().slice(0, 10);
    const { token } = await signIn(this.port);
    const { body } = await call(this.port, 'POST', '/api/offering-sessions', { token, body: { date } });
    Object.assign(this, { id: body.id, typed: [], shown: new Set() });
    await this.page.goto(`http://localhost:${this.port}/offerings/${this.id}`);
    await this.row().waitFor();
  }

  row() {
    return this.page.getByRole('group', { name: 'New gift' }).getByRole('combobox', { name: 'Giver' });
  }

  /** Types gifts while something fails, repairs the failure, and compares the stored gifts with the typed gifts. */
  async round(trouble) {
    const breaking = this.breakAfter(trouble, this.random.between(0, LONGEST_PAUSE_MS));
    await this.typeGifts(this.random.between(1, MOST_GIFTS));
    await breaking;
    this.findings.count(`rounds with a failure of: ${trouble}`);
    // Sometimes the person continues to type during the failure.
    if (!this.page.isClosed() && this.random.once(2)) await this.typeGifts(1);
    await this.mend();
    await this.compare();
  }

  async breakAfter(trouble, ms) {
    await pause(ms);
    if (trouble === 'network') await this.context.setOffline(true);
    if (trouble.includes('tab')) await this.page.close({ runBeforeUnload: false });
    if (trouble.includes('service')) await this.service.kill();
  }

  /** Enters this many gifts of loose cash with different amounts. Stops if the tab crashes. */
  async typeGifts(count) {
    for (let n = 0; n < count; n += 1) {
      const cents = (this.#next += 1);
      try {
        await this.row().focus({ timeout: SETTLED_MS });
        await this.page.keyboard.press('+');
        await this.page.keyboard.type(String(cents / 100));
        this.typed.push(cents);
        await this.page.keyboard.press('Enter');
        await this.noteShown();
        if (this.random.once(6)) await this.correctLast();
      } catch (error) {
        if (!this.page.isClosed()) throw error;
        return;
      }
    }
  }

  /**
   * Changes the amount of the last gift. If the correction was shown, the earlier amount must not be stored in the end.
   */
  async correctLast() {
    const cents = (this.#next += 1);
    await this.page.keyboard.press('ArrowUp');
    await this.page.keyboard.press('Tab');
    const before = Math.round(Number(await this.page.locator(':focus').inputValue()) * 100);
    await this.page.keyboard.type(String(cents / 100));
    this.corrections.push({ before, cents });
    await this.page.keyboard.press('Enter');
    await this.noteShown();
    this.findings.count('corrections');
  }

  corrections = [];

  /** Records the amounts that the page shows in its rows. From then on, these gifts must not be lost. */
  async noteShown() {
    for (const cents of await this.rowsShown()) this.shown.add(cents);
  }

  /** Returns the amounts of the rows that are marked as saved or waiting. */
  async rowsShown() {
    const texts = await this.page.locator('tr.gift:not(.gift-coming) td:nth-child(5)').allInnerTexts();
    return texts.map((text) => Math.round(Number(text.replaceAll(',', '')) * 100));
  }

  async mend() {
    await this.context.setOffline(false);
    if (this.service.child.exitCode !== null || this.service.child.signalCode !== null) {
      this.service = this.place.service(this.directory, { args: ['--port', String(this.port)] });
      await this.service.ready;
    }
    if (this.page.isClosed()) await this.openTab(`/offerings/${this.id}`);
    await this.row().waitFor({ timeout: SETTLED_MS });
  }

  async compare() {
    const { findings } = this;
    const books = await this.settledBooks();
    const counts = new Map();
    for (const cents of books) counts.set(cents, (counts.get(cents) ?? 0) + 1);
    const replaced = new Map(this.corrections.map(({ before, cents }) => [before, cents]));
    for (const [cents, count] of counts) {
      findings.expect(count === 1, `the gift of ${cents / 100} is stored ${count} times`);
      const isTyped = this.typed.includes(cents) || this.corrections.some((one) => one.cents === cents);
      findings.expect(isTyped, `nobody typed the gift of ${cents / 100}`);
      const next = replaced.get(cents);
      findings.expect(
        next === undefined || !counts.has(next),
        `the gift of ${cents / 100} and its correction are both stored`,
      );
    }
    for (const cents of this.shown) {
      const isThere = counts.has(cents) || counts.has(replaced.get(cents));
      findings.expect(isThere, `the gift of ${cents / 100} was shown and is lost`);
      if (replaced.has(cents) && this.shown.has(replaced.get(cents))) {
        findings.expect(!counts.has(cents), `the correction of the gift of ${cents / 100} was shown and is lost`);
      }
    }
    findings.count('gifts compared', books.length);
    // The browser may have kept a half-typed gift of a crashed tab, but the next round must begin with an empty row.
    await this.row().focus();
    await this.page.keyboard.press('Escape');
    await this.page.keyboard.press('Escape');
    await this.page.keyboard.press('Escape');
  }

  /** Waits until the page marks all rows as saved, and returns the stored amounts. */
  async settledBooks() {
    const end = Date.now() + SETTLED_MS;
    for (;;) {
      const [waiting, rows] = [await this.page.locator('tr.gift:not(.gift-saved)').count(), await this.rowsShown()];
      const { token } = await this.signedIn();
      const { body } = await call(this.port, 'GET', `/api/offering-sessions/${this.id}`, { token });
      const books = body.givings.map(({ amount }) => Math.round(amount * 100));
      const isSame = waiting === 0 && rows.toSorted().join() === books.toSorted().join();
      if (isSame) return books;
      if (Date.now() > end) {
        this.findings.complain(
          `the page shows ${rows.length} gifts, ${waiting} of them unsaved, and the books have ${books.length}`,
        );
        return books;
      }
      await pause(200);
    }
  }

  /** Returns this object with a valid `token`. A valid token is reused, because signing in is slow on purpose. */
  async signedIn() {
    if (this.token && (await call(this.port, 'GET', '/api/auth/me', { token: this.token })).status === 200) return this;
    this.token = (await signIn(this.port)).token;
    return this;
  }
}
