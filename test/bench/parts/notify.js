import { createHmac, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { memoryOf, peakOver } from '../memory.js';
import { daemonArguments, floor, p99Of, request } from '../process.js';

const RECIPIENTS = 500;
const MANY = 2000;
const CONNECTIONS = 5;
const TAKES_MS = 50;
const IDEAL_MS = (RECIPIENTS / CONNECTIONS) * TAKES_MS;
const ROUNDS = 3;
const SECRET = 'channel-secret';
const EVENTS = 400;
const WEBHOOK_MS = 50;
/** The greatest allowed growth of the daemon's memory, in MiB, while it sends to many recipients. */
const GROWTH = 30;

/**
 * Measures how long it takes to send 500 messages through a mail server that takes 50 ms for each, how fast the webhook
 * responds in the meantime, and how much memory four times as many recipients need.
 */
export async function measurePart(workspace) {
  const server = await workspace.start(floor('smtp'));
  const directory = workspace.directory();
  const settings = {
    smtpUrl: `smtp://127.0.0.1:${server.port}`,
    mailFrom: 'office@example.org',
    lineChannelSecret: SECRET,
    lineChannelAccessToken: 'token',
    lineApiBase: 'http://127.0.0.1:1',
  };
  writeFileSync(path.join(directory, 'config.json'), JSON.stringify(settings));
  const daemon = await workspace.start(daemonArguments(directory, 'development'));
  const body = { email: 'admin@vestry.local', password: 'Vestry-dev-1' };
  const { accessToken: token } = await request(daemon.port, 'POST', '/api/auth/login', { body });
  const send = (count) => sendTo(daemon.port, token, count);
  await send(10);
  const times = [];
  for (let round = 0; round < ROUNDS; round++) times.push(await timed(() => send(RECIPIENTS)));
  const answers = [];
  for (let round = 0; round < ROUNDS; round++) answers.push(await webhookMeanwhile(daemon, () => send(RECIPIENTS)));
  const growth = process.platform === 'linux' ? await growthOf(daemon, () => send(MANY)) : [];
  await daemon.stop();
  await server.stop();
  return [
    result(`notify: ${RECIPIENTS} e-mails over ${CONNECTIONS} connections / the ideal`, times, {
      floor: IDEAL_MS,
      atMost: 1.5,
    }),
    result('notify: webhook, p99 of responses meanwhile / the limit', answers, { floor: WEBHOOK_MS, atMost: 1 }),
    ...growth,
  ];
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
