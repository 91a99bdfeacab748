import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Daemon, request, signIn, startDaemon, temporaryDir } from '../support/daemon.ts';
import { pause, until } from '../support/loopback.ts';
import { IS_NIGHTLY } from '../support/nightly.ts';
import { type Moment, type Smtp, startSmtp } from '../support/smtp.ts';

const LETTERS = IS_NIGHTLY ? 200 : 60;
const KILLS = IS_NIGHTLY ? 10 : 4;
/** How many letters more than before must have arrived until the next kill. */
const BETWEEN = Math.floor(LETTERS / (KILLS + 2));

const data = temporaryDir();
let smtp: Smtp;
let daemon: Daemon;
let token: string;
beforeAll(async () => {
  smtp = await startSmtp({ auth: { user: 'office', password: 'a secret' } });
  await start();
});
afterAll(async () => {
  await daemon.stop();
  await smtp.close();
  data.remove();
});

async function start(): Promise<void> {
  daemon = await startDaemon({ dataDir: data.dir, env: { VESTRY_MAIL_FROM: 'office@grace.example' } });
  token = await signIn(daemon.url);
}

const call = (method: string, route: string, body?: object, headers = {}) =>
  request(daemon.url, method, route, { token, headers, ...(body && { body }) });

/**
 * The rules of an ordinary mail server with every limit: three connections, greylisting of every fifth recipient, a rate
 * in each second, and a limit for a day that is reached twice and passes after a second.
 */
function ordinaryLimits(): (moment: Moment) => string | undefined {
  const seen = new Set<string>();
  const rate = { second: 0, count: 0 };
  const days = [0.3, 0.7].map((part) => ({ at: Math.floor(LETTERS * part), since: 0 }));
  return ({ at, address, open, accepted }) => {
    if (at === 'connection') return open > 3 ? '421 4.7.0 Too many connections' : undefined;
    if (at === 'recipient' && !seen.has(address)) {
      seen.add(address);
      if (seen.size % 5 === 0) return '450 4.2.0 Greylisted, come again';
    }
    if (at !== 'end') return undefined;
    const day = days.find((one) => accepted >= one.at && (one.since === 0 || Date.now() < one.since + 1000));
    if (day) {
      day.since ||= Date.now();
      return '550 5.4.5 Daily user sending limit exceeded';
    }
    const second = Math.floor(Date.now() / 1000);
    if (second !== rate.second) Object.assign(rate, { second, count: 0 });
    rate.count += 1;
    return rate.count > 20 ? '450 4.7.1 Rate limit exceeded, slow down' : undefined;
  };
}

test(
  'however often the service is killed, each letter arrives once or is listed as unknown, at most one for each kill',
  { timeout: 600_000 },
  async () => {
    const { port } = new URL(smtp.url);
    const server = { host: '127.0.0.1', port: Number(port), user: 'office', password: 'a secret', maxConnections: 5 };
    expect((await call('PUT', '/api/mail', server)).status).toBe(200);
    smtp.obey(ordinaryLimits());
    smtp.delay(15);
    const emails = Array.from({ length: LETTERS }, (_, n) => `p${n}@example.org`);
    const body = { emails, subject: 'January', body: 'Your statement.' };
    const lost = () => undefined;
    const first = call('POST', '/api/notifications/email', body, { 'idempotency-key': randomUUID() }).catch(lost);
    let sending: Promise<unknown> = first;
    let id = '';
    const batch = async () => {
      const { items } = (await call('GET', '/api/notifications/batches')).body;
      return items[0];
    };
    const resume = () => call('POST', `/api/notifications/batches/${id}/resume`, {}).catch(lost);
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const before = smtp.messages.length;
      await until(async () => {
        if (smtp.messages.length >= before + BETWEEN) return true;
        // What waits, because a limit was reached, is tried again at once.
        if (id !== '') sending = resume();
        await pause(100);
        return false;
      }, 'more letters');
      id ||= (await batch()).id;
      process.kill(daemon.pid, 'SIGKILL');
      await sending;
      await daemon.stop();
      await start();
      sending = resume();
    }
    await until(async () => {
      await resume();
      return (await batch()).open === 0;
    }, 'the batch to end');
    const { sent, failed, unknown } = await batch();
    const { items } = (await call('GET', `/api/notifications/history?batchId=${id}&pageSize=200&result=unknown`)).body;
    const doubtful = new Set<string>(items.map(({ recipient }: { recipient: string }) => recipient));
    const often = (address: string) => smtp.to(address).length;
    expect([failed, sent + unknown, doubtful.size]).toEqual([0, LETTERS, unknown]);
    expect(unknown).toBeLessThanOrEqual(KILLS);
    expect(emails.filter((one) => often(one) > 1)).toEqual([]);
    expect(emails.filter((one) => often(one) === 0 && !doubtful.has(one))).toEqual([]);
  },
);
