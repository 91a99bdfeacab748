/** Sends as many messages as the path of a request says, through the mail server at the port in the first argument. */
import { createTransport } from 'nodemailer';
import { serveBare } from './bare.js';

const CONNECTIONS = 5;
const port = Number(process.argv[2]);
const message = {
  from: 'office@example.org',
  subject: 'Service on Sunday',
  text: 'We begin at ten.\n\nBring a friend.',
  html: '<p>We begin at ten.</p><p>Bring a friend.</p>',
};

serveBare(async ({ url = '/0' }) => {
  const transport = createTransport({ host: '127.0.0.1', port, pool: true, maxConnections: CONNECTIONS });
  const count = Number(url.slice(1));
  await Promise.all(
    Array.from({ length: count }, (_, n) => transport.sendMail({ ...message, to: `person${n}@example.org` })),
  );
  transport.close();
  return JSON.stringify({ sent: count });
});
