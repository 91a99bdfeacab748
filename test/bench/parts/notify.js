import { createHmac, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { compareTimes } from '../measure.js';
import { memoryOf, peakOver } from '../memory.js';
import { floor, p99Of, request } from '../process.js';
import { processorTime } from '../processor.js';
import { compareTurns, serveWatched } from '../turn.js';

const RECIPIENTS = 500;
const MANY = 2000;
const LETTERS = 1000;
const TAKES_MS = 20;
/** A letter is handed over when the answer to the one before it is stored, so the ideal is one after the other. */
const IDEAL_MS = RECIPIENTS * TAKES_MS;
const ROUNDS = 3;
const SECRET = 'channel-secret';
const EVENTS = 400;
const WEBHOOK_MS = 50;
/** The greatest allowed growth of the daemon's memory, in MiB, while it sends to many recipients. */
const GROWTH = 30;

/**
 * Measures how long it takes to send 500 messages through a mail server that takes 20 ms for each, how fast the webhook
 * responds in the meantime, how much memory four times as many recipients need, how long a batch blocks other requests,
 * and the processor time of 1,000 messages beside that of nodemailer alone.
 */
export async function measurePart(workspace) {
  const [server, quick] = [await workspace.start(floor('smtp', TAKES_MS)), await workspace.start(floor('smtp', 0))];
  const directory = workspace.directory();
  const settings = {
    mailFrom: 'office@example.org',
    lineChannelSecret: SECRET,
    lineChannelAccessToken: 'token',
    lineApiBase: 'http://127.0.0.1:1',
  };
  writeFileSync(path.join(directory, 'config.json'), JSON.stringify(settings));
  const logins = [{ email: 'admin@vestry.local', password: 'Vestry-dev-1' }];
  const watched = await serveWatched(workspace, { directory, logins, env: 'development' });
  const { service: daemon, token } = watched;
  const sendThrough = ({ port }) =>
    request(daemon.port, 'PUT', '/api/mail', { token, body: { host: '127.0.0.1', port } });
  await sendThrough(server);
  const send = (count) => sendTo(daemon.port, token, count);
  await send(10);
  const times = [];
  for (let round = 0; round < ROUNDS; round++) times.push(await timed(() => send(RECIPIENTS)));
  const answers = [];
  for (let round = 0; round < ROUNDS; round++) answers.push(await webhookMeanwhile(daemon, () => send(RECIPIENTS)));
  const growth = process.platform === 'linux' ? await growthOf(daemon, () => send(MANY)) : [];
  await sendThrough(quick);
  const turns = await compareTurns('notify, 1,000 e-mails: longest turn', watched, [() => send(LETTERS)]);
  const processor = await processorOf(workspace, { daemon, quick, send });
  await daemon.stop();
  await server.stop();
  await quick.stop();
  return [
    result(`notify: ${RECIPIENTS} e-mails one after the other / the ideal`, times, { floor: IDEAL_MS, atMost: 1.5 }),
    result('notify: webhook, p99 of responses meanwhile / the limit', answers, { floor: WEBHOOK_MS, atMost: 1 }),
    ...growth,
    turns,
    ...processor,
  ];
}

/** Compares the processor time of 1,000 e-mails with that of nodemailer, which sends them and keeps no record. */
async function processorOf(workspace, { daemon, quick, send }) {
  if (process.platform !== 'linux') return [];
  const mailer = await workspace.start(floor('mailer', quick.port));
  const spent = async ({ child }, work) => {
    const before = processorTime(child.pid);
    await work();
    return processorTime(child.pid) - before;
  };
  const compared = await compareTimes('notify: processor time of 1,000 e-mails / nodemailer alone', {
    ours: () => spent(daemon, () => send(LETTERS)),
    floor: () => spent(mailer, () => request(mailer.port, 'POST', `/${LETTERS}`)),
    limit: 2,
    rounds: ROUNDS,
  });
  await mailer.stop();
  return [compared];
}

function result(name, rounds, { floor, atMost, unit = 'ms' }) {
  const sorted = rounds.toSorted((a, b) => a - b);
  const ours = sorted[Math.floor(sorted.length / 2)];
  const ratios = rounds.map((one) => one / floor);
  return { name, ours, floor, unit, ratio: ours / floor, ratios, atMost, atLeast: 0, isMet: ours <= atMost * floor };
}

async function growthOf({ child }, work) {
  const idle = memoryOf(child.pid, 'VmRSS');
  const growth = await peakOver(idle, child.pid, work);
  return [
    result(`notify: memory that ${MANY} recipients add / the limit`, [growth], {
      floor: GROWTH,
      atMost: 1,
      unit: 'MiB',
    }),
  ];
}

async function sendTo(port, token, count) {
  const emails = Array.from({ length: count }, (_, n) => `person${n}@example.org`);
  const body = { emails, subject: 'Service on Sunday', body: 'We begin at ten.\n\nBring a friend.' };
  const { sent } = await request(port, 'POST', '/api/notifications/email', { token, body });
  if (sent !== count) throw new Error(`${sent} of ${count} messages were sent.`);
}

async function timed(work) {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function webhookMeanwhile(daemon, work) {
  const sending = work();
  const p99 = await p99Of(daemon, { seconds: 4, requests: Array.from({ length: EVENTS }, signedEvent) });
  await sending;
  return p99;
}

/** Returns a signed webhook request. Its event is one that the service processes: a user blocks the account. */
function signedEvent() {
  const event = {
    type: 'unfollow',
    mode: 'active',
    timestamp: Date.now(),
    source: { type: 'user', userId: `U${randomUUID().replaceAll('-', '')}` },
    webhookEventId: randomUUID(),
    deliveryContext: { isRedelivery: false },
  };
  const body = { destination: 'U0', events: [event] };
  const signature = createHmac('sha256', SECRET).update(JSON.stringify(body)).digest('base64');
  return { method: 'POST', path: '/api/webhooks/line', headers: { 'X-Line-Signature': signature }, body };
}
