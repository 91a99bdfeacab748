/** A browser without a window, where one is installed. */
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

const isProgram = (file: string) => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** Where Chromium is, or undefined. */
export const CHROMIUM = (process.env['PATH'] ?? '')
  .split(path.delimiter)
  .flatMap((folder) => NAMES.map((name) => path.join(folder, name)))
  .find(isProgram);

/** Starts it; without its sandbox, which does not work for root. */
export function openBrowser(): Promise<Browser> {
  if (CHROMIUM === undefined) throw new Error('No Chromium is installed.');
  return chromium.launch({ executablePath: CHROMIUM, chromiumSandbox: false });
}
