/** Works off the e-mails of a batch over five connections. */
import { type App, inTransaction, now } from '../../app.ts';
import { CONNECTIONS, type Mail, type Mailer, openMailer, type Sent } from '../../mail.ts';
import { composerOf } from './composers.ts';
import { type BatchRow, claimNext, listInState, markFailed, markSent, type Recipient } from './queries.ts';
import { senderOf } from './sender.ts';

const IN_DOUBT =
  'It was being handed over when the service stopped. Whether it arrived is not known, so it is not sent again.';
const GIVEN_UP = 'Not tried, because the mail server answered none of those before.';
/** After so many in a row that did not even reach the server, the others are not tried. */
const FAULTS_IN_A_ROW = 10;

/** Sends what is pending of a batch, until the app is to close. Each outcome is kept before the next recipient is taken. */
export async function sendEmails(app: App, batch: BatchRow, progress?: (done: number, total: number) => void) {
  await failDoubtful(app, batch.id);
  const total = (await listInState(app.db, batch.id, 'pending', 'Email')).length;
  if (total === 0) return;
  const compose = await composerOf(app, batch);
  const mailer = await openMailer(app, await senderOf(app));
  const course = { done: 0, faults: 0, total, progress };
  try {
    const workers = Array.from({ length: Math.min(CONNECTIONS, total) }, () =>
      work(app, { batch, compose, mailer, course }),
    );
    const ends = await Promise.allSettled(workers);
    const broken = ends.find((end) => end.status === 'rejected');
    if (broken) throw broken.reason;
  } finally {
    mailer.close();
  }
}

/** Of those who were on their way when a process died, nobody knows; a second message would be worse than none. */
async function failDoubtful(app: App, batchId: string): Promise<void> {
  await inTransaction(app, async ({ db }) => {
    const rows = await listInState(db, batchId, 'sending', 'Email');
    if (rows.length > 0) await markFailed(db, JSON.stringify(rows.map(({ id }) => id)), now(app), IN_DOUBT);
  });
}

type Work = {
  batch: BatchRow;
  compose: (recipient: Recipient) => Promise<Mail>;
  mailer: Mailer;
  course: {
    done: number;
    faults: number;
    total: number;
    progress: ((done: number, total: number) => void) | undefined;
  };
};

async function work(app: App, { batch, compose, mailer, course }: Work): Promise<void> {
  const claim = (app: App) => (app.background.ending.aborted ? undefined : claimNext(app.db, batch.id));
  let recipient = await inTransaction(app, async (app) => claim(app));
  while (recipient) {
    const { id } = recipient;
    const sent = course.faults >= FAULTS_IN_A_ROW ? givenUp : await attempt(app, recipient, { compose, mailer });
    course.faults = !sent.ok && sent.isServerFault ? course.faults + 1 : 0;
    recipient = await inTransaction(app, async (app) => {
      await keep(app, id, sent);
      return claim(app);
    });
    course.done += 1;
    course.progress?.(course.done, course.total);
  }
}

const givenUp: Sent = { ok: false, error: GIVEN_UP, isServerFault: true };

async function attempt(
  app: App,
  recipient: Recipient,
  { compose, mailer }: Pick<Work, 'compose' | 'mailer'>,
): Promise<Sent> {
  let mail: Mail;
  try {
    mail = await compose(recipient);
  } catch (error) {
    app.log.error(
      { err: error, batchId: recipient.batchId, recipient: recipient.id },
      'a message could not be composed',
    );
    const reason = error instanceof Error ? error.message : 'unknown error';
    return { ok: false, error: `It could not be composed: ${reason}`, isServerFault: false };
  }
  return mailer.send(recipient.recipient, mail);
}

async function keep({ db, clock }: App, id: number, sent: Sent): Promise<void> {
  const at = clock.now().toISOString();
  const ids = JSON.stringify([id]);
  if (sent.ok) await markSent(db, ids, at);
  else await markFailed(db, ids, at, sent.error);
}
