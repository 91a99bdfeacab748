import { route } from '../../../http/route.ts';
import { SendResult } from '../schema.ts';
import { Mail, MailPath, MailTest, MailUpdate } from './schema.ts';
import { getMail, putMail, testMail } from './service.ts';

const PATH = '/api/mail';

const readMail = route({
  method: 'GET',
  path: PATH,
  summary: 'Read the mail server, and what it allows',
  description: 'The password is masked. `presets` lists providers with their servers and limits.',
  tag: 'Notifications',
  permission: 'users.manage',
  answer: Mail,
  versioned: true,
  handle: (app) => getMail(app),
});

export const mailRoutes = [
  readMail,
  route({
    method: 'PUT',
    path: PATH,
    summary: 'Set the mail server, and what it allows',
    description:
      'At work at once. What is left out stays as it is, or is what the preset says if one is given. `smtpUrl` and `mailFrom` of the configuration go before what is stored here.',
    tag: 'Notifications',
    permission: 'users.manage',
    params: MailPath,
    body: MailUpdate,
    answer: Mail,
    versionOf: readMail,
    handle: (app, { body }) => putMail(app, body),
  }),
  route({
    method: 'POST',
    path: '/api/mail/test',
    summary: 'Send a test letter',
    description: 'The letter is sent like any message, and stands in the history.',
    tag: 'Notifications',
    permission: 'users.manage',
    body: MailTest,
    answer: SendResult,
    keyed: 'claim',
    errors: ['not_configured'],
    handle: (app, { body }) => testMail(app, body),
  }),
];
