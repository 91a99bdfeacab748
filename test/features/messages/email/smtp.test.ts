import net, { type AddressInfo, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openMailer } from '../../../../src/features/messages/email/smtp.ts';
import { testApp } from '../../../support/app.ts';

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
        isMessage = verb === 'DATA';
        const usual = verb === 'DATA' ? '354 go on' : verb === 'EHLO' ? '250-here\r\n250 AUTH PLAIN' : '250 fine';
        socket.write(`${answers[verb] ?? usual}\r\n`);
      }
    });
  });
  await new Promise<void>((resolve) => {
    listener.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => void listener.close());
  return `127.0.0.1:${(listener.address() as AddressInfo).port}`;
}

async function send(behaviour: Behaviour, credentials = '') {
  const app = await testApp();
  const smtpUrl = `smtp://${credentials}${await server(behaviour)}`;
  const mailer = await openMailer(
    { ...app, config: { ...app.config, smtpUrl } },
    { name: '', address: 'a@example.org' },
  );
  onTestFinished(() => mailer.close());
  return mailer.send('b@example.org', { subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' });
}

test('a message that the server accepts is sent', async () => {
  expect(await send({})).toEqual({ ok: true });
});

test.each([
  ['resets the connection', (socket: Socket) => socket.resetAndDestroy()],
  ['closes the connection', (socket: Socket) => socket.end()],
])('a message may have arrived if the server %s after receiving it', async (_what, atEnd) => {
  const sent = await send({ atEnd });
  expect(sent).toMatchObject({ ok: false, mayHaveArrived: true, error: expect.stringContaining('may have arrived') });
});

test.each([
  ['MAIL', '451 4.7.1 Greylisted'],
  ['RCPT', '550 5.1.1 Nobody'],
  ['DATA', '452 4.3.1 Full'],
])(
  'if the server refuses the command %s, the message has not arrived, and the error quotes the server',
  async (verb, words) => {
    const sent = await send({ answers: { [verb]: words } });
    expect(sent).toMatchObject({ ok: false, mayHaveArrived: false, fault: 'recipient' });
    expect(sent).toMatchObject({ error: expect.stringContaining(words.slice(4)) });
  },
);

test('if the server refuses the whole message, the message has not arrived', async () => {
  const sent = await send({ atEnd: (socket) => socket.write('554 5.7.1 Looks like spam\r\n') });
  expect(sent).toMatchObject({ ok: false, mayHaveArrived: false, error: expect.stringContaining('spam') });
});

test('a wrong password is reported as a fault that would make every message fail', async () => {
  const sent = await send({ answers: { AUTH: '535 5.7.8 Bad credentials' } }, 'office:secret-word@');
  expect(sent).toMatchObject({ ok: false, fault: 'sender', error: expect.stringContaining('user or password') });
  expect(JSON.stringify(sent)).not.toContain('secret-word');
});

test('when a server refuses the sign-in because it is busy, the error quotes the server', async () => {
  const sent = await send({ answers: { AUTH: '454 4.7.0 Too many logins' } }, 'office:secret-word@');
  expect(sent).toMatchObject({ ok: false, fault: 'server', error: expect.stringContaining('Too many logins') });
});

test('if the server does not speak SMTP, the message cannot have arrived', async () => {
  expect(await send({ greeting: 'HTTP/1.1 400 Bad Request' })).toMatchObject({ ok: false, mayHaveArrived: false });
});
