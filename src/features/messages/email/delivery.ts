/** Delivers one letter: waits for its turn, hands it to the mail server, and says what the server's answer means. */
import { type App, inTransaction, later } from '../../../app.ts';
import { findBatch, markSending, type Recipient, unmarkSending } from '../batch-queries.ts';
import type { Failure, Outcome } from '../channel.ts';
import {
  type Account,
  addLine,
  hasOthers,
  decide,
  keepIdle,
  noteBusy,
  noteTaken,
  takeIdle,
  takeTurn,
  useFewer,
  withSlot,
} from './account.ts';
import type { Mail, makeWriter } from './composing.ts';
import { Fault, type Letter, type MailServer, openLine } from './smtp.ts';

/** What the letters of a batch share. */
export type Delivery = {
  server: MailServer;
  account: Account;
  batchId: string;
  write: ReturnType<typeof makeWriter>;
  /** When sending began (`performance.now`), if somebody waits for the answer to a request. */
  since: number | undefined;
  /** True if the server answered a letter of the batch. */
  hasReached: boolean;
  /** What happens to the letters that were not tried, once no more are tried now. */
  rest: Delay | 'stopped' | undefined;
};

/** From when letters are tried again, and why they wait. */
type Delay = { nextTryAt: string; waitsFor: string };

const MINUTE_MS = 60_000;
/** How long a letter waits after it was tried in vain once, twice, and so on. After the last, it is always that long. */
const DELAYS_MINUTES = [1, 5, 15, 30, 60];
/** How long the rest of a batch waits when a limit for a day is reached, which ends some time within 24 hours. */
const DAY_LIMIT_MINUTES = 120;
const LONGEST_DELAY_MINUTES = 120;
/** A letter that was tried so often has failed. This takes five days (RFC 5321, section 4.5.4.1, asks for 4 to 5). */
const MOST_TRIES = 64;
/** How often a letter is tried whose connection breaks, and one for which the server allows no further connection. */
const CONNECTIONS_TRIED = 2;
const CROWDED_TRIED = 5;

/** Delivers a letter. Raises only the errors of the database. */
export async function deliver(app: App, delivery: Delivery, recipient: Recipient, mail: Mail): Promise<Outcome> {
  const { account, batchId, since } = delivery;
  const turn = await takeTurn(app, account, { since, isStopped: () => isStopped(app, delivery) });
  if (turn === 'closing' || turn === 'stopped') return UNTRIED;
  if ('until' in turn) {
    const waitsFor = turn.why === 'day' ? OWN_DAY_LIMIT : OWN_RATE;
    delivery.rest = { nextTryAt: new Date(turn.until).toISOString(), waitsFor };
    return UNTRIED;
  }
  const name = `${batchId}.${recipient.id}`;
  let isTaken = true;
  try {
    const letter = await delivery.write(mail, { address: recipient.recipient, name });
    const outcome = await tryToSend(app, delivery, recipient, letter);
    isTaken = outcome.ok || outcome.mayHaveArrived;
    return outcome;
  } finally {
    decide(account, turn.countedAt, isTaken);
  }
}

/** Reads whether somebody stopped the batch, and notes it. */
async function isStopped(app: App, delivery: Delivery): Promise<boolean> {
  const batch = await findBatch(app.db, delivery.batchId);
  if (batch?.stoppedAt == null) return false;
  delivery.rest = 'stopped';
  return true;
}

/** Sends a letter, over another connection if the first one says nothing about the letter. */
async function tryToSend(app: App, delivery: Delivery, recipient: Recipient, letter: Letter): Promise<Outcome> {
  const { account } = delivery;
  const tries = { connections: 0, crowded: 0 };
  for (;;) {
    const tried = await withSlot(account, () => attempt(app, delivery, { letter, id: recipient.id }));
    if (tried === 'sent') return { ok: true };
    if (tried === 'takenBack') return UNTRIED;
    const { fault, isOfOldLine, hadOthers } = tried;
    const isCrowded = fault.meaning === 'connections' && hadOthers && tries.crowded < CROWDED_TRIED;
    if (isCrowded) {
      tries.crowded += 1;
      useFewer(account);
    } else if (!isOfOldLine) {
      tries.connections += fault.meaning === 'broken' ? 1 : CONNECTIONS_TRIED;
    }
    if (tries.connections >= CONNECTIONS_TRIED) return outcomeOf(app, delivery, recipient, fault);
    if (app.background.ending.aborted) return UNTRIED;
    await inTransaction(app, ({ db }) => unmarkSending(db, recipient.id));
    account.gate.leave(recipient.id);
  }
}

/** `hadOthers` says whether there were other connections meanwhile. */
type Tried = 'sent' | 'takenBack' | { fault: Fault; isOfOldLine: boolean; hadOthers: boolean };

/** Sends a letter over a connection that is open, or over a new one. */
async function attempt(app: App, delivery: Delivery, { letter, id }: { letter: Letter; id: number }): Promise<Tried> {
  const { account, server } = delivery;
  const old = takeIdle(account);
  const hadOthers = hasOthers(account);
  /** Settled when the letter is marked, or will not be. */
  let marking: Promise<boolean> | undefined;
  try {
    const line = old ?? (await addLine(account, () => openLine(server, app.background.over)));
    try {
      await line.send(letter, () => (marking = mark(app, delivery, id)));
    } finally {
      keepIdle(account, line);
    }
    delivery.hasReached = true;
    noteTaken(account);
    return 'sent';
  } catch (error) {
    const isWaiting = account.gate.stopWaiting(id);
    // Raises the error of the database that kept the letter from being marked.
    if (marking !== undefined && !(await marking) && !isWaiting) return 'takenBack';
    if (!(error instanceof Fault)) throw error;
    const isOfOldLine = old !== undefined && (error.meaning === 'broken' || error.isClosing);
    return { fault: error, isOfOldLine, hadOthers: hadOthers || hasOthers(account) };
  }
}

/** Waits until a letter may be handed over, and marks it. Returns false if it may not be sent any more. */
async function mark(app: App, delivery: Delivery, id: number): Promise<boolean> {
  const entry = await delivery.account.gate.enter({ id, batchId: delivery.batchId });
  if (entry === 'marked') return true;
  if (entry === 'left' || app.background.over.aborted) return false;
  return inTransaction(app, async (app) => {
    if (await markSending(app.db, id, delivery.batchId)) return true;
    await isStopped(app, delivery);
    return false;
  });
}

/** Returns what a fault means for the letter, and notes what it means for the rest of the batch. */
function outcomeOf(app: App, delivery: Delivery, { tries }: Recipient, fault: Fault): Outcome {
  const { meaning } = fault;
  const error = sentenceOf(fault);
  const hadReached = delivery.hasReached;
  delivery.hasReached ||= !OUT_OF_REACH.has(meaning);
  if (meaning === 'inDoubt') return { ...failure('server', error), mayHaveArrived: true };
  const isOfAll = meaning === 'busy' || meaning === 'connections' || (OUT_OF_LINE.has(meaning) && hadReached);
  if (!isOfAll && meaning !== 'later' && meaning !== 'day') return failure(FAULTS[meaning], error);
  const minutes = meaning === 'day' ? DAY_LIMIT_MINUTES : (DELAYS_MINUTES[tries] ?? LONGEST_DELAY_MINUTES);
  const nextTryAt = later(app, minutes * MINUTE_MS);
  const isOver = meaning === 'day' || (isOfAll && !noteBusy(delivery.account));
  if (isOver) delivery.rest = { nextTryAt, waitsFor: error };
  return tries + 1 >= MOST_TRIES ? failure('recipient', error) : { ...failure('later', error), nextTryAt };
}

const OUT_OF_REACH = new Set<Fault['meaning']>(['unreachable', 'insecure', 'closed', 'broken']);
/** Faults of the line that concern all letters, if the server was reached before. */
const OUT_OF_LINE = new Set<Fault['meaning']>(['unreachable', 'broken']);

const FAULTS = {
  recipient: 'recipient',
  broken: 'server',
  busy: 'server',
  connections: 'server',
  signIn: 'sender',
  noPasswords: 'sender',
  insecure: 'sender',
  unreachable: 'server',
  closed: 'server',
} as const satisfies Partial<Record<Fault['meaning'], Failure['fault']>>;

/** Tries to connect to the mail server and to sign in. Returns what is wrong, or null. */
export async function checkMailServer(app: App, server: MailServer): Promise<string | null> {
  try {
    (await openLine(server, app.background.over)).quit();
    return null;
  } catch (error) {
    if (error instanceof Fault) return sentenceOf(error);
    throw error;
  }
}

/** Returns the sentence that says what is wrong. It contains no secrets. */
function sentenceOf({ meaning, message: words }: Fault): string {
  const said = `The mail server said: ${words}`;
  switch (meaning) {
    case 'day':
      return `${DAY_LIMIT} ${said}`;
    case 'signIn':
      return `The mail server refused the user or password${words === '' ? '' : ` (${words})`}. Check both: vestry mail show`;
    case 'noPasswords':
      return NO_PASSWORDS;
    case 'insecure':
      return NO_TLS;
    case 'inDoubt':
      return IN_DOUBT;
    case 'broken':
      return BROKEN;
    case 'unreachable':
      return UNREACHABLE;
    default:
      return words === '' ? UNREACHABLE : said;
  }
}

const failure = (fault: Failure['fault'], error: string): Failure => ({
  ok: false,
  error,
  fault,
  mayHaveArrived: false,
});

/** A letter that was not tried, and whose row does not change. */
const UNTRIED: Failure = { ...failure('later', ''), nextTryAt: null };

const OWN_DAY_LIMIT = 'The number of letters for a day that is set for the mail server is reached.';
const OWN_RATE = 'The letters go at the rate that is set for the mail server.';
const DAY_LIMIT = "The mail server's limit for a day is reached, so the rest waits.";
const NO_PASSWORDS =
  'Microsoft 365 takes no passwords from programs any more, unless its administrator allows them. Ask the administrator to allow authenticated SMTP for this mailbox, or use another mail server: vestry mail set';
const NO_TLS =
  'No secure connection to the mail server could be made. Check its name and certificate: vestry mail show';
const IN_DOUBT =
  'The mail server did not answer after it had the whole message. Nobody knows whether it arrived, so it is not sent again.';
const BROKEN = 'The connection to the mail server was lost twice before the message was sent.';
const UNREACHABLE =
  'The mail server cannot be reached, or does not answer. Check its address, vestry mail show, and the network.';
