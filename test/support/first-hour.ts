/** The first hour of a church: from the installed package to the first offering that is counted and submitted. */
import type { Installed } from './package.ts';
import { atTerminal, type Typist } from './terminal.ts';

const ENTER = '\r';
const PASSWORD = 'a long enough phrase';

/** How fast the person works: when they type a command into the shell, and when they answer a question. */
export type Pace = {
  command: (line: string) => Promise<void>;
  answer: Typist;
  /** A command that takes longer probably waits for an answer that nobody gives. */
  hangsMs: number;
};

/** No waiting at all. */
export const AT_ONCE: Pace = { command: async () => {}, answer: (text, press) => press(text), hangsMs: 100_000 };

type Dialogue = readonly (readonly [seen: string, typed: string])[];

/** Gives commands in the folder of an installed package, as its user does. */
function deskOf({ folder, home }: Installed, pace: Pace) {
  const env = { HOME: home, XDG_DATA_HOME: '', XDG_RUNTIME_DIR: '', DBUS_SESSION_BUS_ADDRESS: '' };
  return async (line: string, dialogue: Dialogue = []): Promise<string> => {
    await pace.command(`npx vestry ${line}`);
    const options = { env, cwd: folder, program: ['npx', 'vestry'], type: pace.answer, hangsMs: pace.hangsMs };
    const { exitCode, screen } = await atTerminal(line.split(' '), { ...options, dialogue });
    if (exitCode !== 0) throw new Error(`vestry ${line} ended with ${exitCode}: ${screen}`);
    return screen;
  };
}

const SET_UP: Dialogue = [
  ['Folder to keep', ENTER],
  ['in your browser', `n${ENTER}`],
  ['Name of the church', `Grace Church${ENTER}`],
  ['Time zone', ENTER],
  ['Language of letters', ENTER],
  ['the address, the tax number', `n${ENTER}`],
  ['Your e-mail address', `ann@example.org${ENTER}`],
  ['Your name', `Ann Lee${ENTER}`],
  ['Password, at least 12', `${PASSWORD}${ENTER}`],
  ['Repeat it', `${PASSWORD}${ENTER}`],
  ['made-up people', ENTER],
  ['what the bank accounts hold', `y${ENTER}`],
  ['First day of the books', `2026-01-01${ENTER}`],
  ['Balance of Checking', `1,250.50${ENTER}`],
  ['another account', ENTER],
  ['phones or other computers', ENTER],
  ['in the background', `n${ENTER}`],
];

const GIFTS: Dialogue = [
  ['Open it now?', ENTER],
  ['Giver', `mei${ENTER}`],
  ['Category', ENTER],
  ['Amount', `50${ENTER}`],
  ['Method', `check${ENTER}`],
  ['Check number', `101${ENTER}`],
  ['1 gift: cash 0.00, checks 50.00', ENTER],
  ['Category', ENTER],
  ['Amount', `120+35.50${ENTER}`],
  ['Method', `cash${ENTER}`],
  ['2 gifts: cash 155.50, checks 50.00', `/quit${ENTER}`],
];

const COUNTS: Dialogue = [
  ['How many people', `41${ENTER}`],
  ['Cash that was', `155.50${ENTER}`],
  ['Checks that were', `50${ENTER}`],
  ['Names of the counters', `Ann Lee, Bo Chen${ENTER}`],
];

export type Step = { name: string; ms: number };

/**
 * Sets up a church and enters its first offering with the commands that Vestry itself names as the next ones. Returns
 * how long each step took, and the date of the session.
 */
export async function firstHour(installed: Installed, pace: Pace): Promise<{ steps: Step[]; date: string }> {
  const type = deskOf(installed, pace);
  const steps: Step[] = [];
  const timed = async (name: string, work: () => Promise<string>) => {
    const start = performance.now();
    const screen = await work();
    steps.push({ name, ms: performance.now() - start });
    return screen;
  };
  const named = (screen: string, command: string) => {
    const found = new RegExp(`npx vestry (${command} \\S+)`).exec(screen)?.[1];
    if (found === undefined) throw new Error(`The next command, ${command}, is not named: ${screen}`);
    return found;
  };
  const welcome = await timed('the questions of init', () => type('init', SET_UP));
  await timed('the first member', () => type('member create --first-name Mei --last-name Lin'));
  const enter = named(welcome, 'session enter');
  const entered = await timed('the first gifts', () => type(enter, GIFTS));
  const counted = await timed('the count', () => type(named(entered, 'session count'), COUNTS));
  await timed('submitting', () => type(named(counted, 'session submit')));
  return { steps, date: enter.split(' ').at(-1) ?? '' };
}
