/**
 * The scripted typist enters the sixty gifts of a Sunday without the mouse. The test counts the keys other than
 * letters, digits and the decimal point.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM } from '../support/chromium.ts';
import { type ConsoleService, focusOf, openConsole, signInAt } from '../support/console.ts';
import { addMember } from '../support/office.ts';

const MOST_KEYS = 180;

type Gift = {
  method: 'Cash' | 'Check' | 'Zelle' | 'PayPal';
  /** The text that is typed in Giver. The signs * and + mean a gift without a member. */
  giver: string;
  reference?: string;
  cents: number;
  category?: string;
  /** For a split check, the amount for the usual category. The rest is for `category`. */
  first?: number;
};

/** Returns the last name of a member: four letters that no other name begins with. */
const nameOf = (at: number) => `${'BDFGHKLM'.charAt(at % 8)}a${'bdfg'.charAt(Math.floor(at / 8))}o`;
const centsOf = (at: number) => 1000 + at * 735;

const GIFTS: readonly Gift[] = [
  ...Array.from({ length: 28 }, (_, at) => ({ method: 'Cash', giver: String(101 + at), cents: centsOf(at) }) as const),
  ...[500, 1000, 2050].map((cents) => ({ method: 'Cash', giver: '*', cents }) as const),
  { method: 'Cash', giver: '+', cents: 18765 },
  ...Array.from({ length: 18 }, (_, at): Gift => {
    const check: Gift = { method: 'Check', giver: nameOf(at), reference: String(2001 + at), cents: centsOf(at) * 3 };
    if (at === 4 || at === 11) return { ...check, category: 'Missions', first: 2500 };
    return at === 7 ? { ...check, category: 'Building Fund' } : check;
  }),
  ...Array.from({ length: 10 }, (_, at): Gift => {
    const gift = { giver: nameOf(at + 18), reference: `r${at}`, cents: centsOf(at) * 2 };
    return { method: at < 6 ? 'Zelle' : 'PayPal', ...gift, ...(at === 8 && { category: 'Benevolence' }) };
  }),
];
/** The corrected amount of the second-to-last gift, which is changed after all gifts are entered. */
const CORRECTED = 4321;

describe.skipIf(CHROMIUM === undefined)('in Chromium, if it is installed', () => {
  let service: ConsoleService;
  let page: Page;
  beforeAll(async () => {
    service = await openConsole();
    for (let at = 0; at < 28; at += 1) {
      await addMember(service.app, { firstName: 'Mei', lastName: nameOf(at), offeringNumber: String(101 + at) });
    }
    ({ page } = await signInAt(service, await service.person('Ann', 'offering_counter')));
  });
  afterAll(() => service.close());

  test('sixty gifts take at most 180 keys, not counting letters, digits and the decimal point, and are stored exactly', async () => {
    const id = await service.offering();
    await page.goto(`${service.url}/offerings/${id}`);
    await expectFocus('Giver');
    let keys = 0;
    const press = async (...list: string[]) => {
      for (const key of list) await page.keyboard.press(key);
      keys += list.length;
    };
    let method: Gift['method'] = 'Cash';
    for (const gift of GIFTS) {
      if (gift.method !== method) {
        ({ method } = gift);
        await press('Shift+Tab');
        await page.keyboard.type(method.slice(0, 3));
        await press('Enter');
      }
      await enter(gift, press);
    }
    await press('ArrowUp', 'ArrowUp', 'Tab', 'Tab');
    await page.keyboard.type(textOf(CORRECTED));
    await press('Enter');
    await expect.poll(async () => (await entered(id)).toSorted()).toEqual(wanted().toSorted());
    await expect.poll(() => page.locator('.gift-saved').count()).toBe(GIFTS.length);
    console.info(`The scripted typist pressed ${keys} keys besides letters, digits and the point.`);
    expect(keys).toBeLessThanOrEqual(MOST_KEYS);
  });

  type Press = (...keys: string[]) => Promise<void>;

  async function enter({ giver, reference, cents, category, first }: Gift, press: Press) {
    if (giver === '*' || giver === '+') await press(giver);
    else {
      await page.keyboard.type(giver);
      await press('Enter');
    }
    if (reference !== undefined) {
      await page.keyboard.type(reference);
      await press('Enter');
    }
    await page.keyboard.type(textOf(cents));
    if (category === undefined) return press('Enter');
    if (first === undefined) {
      await press('Tab');
      await page.keyboard.type(category.slice(0, 4));
      return press('Enter');
    }
    await press('Shift+Enter');
    await expectFocus('Amount of part 1');
    await page.keyboard.type(textOf(first));
    await press('Enter');
    await expectFocus('Category of part 2');
    await page.keyboard.type(category.slice(0, 4));
    await press('Enter', 'Enter');
    return expectFocus('Giver');
  }

  async function expectFocus(label: string) {
    await expect.poll(() => focusOf(page)).toBe(label);
  }

  /** Returns the gifts as lines: method, giver, reference, cents and categories. */
  async function entered(id: number): Promise<string[]> {
    const names = new Map((await service.categories()).map((category) => [category.id, category.name]));
    return (await service.read(id)).givings.map((giving) => {
      const parts = giving.parts ?? [{ categoryId: giving.categoryId ?? 0, amount: giving.amount }];
      const giver = giving.memberName ?? (giving.isAnonymous ? '*' : '+');
      const reference = giving.checkNumber ?? giving.zelleReference ?? giving.payPalReference ?? '';
      const shares = parts.map(({ categoryId, amount }) => `${names.get(categoryId)} ${amount}`);
      return [giving.method, giver, reference, giving.amount, ...shares].join(', ');
    });
  }

  function wanted(): string[] {
    return GIFTS.map(({ method, giver, reference = '', cents, category = 'Tithe', first }, at) => {
      const amount = at === GIFTS.length - 2 ? CORRECTED : cents;
      const number = Number(giver);
      const name = number > 100 ? `Mei ${nameOf(number - 101)}` : giver.length > 1 ? `Mei ${giver}` : giver;
      const shares =
        first === undefined ? [`${category} ${amount}`] : [`Tithe ${first}`, `${category} ${amount - first}`];
      return [method, name, reference, amount, ...shares].join(', ');
    });
  }

  const textOf = (cents: number) => String(cents / 100);
});
