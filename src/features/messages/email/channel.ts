import { now } from '../../../app.ts';
import {
  hasReachedServer,
  keepOutcome,
  listPending,
  listSentSince,
  markSending,
  postpone,
  postponeRest,
  type Recipient,
  unmarkSending,
} from '../batch-queries.ts';
import type { Call, Channel } from '../channel.ts';
import { missingForEmail, mailSetup } from '../mail/setup.ts';
import { joinAccount, leaveAccount } from './account.ts';
import { composerOf } from './composer.ts';
import { makeWriter, type Mail } from './composing.ts';
import { type Delivery, deliver } from './delivery.ts';
import type { Composer } from '../letters.ts';

const GIVEN_UP = 'Not tried, because the messages before this one could not be sent.';
const DAY_MS = 86_400_000;
/** How many recipients are read at a time. */
const AHEAD = 100;

/** What the e-mails of a batch share. */
type Mailing = Delivery & {
  composer: Composer;
  /** Recipients who were read and come next. */
  queue: Recipient[];
  /** The id of the last recipient that was read. */
  last: number;
  dueAt: string | undefined;
};

/** A call that sends one e-mail to one recipient. */
type Letter = Call & {
  recipient: Recipient;
  /** The letter that was marked as `sending` when the outcome of this one was stored. */
  marked?: number | undefined;
};

/**
 * E-mail. Each recipient gets a separate message, over one of a few connections to the church's mail server. A message is
 * `sending` from the moment in which the server can accept it, and the messages pass this moment one after the other. So a
 * process that dies leaves one message in doubt, or none.
 */
export const emailChannel: Channel<Mailing, Letter, Mail> = {
  callsAtOnce: ({ account }) => account.limits.maxConnections,

  missing: missingForEmail,

  async open(app, batch, which) {
    const { server, from, limits } = await mailSetup(app);
    const composer = await composerOf(app, batch);
    const dayAgo = new Date(app.clock.now().getTime() - DAY_MS).toISOString();
    const isLimited = limits.perMinute !== null || limits.perDay !== null;
    const earlier = isLimited ? (await listSentSince(app.db, 'Email', dayAgo)).map((at) => Date.parse(at)) : [];
    const hasReached = await hasReachedServer(app.db, batch.id, 'Email');
    return {
      composer,
      server,
      batchId: batch.id,
      account: joinAccount(app, JSON.stringify([server.options, server.credentials?.user]), limits, earlier),
      write: makeWriter(app, from),
      since: app.request === null ? undefined : performance.now(),
      hasReached,
      rest: undefined,
      queue: [],
      last: 0,
      dueAt: which === 'due' ? now(app) : undefined,
    };
  },

  close: ({ account }) => leaveAccount(account),

  async claim({ db }, mailing, batch) {
    const { queue, dueAt, last: after, rest } = mailing;
    if (rest !== undefined) {
      queue.length = 0;
      if (rest !== 'stopped')
        await postponeRest(db, batch.id, { channel: 'Email', isDueOnly: dueAt !== undefined, ...rest });
      return undefined;
    }
    if (queue.length === 0)
      queue.push(...(await listPending(db, batch.id, { channel: 'Email', after, dueAt, limit: AHEAD })));
    const recipient = queue.shift();
    if (!recipient) return undefined;
    mailing.last = Math.max(mailing.last, queue.at(-1)?.id ?? recipient.id);
    return { recipient, recipients: [recipient] };
  },

  compose: (_app, { composer }, { recipient }) => composer.compose(recipient),

  send: (app, mailing, { recipient }, mail) => deliver(app, mailing, recipient, mail),

  async keep(app, { composer, account }, call, outcome) {
    const { id } = call.recipient;
    if (outcome.ok || outcome.fault !== 'later') {
      await keepOutcome(app.db, [id], { at: now(app), outcome });
      if (outcome.ok || outcome.mayHaveArrived) await composer.arrived?.(app, call.recipient);
    } else if (outcome.nextTryAt != null) {
      await postpone(app.db, id, { nextTryAt: outcome.nextTryAt, waitsFor: outcome.error });
    } else {
      await unmarkSending(app.db, id);
    }
    const next = account.gate.nextAfter(id);
    if (next && (await markSending(app.db, next.id, next.batchId))) call.marked = next.id;
    return 'kept';
  },

  kept({ account }, { recipient, marked }) {
    if (marked !== undefined) account.gate.noteMarked(marked);
    account.gate.leave(recipient.id);
  },

  errorOfUntried: () => GIVEN_UP,

  // A mail server does not recognize a repeated message.
  knowsRepeatedCalls: () => false,

  retriesFailed: () => true,
};
