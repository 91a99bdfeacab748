/** A headless browser, if one is installed. */
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { watch } from './page-report.ts';

// The headless shell comes first, because it is three times as fast.
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

const isProgram = (file: string) => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** The path of Chromium, or undefined. */
export const CHROMIUM = (process.env['PATH'] ?? '')
  .split(path.delimiter)
  .flatMap((folder) => NAMES.map((name) => path.join(folder, name)))
  .find(isProgram);

let opened: Promise<Browser> | undefined;

/**
 * Returns the browser of this worker. All test files of the worker share it, and it ends with the worker. A caller that
 * opens a context must close the context.
 */
export async function openBrowser(): Promise<Browser> {
  const before = await opened;
  if (before?.isConnected()) return before;
  opened = launch();
  return opened;
}

/** Starts Chromium without its sandbox, which does not work for root. */
async function launch(): Promise<Browser> {
  if (CHROMIUM === undefined) throw new Error('No Chromium is installed.');
  return watch(await chromium.launch({ executablePath: CHROMIUM, chromiumSandbox: false }));
}
