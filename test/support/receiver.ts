/** A program that receives webhooks: it verifies each signature, and answers as the test says. */
import { createHmac } from 'node:crypto';
import { type Call, type Reply, serveLoopback, until } from './loopback.ts';

export type Received = { id: string; type: string; timestamp: string; data: Record<string, any>; call: Call }; // eslint-disable-line typescript/no-explicit-any

export type Receiver = {
  url: string;
  /** Everything that came, also what was not accepted. */
  received: Received[];
  /** The secrets with which signatures are verified. One of them must fit. */
  secrets: string[];
  /** How many calls had no good signature. */
  readonly unsigned: number;
  /** Decides the answers from now on. */
  answer: (reply: (event: Received) => Reply | Promise<Reply>) => void;
  /** Waits for this many events, and returns them. */
  events: (count: number) => Promise<Received[]>;
  close: () => Promise<void>;
};

const ACCEPTED: Reply = { status: 204, body: '' };

/** Starts a receiver on loopback. A call with a bad signature gets 401 and is not received. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const secrets: string[] = [];
  let reply: (event: Received) => Reply | Promise<Reply> = () => ACCEPTED;
  let unsigned = 0;
  const { url, close } = await serveLoopback(async (call) => {
    const headers = Object.fromEntries(Object.entries(call.headers).map(([name, value]) => [name, String(value)]));
    const isGood = secrets.some((secret) => verifies(secret, call.raw.toString('utf8'), headers));
    if (!isGood) {
      unsigned += 1;
      return { status: 401, body: 'The signature is not valid.' };
    }
    const event: Received = { id: headers['webhook-id'] ?? '', ...call.body, call };
    received.push(event);
    return reply(event);
  });
  return {
    url,
    received,
    get unsigned() {
      return unsigned;
    },
    secrets,
    answer: (next) => (reply = next),
    events: async (count) => {
      await until(() => received.length >= count, `${count} events`);
      return received;
    },
    close,
  };
}

/** Verifies a signature as the Standard Webhooks specification describes it, with the functions of Node.js alone. */
function verifies(secret: string, body: string, headers: Record<string, string>): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return signatures.split(' ').includes(`v1,${signature}`);
}
