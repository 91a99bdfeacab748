/** Enters the gifts of an offering at a terminal, one after the other. Each gift is saved at once. */
import { type App } from '../../../app.ts';
import type { Options } from '../../../cli/kit/action.ts';
import { say } from '../../../cli/kit/print.ts';
import { confirm } from '../../../cli/kit/prompt.ts';
import { typing } from '../../../cli/kit/command-line.ts';
import { AppError, SetupError } from '../../../errors.ts';
import { EXIT } from '../../../exit-codes.ts';
import { encode } from '../../../lib/encode.ts';
import { addMoney, formatMoney, toDecimal, ZERO } from '../../../lib/money.ts';
import { counted } from '../../../lib/text.ts';
import { decode } from '../../../validate.ts';
import { type EnteredGiving, Giving, GivingFields, NewGiving } from '../givings/schema.ts';
import { createGiving, deleteGiving, getGiving, updateGiving } from '../givings/service.ts';
import { giverText } from '../givings/giver-text.ts';
import { askGift, askGiver, type Deed, type Entered, LOOSE_CASH, type Usual } from './gift-questions-cli.ts';
import type { Session, Totals } from './schema.ts';
import { getSession } from './service.ts';

/** What was entered so far, for undoing and for the next gift. */
type Run = {
  session: Pick<Session, 'id' | 'date'>;
  /** The ids of the gifts that were entered in this run and still exist, in the order of entry. */
  ids: number[];
  usual: Usual;
};

/**
 * Asks for gifts until the person quits, and returns the session. Throws a SetupError on Ctrl-C, which says how to go
 * on. Raises `session_locked` if the session is submitted meanwhile, and `period_finalized`.
 */
export async function enterGifts(app: App, session: Session, options: Options): Promise<Session> {
  const last = session.givings.findLast(({ categoryId }) => categoryId !== null);
  const run: Run = { session, ids: [], usual: usualAfter(last) };
  const show = (line: string) => say(options, line);
  show(`Offering of ${session.date}: ${totalsText(session.totals)}`);
  try {
    for (;;) {
      const who = await askGiver(app);
      if (who === 'quit') break;
      await refusalsShown(show, () =>
        typeof who === 'string' ? doDeed(app, run, who, show) : who && enter(app, run, who, show),
      );
    }
  } catch (error) {
    throw isCancelled(error) ? interrupted(app, run) : error;
  }
  return getSession(app, session.id);
}

type Show = (line: string) => void;

const isCancelled = (error: unknown) => error instanceof SetupError && error.exitCode === EXIT.cancelled;

function interrupted(app: App, { ids, session }: Run): SetupError {
  const saved = ids.length === 0 ? 'No gift was entered.' : `Saved: ${counted(ids.length, 'gift')} of this run.`;
  const again = typing(app.config.dataDir)(`session enter ${session.date}`);
  return new SetupError(`Cancelled. ${saved} To continue: ${again}`, EXIT.cancelled);
}

/** Returns the category and the method for the next gift: those of the last one. */
function usualAfter(last: Pick<Giving, 'categoryId' | 'method'> | undefined): Usual {
  return { method: last?.method ?? 'Cash', ...(last?.categoryId != null && { categoryId: last.categoryId }) };
}

/** Shows the message of a refusal, so that the next gift can be entered, unless no gift can be entered any more. */
async function refusalsShown(show: Show, work: () => Promise<void> | undefined): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isFinal = !(error instanceof AppError) || FINAL.has(error.code);
    if (isFinal) throw error;
    const [fault] = error.details.errors ?? [];
    show(fault ? `Not saved: ${fault.path} ${fault.message}.` : `Not saved. ${error.message}`);
  }
}

const FINAL = new Set(['session_locked', 'period_finalized', 'internal_error']);

async function enter(app: App, run: Run, who: Pick<Entered, 'memberId' | 'isAnonymous'>, show: Show): Promise<void> {
  const gift = await askGift(app, who, run.usual);
  if (!gift) return;
  const { id: sessionId, date } = run.session;
  const saved = await createGiving(app, decode(NewGiving, { ...inWire(gift), sessionId, date }));
  run.ids.push(saved.id);
  await showSaved(app, run, saved, show);
}

const inWire = (gift: Entered) => ({ ...gift, amount: toDecimal(gift.amount) });

async function showSaved(app: App, run: Run, saved: EnteredGiving, show: Show): Promise<void> {
  run.usual = usualAfter(saved);
  show(giftLine(saved));
  for (const { message } of saved.warnings ?? []) show(`  Please check: ${message}`);
  await showTotals(app, run, show);
}

async function showTotals(app: App, { session }: Run, show: Show): Promise<void> {
  show(`  ${totalsText((await getSession(app, session.id)).totals)}`);
}

const DONE: Record<Exclude<Deed, 'quit'>, (app: App, run: Run, show: Show) => Promise<void>> = { undo, change, list };

function doDeed(app: App, run: Run, deed: Deed, show: Show): Promise<void> | undefined {
  return deed === 'quit' ? undefined : DONE[deed](app, run, show);
}

async function list(app: App, { session }: Run, show: Show): Promise<void> {
  const { givings, totals } = await getSession(app, session.id);
  for (const giving of givings) show(giftLine(giving));
  show(`  ${totalsText(totals)}`);
}

/**
 * Returns the last gift of this run or, at its beginning, the last gift of the session that a command entered. A gift
 * that somebody entered on the page is never returned.
 */
async function lastGift(app: App, { ids, session }: Run): Promise<Giving | undefined> {
  const { givings } = await getSession(app, session.id);
  const own = givings.filter(({ id, enteredBy }) => (ids.length > 0 ? ids.includes(id) : enteredBy === null));
  return own.at(-1);
}

const NOTHING = 'There is no gift that was entered here.';

async function undo(app: App, run: Run, show: Show): Promise<void> {
  const gift = await lastGift(app, run);
  if (!gift) return show(NOTHING);
  if (!(await confirm(`Delete this gift? ${giftLine(gift).trim()}`))) return undefined;
  await deleteGiving(app, gift.id);
  run.ids = run.ids.filter((id) => id !== gift.id);
  show('  Deleted.');
  return showTotals(app, run, show);
}

async function change(app: App, run: Run, show: Show): Promise<void> {
  const gift = await lastGift(app, run);
  if (!gift) return show(NOTHING);
  if (gift.categoryId === null) return show('This gift is split over several categories. Correct it on the page.');
  show(`Correct: ${giftLine(gift).trim()}`);
  const who = await askGiver(app, gift);
  if (who === undefined || typeof who === 'string') return undefined;
  const entered = await askGift(app, who, { ...gift, categoryId: gift.categoryId });
  if (!entered) return undefined;
  return showSaved(app, run, await updateGiving(app, gift.id, await changed(app, gift.id, entered)), show);
}

/** Returns a stored gift with the fields that were entered again. */
async function changed(app: App, id: number, entered: Entered): Promise<NewGiving> {
  const stored = Object.entries(encode(Giving, await getGiving(app, id)));
  const kept = stored.filter(([field]) => field in GivingFields.shape && field !== 'entryKey');
  return decode(NewGiving, { ...Object.fromEntries(kept), ...inWire(entered) });
}

function giftLine(gift: Giving): string {
  const { id, categoryName, parts, amount, method, checkNumber, zelleReference, payPalReference } = gift;
  const purpose = categoryName ?? parts?.map((part) => part.categoryName).join(', ') ?? '';
  const how = [method, checkNumber ?? zelleReference ?? payPalReference].filter(Boolean).join(' ');
  return `${id}  ${giverText(gift) ?? LOOSE_CASH}  ${purpose}  ${formatMoney(amount)}  ${how}`;
}

/** Returns the sums of a session in one line. */
function totalsText({ givingCount, totalAmount, byMethod }: Totals): string {
  const sumOf = (method: string) => byMethod.find((one) => one.method === method)?.amount ?? ZERO;
  const others = byMethod.filter(({ method }) => method !== 'Cash' && method !== 'Check');
  const rest = addMoney(...others.map(({ amount }) => amount));
  return [
    `${counted(givingCount, 'gift')}: cash ${formatMoney(sumOf('Cash'))}`,
    `checks ${formatMoney(sumOf('Check'))}`,
    ...(others.length === 0 ? [] : [`other ${formatMoney(rest)}`]),
    `total ${formatMoney(totalAmount)}`,
  ].join(', ');
}
