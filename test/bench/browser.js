/** Opens pages in headless Chromium, slows them down to a sixth of the processor's speed, and measures them. */
import { accessSync, constants } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const SLOWER = 6;
const BETWEEN_KEYS_MS = 120;

/** Starts the browser, with a higher priority if the system allows that. Throws if no Chromium is installed. */
export function openBrowser() {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const executablePath = folders.flatMap((folder) => NAMES.map((name) => path.join(folder, name))).find(canRun);
  if (executablePath === undefined) throw new Error('The console is measured in Chromium. Install Chromium first.');
  goAhead();
  // Chromium's sandbox is switched off, because it does not work for root.
  return chromium.launch({ executablePath, chromiumSandbox: false });
}

/** Raises the priority of this process. Its child processes inherit the priority. */
function goAhead() {
  try {
    os.setPriority(os.constants.priority.PRIORITY_HIGHEST);
  } catch {
    // Not every user may raise the priority. With normal priority, nothing else should run on the machine.
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

/** Slows a page down to a sixth of the processor's speed. Returns a function that restores the speed. */
export async function slowDown(page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  return () => devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
}

/** Starts to record the time from each key press until the page has painted the result. */
export function watchKeys(page) {
  return page.evaluate(`{
    globalThis.keyTimes = [];
    addEventListener('keydown', ({ timeStamp }) => {
      requestAnimationFrame(() => {
        // A message that is posted in an animation frame arrives after the frame was painted.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => keyTimes.push(performance.now() - timeStamp);
        port2.postMessage(null);
      });
    }, { capture: true });
  }`);
}

/**
 * Presses the keys one by one, as fast as a quick typist, and returns the milliseconds from each key press until the
 * page has painted the result.
 */
export async function timeKeys(page, keys) {
  await page.evaluate('keyTimes.length = 0');
  for (const key of keys) {
    await page.keyboard.press(key);
    await page.waitForTimeout(BETWEEN_KEYS_MS);
  }
  return page.evaluate('keyTimes');
}

/** Returns the 95th percentile. */
export function p95(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.95) - 1];
}
