/**
 * What is typed is what is booked: each key goes to the field that showed the focus when it was pressed. The computer
 * may be slow and its frames late, and the sign-in may end between any two keys.
 */
import { type Arbitrary, array, boolean, constantFrom, double, integer, record, sample } from 'fast-check';
import type { BrowserContext, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW } from '../support/app.ts';
import { CHROMIUM } from '../support/chromium.ts';
import {
  type ConsoleService,
  contextOf,
  focusOf,
  gridOf,
  openConsole,
  PASSWORD,
  type Person,
} from '../support/console.ts';
import { type Computer, delayFrames, fastKeys, keysIn, slowDown } from '../support/fast-keys.ts';
import { addMember } from '../support/office.ts';

/** How often gifts are drawn on each computer, and with which seed. `TEST_DRAWS=20` takes some minutes. */
const DRAWS = Number(process.env['TEST_DRAWS'] ?? 2);
const SEED = Number(process.env['TEST_SEED'] ?? 7);

/** After this many milliseconds, an access token has ended and all data of the page is old. */
const PASSED = 16 * 60_000;

const QUICK: Computer = { rate: 1, delay: 0 };
const SLOW: Computer = { rate: 6, delay: 80 };

describe.skipIf(CHROMIUM === undefined)('in Chromium, if it is installed', () => {
  let service: ConsoleService;
  let ann: Person;
  let secretary: Person;
  let treasurer: Person;
  let context: BrowserContext;
  let page: Page;
  let grid: ReturnType<typeof gridOf>;
  let press: Awaited<ReturnType<typeof fastKeys>>;
  let id: number;
  let now = NOW.getTime();

  beforeAll(async () => {
    service = await openConsole();
    await addMember(service.app, {
      firstName: 'Shu-Fen',
      lastName: 'Huang',
      chineseName: '黃淑芬',
      offeringNumber: '12',
    });
    await addMember(service.app, { firstName: 'Grace', lastName: 'Lin', offeringNumber: '14' });
    ann = await service.person('Ann', 'offering_counter');
    treasurer = await service.person('Tom', 'treasurer');
    secretary = await service.person('Sue', 'secretary');
  });
  afterAll(() => service.close());
  afterEach(() => context.close());

  async function openOn(computer: Computer, person = ann, path?: string) {
    id = await service.offering();
    context = await contextOf(service, person);
    await delayFrames(context, computer);
    page = await context.newPage();
    grid = gridOf(page);
    press = await fastKeys(page);
    await page.goto(path ?? `/offerings/${id}`);
    if (path === undefined) await expectFocus('Giver');
    else await page.getByRole('heading', { level: 1 }).waitFor();
    await slowDown(page, computer);
  }
  const expectFocus = async (label: string) => {
    await expect.poll(() => focusOf(page)).toBe(label);
  };
  const amounts = async () => (await service.read(id)).givings.map(({ amount }) => amount / 100);
  const dialog = () => page.getByRole('dialog', { name: 'Sign in' });

  const lookAgain = () => page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);
  /** Ends the sign-in. For the page, as much time passes as for the service, so that it reads its data again. */
  async function endSignIn() {
    await context.clearCookies();
    service.app.setNow(new Date((now += PASSED)).toISOString());
    await page.evaluate(`{ const before = Date.now; Date.now = () => before() + ${PASSED}; }`);
    await lookAgain();
  }
  async function signInAgain() {
    const isAsked = async () => {
      await lookAgain();
      return dialog().isVisible();
    };
    await expect.poll(isAsked, { interval: 500 }).toBe(true);
    // The service did answer.
    await page.getByText('No answer from').waitFor({ state: 'detached' });
    await press(PASSWORD, 'Enter');
    await dialog().waitFor({ state: 'hidden' });
  }

  describe('when the sign-in ends in the middle of an amount', () => {
    beforeEach(async () => {
      await openOn(SLOW);
      await press('12', 'Enter', '5');
      await endSignIn();
    });

    test('the amount goes on where it stopped', async () => {
      await signInAgain();
      await press('2.50', 'Enter');
      await expect.poll(amounts).toEqual([52.5]);
      await expectFocus('Giver');
    });

    test('it may end again, and the cursor stays between the digits', async () => {
      await signInAgain();
      await press('9', 'ArrowLeft');
      await endSignIn();
      await signInAgain();
      await press('7', 'Enter');
      await expect.poll(amounts).toEqual([579]);
    });

    test('Escape afterwards takes back the whole amount, as without the end of the sign-in', async () => {
      await signInAgain();
      await press('9', 'Escape', '31', 'Enter');
      await expect.poll(amounts).toEqual([31]);
    });

    test('the dialog lets whoever goes on typing finish, and then gets all keys until it closes', async () => {
      await press('2.50', 'Enter', '14', 'Enter', '3');
      await dialog().waitFor();
      await press('Escape', 'Escape', 'Tab', 'Escape', 'Shift+Tab');
      await expect.poll(() => dialog().isVisible()).toBe(true);
      await signInAgain();
      await press('3', 'Enter');
      await expect.poll(amounts).toEqual([52.5, 33]);
    });
  });

  test('the dialog to sign in waits while an input method composes a name, and keeps the half-typed name', async () => {
    await openOn(QUICK);
    await page.clock.install();
    const session = await context.newCDPSession(page);
    await session.send('Input.imeSetComposition', { text: 'ㄏㄨ', selectionStart: 2, selectionEnd: 2 });
    const refused = page.waitForResponse((response) => response.status() === 401);
    await endSignIn();
    await refused;
    await page.clock.runFor(5000);
    await expect.poll(() => dialog().isVisible()).toBe(false);
    await session.send('Input.insertText', { text: '黃' });
    await signInAgain();
    await session.send('Input.insertText', { text: '淑' });
    await expect.poll(() => grid.giver.inputValue()).toBe('黃淑');
    await press('Enter', '8', 'Enter');
    await expect.poll(amounts).toEqual([8]);
  });

  test('the keys directly after Shift+Enter go to the first part', async () => {
    await openOn(SLOW);
    await press('12', 'Enter', '211', 'Shift+Enter', '11', 'Enter', 'Miss', 'Enter', 'Enter');
    const parts = async () => (await service.read(id)).givings.map(({ amount, parts }) => [amount, parts?.[0]?.amount]);
    await expect.poll(parts).toEqual([[21_100, 1100]]);
  });

  test('the keys directly after a dialog closes go on in the field where it was opened', async () => {
    await openOn(SLOW);
    await press('12', 'Enter', '5', 'Control+k');
    await page.getByRole('dialog', { name: 'Find' }).waitFor();
    await press('Escape', '2.50', 'Enter');
    await expect.poll(amounts).toEqual([52.5]);
  });

  test('an amount goes on where it stopped after another window had the focus', async () => {
    await openOn(QUICK);
    await press('12', 'Enter', '5');
    // These are the events of Chromium. They cannot be caused without windows.
    await page.evaluate(`for (const name of ['focusout', 'focusin'])
      document.activeElement.dispatchEvent(new FocusEvent(name, { bubbles: true }))`);
    await press('2.50', 'Enter');
    await expect.poll(amounts).toEqual([52.5]);
  });

  test('a half-typed expense goes on where it stopped', async () => {
    await openOn(SLOW, ann, '/expenses/new');
    const amount = page.getByLabel('Amount').first();
    await amount.click();
    await press('5');
    await endSignIn();
    await signInAgain();
    await press('2.50', 'Tab');
    await expect.poll(() => amount.inputValue()).toBe('52.50');
  });

  test('each cell of a budget gets what was typed after the key that led to it', async () => {
    await openOn(SLOW, treasurer, '/reports/budgets?year=2026');
    await page.locator('.budget-input').focus();
    await press('120', 'Enter', '24', 'Enter', '36', 'Enter', '48', 'Tab', '7', 'Tab', '8', 'Enter');
    const rows = async () => (await page.locator('tbody tr').allInnerTexts()).map((row) => row.split('\t').slice(1, 4));
    await expect
      .poll(async () => (await rows()).slice(1, 5))
      .toEqual([
        ['120.00', '10.00', '10.00'],
        ['24.00', '2.00', '2.00'],
        ['36.00', '3.00', '3.00'],
        ['55.00', '7.00', '8.00'],
      ]);
  });

  test('a refusal takes the focus to the refused field, unless the person has gone on typing', async () => {
    await openOn(SLOW, secretary, '/people/new');
    const held: Route[] = [];
    await page.route('**/api/members', (route) => void held.push(route));
    const answer = async () => {
      await expect.poll(() => held.length).toBe(1);
      await held.pop()?.continue();
    };
    await page.getByLabel('Envelope number').fill('12');
    await page.getByLabel('Last name').fill('Ito');
    await page.getByLabel('First name').fill('Al');
    await press('Enter', 'a');
    await answer();
    await page.getByText('Another person already has this envelope number.').waitFor();
    await press('n', 'a');
    await expect.poll(() => page.getByLabel('First name').inputValue()).toBe('Alana');
    await press('Enter');
    await answer();
    await expectFocus('Envelope number');
  });

  test.each([QUICK, SLOW])('drawn gifts are booked as they were typed (%j)', async (computer) => {
    const [usual] = await service.categories();
    for (const draw of sample(DRAWN, { seed: SEED, numRuns: DRAWS })) {
      await openOn(computer);
      const keys = keysIn(...draw.gifts.flatMap(keysFor));
      const end = Math.floor(draw.end * keys.length);
      const before = press(...keys.slice(0, end));
      if (draw.isPausing) await before;
      await endSignIn();
      if (draw.isPausing) await signInAgain();
      await press(...keys.slice(end));
      if (!draw.isPausing) await signInAgain();
      await expect
        .poll(async () => (await service.read(id)).givings.map((gift) => bookedIn(gift, usual?.id ?? 0)), {
          message: JSON.stringify({ draw, end, keys }),
        })
        .toEqual(draw.gifts.map(wantedFor));
      await context.close();
    }
  });
});

const DRAWN_GIFT = record({
  giver: constantFrom('12', '14', 'lin', '*', '+'),
  cents: integer({ min: 200, max: 99_999 }),
  way: constantFrom('plain', 'category', 'split', 'escaped', 'shortened', 'corrected'),
});
type DrawnGift = typeof DRAWN_GIFT extends Arbitrary<infer Gift> ? Gift : never;

const DRAWN = record({
  gifts: array(DRAWN_GIFT, { minLength: 3, maxLength: 4 }),
  /** Where among the keys the sign-in ends. */
  end: double({ min: 0, max: 1, noNaN: true }),
  /** True if the person notices the end of the sign-in at once. */
  isPausing: boolean(),
});

const textOf = (cents: number) => (cents / 100).toFixed(2);

/** Returns the texts and keys that enter a gift. */
function keysFor({ giver, cents, way }: DrawnGift): string[] {
  const who = giver.length === 1 ? [giver] : [giver, 'Enter'];
  const amount = textOf(cents);
  switch (way) {
    case 'category':
      return [...who, amount, 'Tab', 'Miss', 'Enter'];
    case 'split':
      return [...who, amount, 'Shift+Enter', '1', 'Enter', 'Miss', 'Enter', 'Enter'];
    case 'escaped':
      return [...who, '89', 'Escape', amount, 'Enter'];
    case 'shortened':
      return [...who, amount, '7', 'Backspace', 'Enter'];
    case 'corrected':
      return [...who, '3', 'Enter', 'ArrowUp', 'Tab', amount, 'Enter'];
    default:
      return [...who, amount, 'Enter'];
  }
}

/** Returns the first name of the giver, the amount, and the amounts of the parts or whether the category is another than the usual one. */
function wantedFor({ giver, cents, way }: DrawnGift): unknown[] {
  const name = giver.length === 1 ? giver : giver === '12' ? 'Shu-Fen' : 'Grace';
  return [name, cents, way === 'split' ? [100, cents - 100] : way === 'category'];
}

type Giving = Awaited<ReturnType<ConsoleService['read']>>['givings'][number];

function bookedIn({ memberName, isAnonymous, amount, parts, categoryId }: Giving, usual: number): unknown[] {
  const name = memberName?.split(' ')[0] ?? (isAnonymous ? '*' : '+');
  return [name, amount, parts?.map((part) => part.amount) ?? categoryId !== usual];
}
