/** Finds out which tabs of this browser are open. Each tab holds a lock with its own name until the tab is closed. */
import { sleep } from '../../kit/sleep.ts';

const NAME = 'vestry-tab';

/**
 * The time after which a tab without its lock counts as closed. A reload releases the lock only for a moment.
 */
const RELOAD_MS = 2000;

let own: Promise<string> | undefined;

/** Returns the name of this tab. It stays the same after a reload. A duplicate of the tab gets a name of its own. */
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

/** Takes the lock with a tab's name, and holds it until this tab is closed. Returns false if the lock was not free. */
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

/**
 * If the tab is closed, runs `act` and returns true. While `act` runs, no other tab can run its own `act` for the
 * closed tab. In a browser without locks, `act` always runs.
 */
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

/** Returns the lock manager; undefined in an old browser. */
function locks(): LockManager | undefined {
  return (navigator as Partial<Navigator>).locks;
}

function lockOf(tab: string): string {
  return `${NAME} ${tab}`;
}
