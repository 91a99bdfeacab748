/** Chromium, and the sign-in on the page. */
import { chromium } from 'playwright-core';

const PROGRAMS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** Starts Chromium without its sandbox, which does not work for root. Returns undefined if none is installed. */
export async function openBrowser() {
  for (const name of PROGRAMS) {
    const executablePath = `/usr/bin/${name}`;
    try {
      return await chromium.launch({ executablePath, chromiumSandbox: false });
    } catch {
      // The next program may work.
    }
  }
  return undefined;
}

/** Signs in as the development administrator on the page that is open. */
export async function signInOnPage(page) {
  await page.getByLabel('E-mail', { exact: true }).fill('admin@vestry.local');
  await page.getByLabel('Password', { exact: true }).fill('Vestry-dev-1');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation').waitFor();
}
