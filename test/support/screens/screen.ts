/** What the description of a screen has, and steps that several screens share. */
import type { Page } from 'playwright-core';
import type { Role } from '../../../src/permissions.ts';
import type { ChurchPage } from '../console-church.ts';

export type ScreenOfPage = {
  name: string;
  /** The role of the user. Without a role, nobody is signed in. */
  role?: Role;
  path: string | ((church: ChurchPage) => string | Promise<string>);
  /** Goes from the address to the screen. Texts differ by language, so elements are found by other properties. */
  reach?: (page: Page, church: ChurchPage) => Promise<void>;
  /** A selector that matches when the screen is complete. */
  shows: string;
  /** The status of an expected refusal, which the browser writes to its console. */
  refusal?: number;
  /** Nobody is signed in afterwards, so the next screen of this role needs a page of its own. */
  endsSession?: true;
};

/** Presses the first element that a selector matches. */
export const press = (selector: string) => (page: Page) => page.locator(selector).first().click();
/** Lets the service answer requests with an empty list, and reads the screen again. */
export const empty = (pattern: string) => async (page: Page) => {
  await page.route(pattern, (route) =>
    route.fulfill({ json: { items: [], page: 1, pageSize: 50, totalCount: 0, totalIsCapped: false, totalPages: 0 } }),
  );
  await page.reload();
};
