/** A person at the page: the language, the device, and what is found on the screen by its words. */
import type { Locator, Page } from 'playwright-core';
import { type ConsoleService, contextOf, type Person } from '../support/console.ts';

export type Language = 'en' | 'zh-TW';
type Words = Readonly<Record<string, string>>;
type Values = Readonly<Record<string, string | number>>;
export type Device = 'desktop' | 'phone';

const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
const ROOMS = 'kit session setup settings people offerings expenses month-end reports giving bank'.split(' ');

export class Desk {
  readonly page: Page;
  /** The account of the person, as soon as there is one. */
  who: Person | undefined;
  readonly #words: ReadonlyMap<string, Words>;

  private constructor(page: Page, words: ReadonlyMap<string, Words>) {
    this.page = page;
    this.#words = words;
  }

  /** Opens a browser in a language on a device. */
  static async open(service: ConsoleService, { language, device }: { language: Language; device: Device }) {
    const context = await contextOf(service, { locale: language === 'en' ? 'en-US' : language });
    const page = await context.newPage();
    await page.setViewportSize(SIZES[device]);
    const words = new Map<string, Words>();
    for (const room of ROOMS) {
      const module = (await import(`../../src/console/${room}/words.${language}.ts`)) as { words: Words };
      words.set(room, module.words);
    }
    return new Desk(page, words);
  }

  /** Returns a text of the page, such as `expenses:approve`, in the language of the person. */
  say(name: string, values: Values = {}): string {
    const [room = '', key = ''] = name.split(':');
    const words = this.#words.get(room);
    const text =
      words?.[key] ?? words?.[`${key}_${values['count'] === 1 ? 'one' : 'other'}`] ?? words?.[`${key}_other`];
    if (text === undefined) throw new Error(`There is no text ${name}.`);
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_, value: string) => String(values[value]));
  }

  field(name: string, values?: Values, within: Page | Locator = this.page): Locator {
    return within.getByLabel(this.say(name, values), { exact: true });
  }

  button(name: string, values?: Values, within: Page | Locator = this.page): Locator {
    return within.getByRole('button', { name: this.say(name, values), exact: true });
  }

  link(name: string, values?: Values): Locator {
    return this.page.getByRole('link', { name: this.say(name, values), exact: true });
  }

  async press(name: string, values?: Values): Promise<void> {
    await this.button(name, values).click();
  }

  async fill(name: string, text: string, values?: Values): Promise<void> {
    await this.field(name, values).fill(text);
  }

  async keys(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Opens a screen. Whoever was away for too long signs in again. */
  async go(path: string): Promise<void> {
    await this.page.goto(path);
    const password = this.field('session:password');
    await this.page.getByRole('main').or(password).first().waitFor();
    if (!this.who || !(await password.isVisible())) return;
    await this.fill('session:email', this.who.email);
    await this.fill('session:password', this.who.password);
    await this.press('session:signIn');
    await password.waitFor({ state: 'detached' });
  }

  /** Waits for a text of the page. */
  async sees(name: string, values?: Values): Promise<void> {
    await this.page.getByText(this.say(name, values)).first().waitFor();
  }
}
