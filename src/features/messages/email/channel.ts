/** Works off the e-mails of a batch over five connections. */
import { type App, inTransaction, now } from '../../../app.ts';
import { CONNECTIONS, type Mail, type Mailer, openMailer, type Sent } from './smtp.ts';
import { type Composer, composerOf } from './composer.ts';
import { type BatchRow, claimNext, countPending, keepOutcome, type Recipient } from '../queries.ts';
import type { Progress } from '../schema.ts';
import { senderOf } from './sender.ts';

const GIVEN_UP = 'Not tried, because the mail server took none of those before.';
/** After so many in a row that did not even reach the server, the others are not tried. */
const FAULTS_IN_A_ROW = 10;

type Work = {
  batch: BatchRow;
  composer: Composer;
  mailer: Mailer;
  course: { done: number; faults: number; total: number; progress: Progress | undefined };
};

/** Sends what is pending of a batch, until the app is to close. Each outcome is kept before the next recipient is taken. */
export async function sendEmails(app: App, batch: BatchRow, progress?: Progress): Promise<void> {
  const total = await countPending(app.db, batch.id, 'Email');
  if (total === 0) return;
  const composer = await composerOf(app, batch);
  const mailer = await openMailer(app, await senderOf(app));
  const course = { done: 0, faults: 0, total, progress };
  try {
    const workers = Array.from({ length: Math.min(CONNECTIONS, total) }, () =>
      work(app, { batch, composer, mailer, course }),
    );
    const ends = await Promise.allSettled(workers);
    const broken = ends.find((end) => end.status === 'rejected');
    if (broken) throw broken.reason;
  } finally {
    mailer.close();
  }
}

async function work(app: App, { batch, composer, mailer, course }: Work): Promise<void> {
  const claim = (app: App) => (app.background.ending.aborted ? undefined : claimNext(app.db, batch.id));
  let recipient = await inTransaction(app, async (app) => claim(app));
  while (recipient) {
    const current = recipient;
    const outcome = course.faults >= FAULTS_IN_A_ROW ? givenUp : await attempt(app, current, { composer, mailer });
    // Nothing can be kept any more; who is on the way stays so.
    if (app.background.over.aborted) return;
    if (outcome.ok || !outcome.isServerFault) course.faults = 0;
    else course.faults = outcome.isHopeless ? FAULTS_IN_A_ROW : course.faults + 1;
    recipient = await inTransaction(app, async (app) => {
      await keepOutcome(app.db, [current.id], { at: now(app), outcome });
      if (outcome.ok || outcome.mayHaveArrived) await composer.arrived?.(app, current);
      return claim(app);
    });
    course.done += 1;
    course.progress?.(course.done, course.total);
  }
}

const givenUp: Sent = { ok: false, error: GIVEN_UP, isServerFault: true, isHopeless: true, mayHaveArrived: false };

async function attempt(
  app: App,
  recipient: Recipient,
  { composer, mailer }: Pick<Work, 'composer' | 'mailer'>,
): Promise<Sent> {
  let mail: Mail;
  try {
    mail = await composer.compose(recipient);
  } catch (error) {
    const { batchId, id } = recipient;
    app.log.error({ err: error, batchId, recipient: id }, 'a message could not be composed');
    const reason = error instanceof Error ? error.message : 'unknown error';
    const fault = { isServerFault: false, isHopeless: false, mayHaveArrived: false };
    return { ok: false, error: `It could not be composed: ${reason}`, ...fault };
  }
  return mailer.send(recipient.recipient, mail);
}
