/** A mail server on loopback that stores messages. A test can make it refuse, delay or cut off messages. */
import type { AddressInfo, Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';
import { pause } from './loopback.ts';

/** A message that the server accepted. `to` and `from` come from the envelope. `raw` contains the bytes as received. */
export type Mail = { to: string[]; from: string; raw: Buffer; at: number };

/** The fake mail server. Addresses are compared without regard to case. */
export type Smtp = {
  /** `smtp://127.0.0.1:PORT`, with the credentials if the server requires them. */
  url: string;
  /** The accepted messages in order. A message is added when it is complete, before the server replies. */
  messages: Mail[];
  /** The number of connections that are open now, the highest number at one time, and the total. */
  connections: { now: number; most: number; total: number };
  /** Refuses a recipient with this reply, as in `550 5.1.1 No such user`. */
  refuse: (address: string, reply: string) => void;
  /** Delays the reply to every message by this many milliseconds. The message is stored at once. */
  delay: (ms: number) => void;
  /** Closes the connection in the middle of a message to this address and does not store the message. */
  drop: (address: string) => void;
  /** Receives a message to this address completely, never replies, and does not store the message. */
  stall: (address: string) => void;
  /** Answers as `rule` says, at each connection, sender, recipient and end of a message. */
  obey: (rule: Rule) => void;
  /** Removes all refusals, delays, drops, stalls and rules that the test set. The stored messages stay. */
  relent: () => void;
  /** Returns the messages to one address. */
  to: (address: string) => Mail[];
  /** Closes every connection and the server. */
  close: () => Promise<void>;
};

/** Where a client is, how many connections are open, and how many messages were accepted. */
export type Moment = {
  at: 'connection' | 'sender' | 'recipient' | 'end';
  address: string;
  open: number;
  accepted: number;
};

/** Returns the reply with which the server refuses, as in `421 4.7.0 Too many connections`, or undefined. */
export type Rule = (moment: Moment) => string | undefined;

type Rules = {
  rule: Rule;
  refused: Map<string, string>;
  dropped: Set<string>;
  stalled: Set<string>;
  delay: number;
};

function refusalOf(reply: string): Error {
  const [, code = '550', text = reply] = /^(\d{3}) (.*)$/s.exec(reply) ?? [];
  return Object.assign(new Error(text), { responseCode: Number(code) });
}

async function bytesOf(stream: SMTPServerDataStream, breakOff?: () => void): Promise<Buffer> {
  const parts: Buffer[] = [];
  stream.on('data', (part: Buffer) => {
    parts.push(part);
    breakOff?.();
  });
  await new Promise<void>((resolve, reject) => {
    stream.once('end', resolve);
    stream.once('error', reject);
  });
  return Buffer.concat(parts);
}

type Behaviour = {
  rules: Rules;
  messages: Mail[];
  sockets: ReadonlyMap<number, Socket>;
  socketOf: (session: SMTPServerSession) => Socket | undefined;
};

type Handlers = Pick<SMTPServerOptions, 'onConnect' | 'onMailFrom' | 'onRcptTo' | 'onData'>;

function handlers({ rules, messages, sockets, socketOf }: Behaviour): Handlers {
  const refused = (at: Moment['at'], address = '') => {
    const reply = rules.rule({ at, address, open: sockets.size, accepted: messages.length });
    return reply === undefined ? null : refusalOf(reply);
  };
  return {
    onConnect: (_session, done) => done(refused('connection')),
    onMailFrom: (_address, _session, done) => done(refused('sender')),
    onRcptTo: ({ address }, _session, done) => {
      const reply = rules.refused.get(address.toLowerCase());
      done(reply === undefined ? refused('recipient', address) : refusalOf(reply));
    },
    onData: (stream, session, done) => {
      const { mailFrom, rcptTo } = session.envelope;
      const to = rcptTo.map(({ address }) => address);
      const has = (set: Set<string>) => to.some((address) => set.has(address.toLowerCase()));
      const dropped = has(rules.dropped);
      const take = async () => {
        const raw = await bytesOf(stream, dropped ? () => socketOf(session)?.destroy() : undefined);
        if (dropped || has(rules.stalled)) return;
        const refusal = refused('end', to[0]);
        if (refusal) {
          done(refusal);
          return;
        }
        messages.push({ to, from: mailFrom === false ? '' : mailFrom.address, raw, at: Date.now() });
        if (rules.delay > 0) await pause(rules.delay);
        done(null, 'kept');
      };
      take().catch(() => undefined);
    },
  };
}

function countConnections(server: SMTPServer, sockets: Map<number, Socket>): Smtp['connections'] {
  const connections = { now: 0, most: 0, total: 0 };
  server.server.on('connection', (socket: Socket) => {
    const port = socket.remotePort ?? 0;
    sockets.set(port, socket);
    connections.total += 1;
    connections.now += 1;
    connections.most = Math.max(connections.most, connections.now);
    socket.once('close', () => {
      connections.now -= 1;
      sockets.delete(port);
    });
  });
  return connections;
}

function setters(rules: Rules): Pick<Smtp, 'refuse' | 'delay' | 'drop' | 'stall' | 'obey' | 'relent'> {
  return {
    refuse: (address, reply) => void rules.refused.set(address.toLowerCase(), reply),
    delay: (ms) => void (rules.delay = ms),
    drop: (address) => void rules.dropped.add(address.toLowerCase()),
    stall: (address) => void rules.stalled.add(address.toLowerCase()),
    obey: (rule) => void (rules.rule = rule),
    relent: () => {
      for (const rule of [rules.refused, rules.dropped, rules.stalled]) rule.clear();
      rules.delay = 0;
      rules.rule = () => undefined;
    },
  };
}

/** Starts the fake on a free port. With `auth`, it accepts mail only after a sign-in with these credentials. */
export async function startSmtp(options: { auth?: { user: string; password: string } } = {}): Promise<Smtp> {
  const { auth } = options;
  const rules: Rules = { rule: () => undefined, refused: new Map(), dropped: new Set(), stalled: new Set(), delay: 0 };
  const messages: Mail[] = [];
  const sockets = new Map<number, Socket>();
  const server = new SMTPServer({
    disabledCommands: auth === undefined ? ['STARTTLS', 'AUTH'] : ['STARTTLS'],
    authOptional: auth === undefined,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth: ({ username, password }, _session, done) => {
      if (username === auth?.user && password === auth?.password) done(null, { user: username });
      else done(refusalOf('535 5.7.8 Authentication credentials invalid'));
    },
    ...handlers({ rules, messages, sockets, socketOf: ({ remotePort }) => sockets.get(remotePort) }),
  });
  // A client that is killed, or a connection that a test breaks, is not an error of the fake.
  server.on('error', () => undefined);
  const connections = countConnections(server, sockets);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.server.address() as AddressInfo;
  const credentials = auth ? `${encodeURIComponent(auth.user)}:${encodeURIComponent(auth.password)}@` : '';
  return {
    url: `smtp://${credentials}127.0.0.1:${port}`,
    messages,
    connections,
    ...setters(rules),
    to: (address) => messages.filter((mail) => mail.to.some((one) => one.toLowerCase() === address.toLowerCase())),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets.values()) socket.destroy();
      }),
  };
}

/** Parses a message: headers, subject, and its decoded parts `text` and `html`. */
export function parsed(message: Pick<Mail, 'raw'>): Promise<Email> {
  return PostalMime.parse(message.raw);
}
