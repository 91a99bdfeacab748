/** Which tabs of this browser are open: each holds a lock under its own name until it is closed. */
import { sleep } from '../../kit/sleep.ts';

const NAME = 'vestry-tab';

/** A reload lets the lock go for a moment; a tab that has not taken it again after this time is closed. */
const RELOAD_MS = 2000;

let own: Promise<string> | undefined;

/** The name of this tab. It stays the same over a reload; a copy of the tab gets one of its own. */
export function ownTab(): Promise<string> {
  own ??= takeName();
  return own;
}

async function takeName(): Promise<string> {
  const before = sessionStorage.getItem(NAME);
  if (before !== null && (await hold(before))) return before;
  const made = crypto.randomUUID();
  sessionStorage.setItem(NAME, made);
  await hold(made);
  return made;
}

/** Holds a tab's lock until this tab is closed; says whether it was free. */
function hold(tab: string): Promise<boolean> {
  const manager = locks();
  if (!manager) return Promise.resolve(true);
  return new Promise((resolve) => {
    void manager.request(lockOf(tab), { ifAvailable: true }, async (lock) => {
      resolve(lock !== null);
      if (lock) await new Promise(() => {});
    });
  });
}

/** Runs `act` if the tab is closed, and lets no other tab do the same meanwhile. Says whether it ran. */
export async function ifClosed(tab: string, act: () => Promise<void>): Promise<boolean> {
  const manager = locks();
  if (!manager) {
    await act();
    return true;
  }
  return manager.request(lockOf(tab), { ifAvailable: true }, async (lock) => {
    if (lock) await act();
    return lock !== null;
  });
}

/** Runs `act` as soon as the tab is closed. */
export async function whenClosed(tab: string, act: () => Promise<void>): Promise<void> {
  do {
    await locks()?.request(lockOf(tab), () => {});
    await sleep(RELOAD_MS);
  } while (!(await ifClosed(tab, act)));
}

/** An old browser has no locks. */
function locks(): LockManager | undefined {
  return (navigator as Partial<Navigator>).locks;
}

function lockOf(tab: string): string {
  return `${NAME} ${tab}`;
}
