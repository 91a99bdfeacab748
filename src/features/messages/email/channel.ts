import { now } from '../../../app.ts';
import { claimNext, keepOutcome } from '../batch-queries.ts';
import type { Call, Channel } from '../channel.ts';
import { composerOf } from './composer.ts';
import type { Composer } from '../letters.ts';
import { missingForEmail, senderOf } from './sender.ts';
import { CONNECTIONS, type Mail, type Mailer, openMailer } from './smtp.ts';

const GIVEN_UP = 'Not tried, because the messages before this one could not be sent.';

/** The resources that the e-mails of a batch share. */
type Mailing = { composer: Composer; mailer: Mailer };

/** A call that sends one e-mail to one recipient. */
type Letter = Call & { recipient: Call['recipients'][number] };

/** E-mail. Each recipient gets a separate message, over one of a few connections to the church's mail server. */
export const emailChannel: Channel<Mailing, Letter, Mail> = {
  callsAtOnce: CONNECTIONS,

  missing: missingForEmail,

  async open(app, batch) {
    const composer = await composerOf(app, batch);
    return { composer, mailer: await openMailer(app, await senderOf(app)) };
  },

  close: ({ mailer }) => mailer.close(),

  async claim({ db }, batch) {
    const recipient = await claimNext(db, batch.id, 'Email');
    return recipient && { recipient, recipients: [recipient] };
  },

  compose: (_app, { composer }, { recipient }) => composer.compose(recipient),

  send: (_app, { mailer }, { recipient }, mail) => mailer.send(recipient.recipient, mail),

  async keep(app, { composer }, { recipient }, outcome) {
    await keepOutcome(app.db, [recipient.id], { at: now(app), outcome });
    if (outcome.ok || outcome.mayHaveArrived) await composer.arrived?.(app, recipient);
    return 'kept';
  },

  errorOfUntried: () => GIVEN_UP,

  // A mail server does not recognize a repeated message.
  knowsRepeatedCalls: () => false,

  retriesFailed: () => true,
};
