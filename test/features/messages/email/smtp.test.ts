import net, { type AddressInfo, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openLine } from '../../../../src/features/messages/email/smtp.ts';
import { serverAt } from '../../../../src/features/messages/mail/setup.ts';

type Behaviour = { greeting?: string; answers?: Record<string, string>; atEnd?: (socket: Socket) => void };

/** Starts a mail server that replies with `answers` and calls `atEnd` after each message. Returns its address. */
async function server({ greeting = '220 here', answers = {}, atEnd }: Behaviour): Promise<string> {
  const listener = net.createServer((socket) => {
    socket.on('error', () => {});
    socket.write(`${greeting}\r\n`);
    let isMessage = false;
    let seen = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
      seen += text;
      for (let end = seen.indexOf('\r\n'); end >= 0; end = seen.indexOf('\r\n')) {
        const line = seen.slice(0, end);
        seen = seen.slice(end + 2);
        if (isMessage) {
          if (line !== '.') continue;
          isMessage = false;
          if (atEnd) atEnd(socket);
          else socket.write('250 taken\r\n');
          continue;
        }
        const [verb = ''] = line.toUpperCase().split(/[ :]/);
        const usual = verb === 'DATA' ? '354 go on' : verb === 'EHLO' ? '250-here\r\n250 AUTH PLAIN' : '250 fine';
        const answer = answers[verb] ?? usual;
        isMessage = verb === 'DATA' && answer.startsWith('3');
        socket.write(`${answer}\r\n`);
      }
    });
  });
  await new Promise<void>((resolve) => {
    listener.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => void listener.close());
  return `127.0.0.1:${(listener.address() as AddressInfo).port}`;
}

const BYTES = Buffer.from('Subject: Hello\r\n\r\nHello\r\n.dot\r\n');
const LETTER = { from: 'a@example.org', to: 'b@example.org', bytes: BYTES };

/** Sends a letter. Returns `sent`, or what the fault means and its words. */
async function send(behaviour: Behaviour, credentials = '', mayGo = async () => true): Promise<string[]> {
  try {
    const at = await serverAt(`smtp://${credentials}${await server(behaviour)}`);
    const line = await openLine(at, new AbortController().signal);
    onTestFinished(() => line.quit());
    await line.send(LETTER, mayGo);
    return ['sent'];
  } catch (error) {
    const { meaning, message } = error as Error & { meaning: string };
    return [meaning, message];
  }
}

test('a letter that the server accepts is sent', async () => {
  expect(await send({})).toEqual(['sent']);
});

test.each([
  ['resets the connection', (socket: Socket) => socket.resetAndDestroy()],
  ['closes the connection', (socket: Socket) => socket.end()],
])('a letter is in doubt if the server %s after receiving it', async (_what, atEnd) => {
  expect((await send({ atEnd }))[0]).toBe('inDoubt');
});

test('the server cannot accept a letter before it may go, and a letter that may not go does not arrive', async () => {
  let ends = 0;
  const atEnd = (socket: Socket) => {
    ends += 1;
    socket.write('250 taken\r\n');
  };
  const asked: number[] = [];
  const mayGo = async () => {
    await new Promise((resolve) => setTimeout(resolve, 30));
    asked.push(ends);
    return asked.length > 1;
  };
  expect((await send({ atEnd }, '', mayGo))[0]).toBe('broken');
  expect(await send({ atEnd }, '', mayGo)).toEqual(['sent']);
  expect([asked, ends]).toEqual([[0, 0], 1]);
});

test.each([
  ['MAIL', '452 4.3.1 Full', 'busy'],
  ['RCPT', '550 5.1.1 Nobody', 'recipient'],
  ['RCPT', '450 4.2.0 Greylisted', 'later'],
  ['DATA', '451 4.3.0 Trouble', 'busy'],
])(
  'if the server refuses the command %s with %s, the fault says so and quotes the server',
  async (verb, words, meaning) => {
    expect(await send({ answers: { [verb]: words } })).toEqual([meaning, words]);
  },
);

test('if the server refuses the whole letter, it has not arrived', async () => {
  const atEnd = (socket: Socket) => socket.write('554 5.7.1 Looks like spam\r\n');
  expect(await send({ atEnd })).toEqual(['recipient', '554 5.7.1 Looks like spam']);
});

test('a wrong password is a fault that would make every letter fail, and no error contains it', async () => {
  const fault = await send({ answers: { AUTH: '535 5.7.8 Bad credentials' } }, 'office:secret-word@');
  expect(fault).toEqual(['signIn', '535 5.7.8']);
});

test('a server that refuses the sign-in because it is busy is busy', async () => {
  const fault = await send({ answers: { AUTH: '454 4.7.0 Too many logins' } }, 'office:secret-word@');
  expect(fault).toEqual(['busy', '454 4.7.0']);
});

test('a server that takes no passwords any more is named, not the password', async () => {
  const words = '535 5.7.139 Authentication unsuccessful, basic authentication is disabled.';
  expect(await send({ answers: { AUTH: words } }, 'office:secret-word@')).toEqual(['noPasswords', '535 5.7.139']);
});

test('an answer to the sign-in that repeats the password is not quoted', async () => {
  const secret = Buffer.from('\0office\0secret-word').toString('base64');
  const fault = await send({ answers: { AUTH: `500 5.5.1 Unknown: "AUTH PLAIN ${secret}"` } }, 'office:secret-word@');
  expect(fault).toEqual(['signIn', '500 5.5.1']);
});

test.each(['354 go on', 'TAKEN ok', '150 perhaps'])(
  'after the whole letter, the answer %s leaves it in doubt, because it is no refusal',
  async (words) => {
    expect((await send({ atEnd: (socket) => socket.write(`${words}\r\n`) }))[0]).toBe('inDoubt');
  },
);

test.each(['354 go on\r\n250 early', '354 go on\r\n450 4.2.0 Greylisted'])(
  'an answer that comes before the end of a letter (%j) ends the connection, and the letter does not go out',
  async (words) => {
    let ends = 0;
    const mayGo = async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return true;
    };
    const [meaning] = await send({ answers: { DATA: words }, atEnd: () => (ends += 1) }, '', mayGo);
    expect(['broken', 'later']).toContain(meaning);
    await new Promise((resolve) => setTimeout(resolve, 80));
    expect(ends).toBe(0);
  },
);

test('a server that cannot make a secure connection for the moment is busy', async () => {
  const answers = { EHLO: '250-here\r\n250 STARTTLS', STARTTLS: '454 4.7.0 TLS not available' };
  expect(await send({ answers })).toEqual(['busy', '454 4.7.0 TLS not available']);
});

test('if the server does not speak SMTP, the letter cannot have arrived', async () => {
  expect((await send({ greeting: 'HTTP/1.1 400 Bad Request' }))[0]).toBe('closed');
});
