/**
 * The church's account at its mail server, as this process uses it: how many letters are on their way, how many were
 * handed over in the last minute and day, and whether the server asked for a pause. All batches of a process share it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { App } from '../../../app.ts';
import type { Config } from '../../../config.ts';
import { makeGate, type Gate } from './gate.ts';
import type { Line } from './smtp.ts';

/** What the church's mail server allows. Null if it is not known. */
export type Limits = { maxConnections: number; perMinute: number | null; perDay: number | null };

export type Account = {
  limits: Limits;
  /** The letters are handed over one after the other. */
  gate: Gate;
  /** All connections that are open, and those that are not used. */
  lines: Set<Line>;
  idle: Line[];
  /** How many letters are on their way, and how many may be. */
  underway: number;
  most: number;
  /** How many connections are being made. */
  connecting: number;
  waiting: (() => void)[];
  /** When letters were handed over in the last minute (`performance.now`), and in the last day (instants, in ms). */
  minute: number[];
  day: number[];
  /** How many letters are counted whose outcome is not known yet. */
  undecided: number;
  /** How many letters in a row the server refused because the account sends too much. */
  refusals: number;
  /** Until when nothing is sent (`performance.now`). */
  pausedUntil: number;
  users: number;
};

const accounts = new WeakMap<Config, Map<string, Account>>();

/** How long nothing is sent after the first refusal in a row, the second, and so on. After the last, the rest waits. */
const PAUSES_MS = [2000, 10_000, 60_000];
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** How long a letter waits for its turn while somebody waits for the answer to the request. Then the rest waits. */
const PATIENCE_MS = 240_000;
/** How often a letter that waits looks whether its batch was stopped. */
const LOOK_MS = 1000;
/** How often a letter looks whether one that takes the last place of the day was refused. */
const DECIDED_MS = 50;

/**
 * Returns the account of this process at the server that `key` names, with these limits. `earlier` are the instants at
 * which letters were handed over in the last day. The caller must call `leaveAccount`.
 */
export function joinAccount({ config, clock }: App, key: string, limits: Limits, earlier: readonly number[]): Account {
  const known = accounts.get(config) ?? new Map<string, Account>();
  accounts.set(config, known);
  const ago = (instant: number) => performance.now() - (clock.now().getTime() - instant);
  const account: Account = known.get(key) ?? {
    limits,
    gate: makeGate(),
    lines: new Set(),
    idle: [],
    underway: 0,
    connecting: 0,
    most: limits.maxConnections,
    waiting: [],
    minute: earlier.map(ago).filter((at) => at > performance.now() - MINUTE_MS),
    day: [],
    undecided: 0,
    refusals: 0,
    pausedUntil: 0,
    users: 0,
  };
  known.set(key, account);
  Object.assign(account, { limits, most: limits.maxConnections });
  // While others use the account, it knows of letters that are not stored yet.
  if (account.users === 0) account.day = [...earlier];
  account.users += 1;
  return account;
}

/** Closes the connections if no other batch uses the account. */
export function leaveAccount(account: Account): void {
  account.users -= 1;
  if (account.users > 0) return;
  for (const line of account.idle.splice(0)) line.quit();
}

/**
 * How the wait for a turn ended: the letter may go, and was counted at this instant; it goes at `until`; the app closes; or
 * the batch was stopped.
 */
export type Turn = { countedAt: number } | { until: number; why: 'day' | 'patience' } | 'closing' | 'stopped';

/** What a letter that waits for its turn must know of its batch. */
export type Waiting = { since: number | undefined; isStopped: () => Promise<boolean> };

/**
 * Waits until the next letter may go, and counts it. `since` is when the batch was begun (`performance.now`), if somebody
 * waits for its answer.
 */
export async function takeTurn(app: App, account: Account, { since, isStopped }: Waiting): Promise<Turn> {
  const { ending } = app.background;
  for (;;) {
    if (ending.aborted) return 'closing';
    const at = performance.now();
    const instant = app.clock.now().getTime();
    const free = dayFree(account, instant);
    const isFull = free > instant;
    // A letter that the server does not take leaves its place to another one.
    if (isFull && account.undecided === 0) return { until: free, why: 'day' };
    const wait = isFull ? DECIDED_MS : Math.max(account.pausedUntil, minuteFree(account, at)) - at;
    if (wait <= 0) {
      account.minute.push(at);
      account.day.push(instant);
      account.undecided += 1;
      return { countedAt: instant };
    }
    if (since !== undefined && at + wait - since > PATIENCE_MS) return { until: instant, why: 'patience' };
    await pause(Math.min(wait, LOOK_MS), undefined, { signal: ending }).catch(() => {});
    if (await isStopped()) return 'stopped';
  }
}

/** Notes the outcome of a letter that was counted. One that the server did not take leaves the count of the day. */
export function decide(account: Account, countedAt: number, isTaken: boolean): void {
  account.undecided -= 1;
  const at = account.day.lastIndexOf(countedAt);
  if (!isTaken && at >= 0) account.day.splice(at, 1);
}

function minuteFree({ limits, minute }: Account, at: number): number {
  if (limits.perMinute === null) return 0;
  while (minute[0] !== undefined && minute[0] <= at - MINUTE_MS) minute.shift();
  const oldest = minute.at(-limits.perMinute);
  return oldest === undefined ? 0 : oldest + MINUTE_MS;
}

function dayFree({ limits, day }: Account, instant: number): number {
  if (limits.perDay === null) return 0;
  while (day[0] !== undefined && day[0] <= instant - DAY_MS) day.shift();
  const oldest = day.at(-limits.perDay);
  return oldest === undefined ? 0 : oldest + DAY_MS;
}

/** Notes that the server took a letter. */
export function noteTaken(account: Account): void {
  account.refusals = 0;
}

/**
 * Notes that the server refused a letter because the account sends too much. Nothing is sent for a while. Returns false if
 * this was the last try for now, so that the rest has to wait.
 */
export function noteBusy(account: Account): boolean {
  // Letters that were on their way when the pause began tell nothing new.
  if (performance.now() < account.pausedUntil) return true;
  const pause = PAUSES_MS[account.refusals];
  account.refusals += 1;
  account.most = 1;
  if (pause === undefined) {
    account.refusals = 0;
    return false;
  }
  account.pausedUntil = performance.now() + pause;
  return true;
}

/** Runs work that needs a connection, as soon as fewer than the allowed number are used. */
export async function withSlot<T>(account: Account, work: () => Promise<T>): Promise<T> {
  while (account.underway >= account.most) await new Promise<void>((go) => account.waiting.push(go));
  account.underway += 1;
  try {
    return await work();
  } finally {
    account.underway -= 1;
    account.waiting.shift()?.();
  }
}

/** True if connections are open, or are being made. */
export function hasOthers({ connecting, lines }: Account): boolean {
  return connecting > 0 || [...lines].some((line) => line.isUsable());
}

/** Uses no more connections than are open, because the server refused another one. */
export function useFewer(account: Account): void {
  const open = [...account.lines].filter((line) => line.isUsable()).length;
  account.most = Math.max(1, Math.min(account.most, open));
}

/** Makes a new connection, and notes it. Raises the errors of `open`. */
export async function addLine(account: Account, open: () => Promise<Line>): Promise<Line> {
  const { lines } = account;
  account.connecting += 1;
  try {
    const line = await open();
    for (const old of lines) if (!old.isUsable()) lines.delete(old);
    lines.add(line);
    return line;
  } finally {
    account.connecting -= 1;
  }
}

/** Returns a connection that is open and not used, or undefined. */
export function takeIdle({ idle }: Account): Line | undefined {
  for (let line = idle.pop(); line; line = idle.pop()) {
    if (line.isUsable()) return line;
    line.quit();
  }
  return undefined;
}

/** Keeps a connection for the next letter. */
export function keepIdle({ idle }: Account, line: Line): void {
  if (line.isUsable()) idle.push(line);
  else line.quit();
}
