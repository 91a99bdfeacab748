/** Delivers one letter: waits for its turn, hands it to the mail server, and says what the server's answer means. */
import { type App, inTransaction, later } from '../../../app.ts';
import { findBatch, markSending, type Recipient } from '../batch-queries.ts';
import type { Failure, Outcome } from '../channel.ts';
import {
  type Account,
  addLine,
  hasOthers,
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
  /** When the batch was made. */
  createdAt: string;
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
const DELAYS_MINUTES = [1, 5, 15, 30, 60, 120];
/** How long the rest of a batch waits when a limit for a day is reached, which ends some time within 24 hours. */
const DAY_LIMIT_MINUTES = 120;
/** A letter that could not be sent for so long has failed (RFC 5321, section 4.5.4.1, asks for 4 to 5 days). */
const GIVEN_UP_MINUTES = 5 * 24 * 60;
/** How often a letter is tried whose connection breaks. */
const CONNECTIONS_TRIED = 2;

/** Delivers a letter. Raises only the errors of the database. */
export async function deliver(app: App, delivery: Delivery, recipient: Recipient, mail: Mail): Promise<Outcome> {
  const { account, batchId, write } = delivery;
  const turn = await takeTurn(app, account, delivery.since);
  if (turn === 'closing') return UNTRIED;
  if (turn !== 'go') {
    const waitsFor = turn.why === 'day' ? OWN_DAY_LIMIT : OWN_RATE;
    delivery.rest = { nextTryAt: new Date(turn.until).toISOString(), waitsFor };
    return UNTRIED;
  }
  const letter = await write(mail, { address: recipient.recipient, name: `${batchId}.${recipient.id}` });
  for (let connections = 0; ;) {
    const tried = await withSlot(account, () => attempt(app, delivery, { letter, id: recipient.id }));
    if (tried === 'sent') return { ok: true };
    if (tried === 'takenBack') return UNTRIED;
    const { fault, isOfOldLine } = tried;
    const isForFewer = fault.meaning === 'connections' && hasOthers(account);
    if (isForFewer) useFewer(account);
    // A connection that was open already, and one too many, say nothing about the letter.
    if (!isOfOldLine && !isForFewer) connections += fault.meaning === 'broken' ? 1 : CONNECTIONS_TRIED;
    if (connections >= CONNECTIONS_TRIED) return outcomeOf(app, delivery, recipient, fault);
    account.gate.leave(recipient.id);
  }
}

type Tried = 'sent' | 'takenBack' | { fault: Fault; isOfOldLine: boolean };

/** Sends a letter over a connection that is open, or over a new one. */
async function attempt(app: App, delivery: Delivery, { letter, id }: { letter: Letter; id: number }): Promise<Tried> {
  const { account, server } = delivery;
  const old = takeIdle(account);
  let isTakenBack = false;
  const mayGo = async () => {
    const may = await isMarked(app, delivery, id);
    isTakenBack = !may;
    return may;
  };
  try {
    const line = old ?? addLine(account, await openLine(server, app.background.over));
    try {
      await line.send(letter, mayGo);
    } finally {
      keepIdle(account, line);
    }
    delivery.hasReached = true;
    noteTaken(account);
    return 'sent';
  } catch (error) {
    if (isTakenBack) return 'takenBack';
    if (!(error instanceof Fault)) throw error;
    return { fault: error, isOfOldLine: old !== undefined && (error.meaning === 'broken' || error.isClosing) };
  }
}

/** Waits until a letter may be handed over, and marks it. Returns false if it may not be sent any more. */
async function isMarked(app: App, delivery: Delivery, id: number): Promise<boolean> {
  const { account, batchId } = delivery;
  if (await account.gate.enter({ id, batchId })) return true;
  return inTransaction(app, async ({ db }) => {
    if (await markSending(db, id, batchId)) return true;
    const batch = await findBatch(db, batchId);
    if (batch?.stoppedAt != null) delivery.rest = 'stopped';
    return false;
  });
}

/** Returns what a fault means for the letter, and notes what it means for the rest of the batch. */
function outcomeOf(app: App, delivery: Delivery, recipient: Recipient, fault: Fault): Outcome {
  const { meaning } = fault;
  const error = sentenceOf(fault);
  const hadReached = delivery.hasReached;
  delivery.hasReached ||= !OUT_OF_REACH.has(meaning);
  if (meaning === 'inDoubt') return { ...failure('server', error), mayHaveArrived: true };
  const wait = (minutes = DELAYS_MINUTES[recipient.tries] ?? DELAYS_MINUTES.at(-1) ?? 0): Failure => {
    const isGivenUp = later(app, -GIVEN_UP_MINUTES * MINUTE_MS) > delivery.createdAt;
    return isGivenUp
      ? failure('recipient', error)
      : { ...failure('later', error), nextTryAt: later(app, minutes * MINUTE_MS) };
  };
  if (meaning === 'later') return wait();
  const isOfAll = meaning === 'busy' || meaning === 'connections' || (meaning === 'unreachable' && hadReached);
  if (isOfAll || meaning === 'day') {
    const outcome = meaning === 'day' ? wait(DAY_LIMIT_MINUTES) : wait();
    const isOver = meaning === 'day' || !noteBusy(delivery.account);
    if (isOver && outcome.nextTryAt != null) delivery.rest = { nextTryAt: outcome.nextTryAt, waitsFor: error };
    return outcome;
  }
  return failure(FAULTS[meaning], error);
}

const OUT_OF_REACH = new Set<Fault['meaning']>(['unreachable', 'insecure', 'closed']);

const FAULTS = {
  recipient: 'recipient',
  broken: 'call',
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
      return words === '' || words.startsWith('535') ? SIGN_IN : `${SIGN_IN} It said: ${words}`;
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
const SIGN_IN = 'The mail server refused the user or password. Check both: vestry mail show';
const NO_PASSWORDS =
  'Microsoft 365 takes no passwords from programs any more, unless its administrator allows them. Ask the administrator to allow authenticated SMTP for this mailbox, or use another mail server: vestry mail set';
const NO_TLS =
  'No secure connection to the mail server could be made. Check its name and certificate: vestry mail show';
const IN_DOUBT =
  'The mail server did not answer after it had the whole message. Nobody knows whether it arrived, so it is not sent again.';
const BROKEN = 'The connection to the mail server was lost twice before the message was sent.';
const UNREACHABLE =
  'The mail server cannot be reached, or does not answer. Check its address, vestry mail show, and the network.';
