/** Chromium without a window, on a processor that is slowed down to a sixth, and what it measures of the page. */
import { accessSync, constants } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const SLOWER = 6;
const BETWEEN_KEYS_MS = 120;

/** Starts the browser, ahead of what else runs where the system lets us. Throws where none is installed. */
export function openBrowser() {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const executablePath = folders.flatMap((folder) => NAMES.map((name) => path.join(folder, name))).find(canRun);
  if (executablePath === undefined) throw new Error('The console is measured in Chromium; install it first.');
  goAhead();
  // Without its sandbox, which does not work for root.
  return chromium.launch({ executablePath, chromiumSandbox: false });
}

/** What this process starts has its priority. */
function goAhead() {
  try {
    os.setPriority(os.constants.priority.PRIORITY_HIGHEST);
  } catch {
    // Not everybody may; then the machine should be at rest.
  }
}

function canRun(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Has a page run at a sixth of the processor's speed. Returns the way to give it back its speed. */
export async function slowDown(page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  return () => devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
}

/** Notes, from now on, how long it takes from each key to the painted answer. */
export function watchKeys(page) {
  return page.evaluate(`{
    globalThis.keyTimes = [];
    addEventListener('keydown', ({ timeStamp }) => {
      requestAnimationFrame(() => {
        // What is posted in a frame comes after its painting.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => keyTimes.push(performance.now() - timeStamp);
        port2.postMessage(null);
      });
    }, { capture: true });
  }`);
}

/** Types a text key by key, as a quick typist does, and returns the milliseconds from each key to the paint. */
export async function timeKeys(page, keys) {
  await page.evaluate('keyTimes.length = 0');
  for (const key of keys) {
    await page.keyboard.press(key);
    await page.waitForTimeout(BETWEEN_KEYS_MS);
  }
  return page.evaluate('keyTimes');
}

/** The value that 95 of 100 do not exceed. */
export function p95(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.95) - 1];
}
