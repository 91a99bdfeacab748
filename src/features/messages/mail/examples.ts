/**
 * Examples for the API document. A key is the name of a schema, or the id of an operation whose response needs a
 * fuller example.
 */
import { audited, type Examples } from '../../../lib/examples.ts';

const server = {
  preset: 'Gmail',
  host: 'smtp.gmail.com',
  port: 465,
  user: 'office@grace.example.org',
  from: 'Grace Church <office@grace.example.org>',
  maxConnections: 2,
  perMinute: 30,
  perDay: 500,
};

export const EXAMPLES: Examples = {
  MailUpdate: { ...server, password: 'abcd efgh ijkl mnop' },
  Mail: {
    ...server,
    password: '••••mnop',
    source: 'Database',
    isMicrosoft: false,
    presets: [
      {
        name: 'Gmail',
        title: 'Gmail',
        host: 'smtp.gmail.com',
        port: 465,
        maxConnections: 2,
        perMinute: 30,
        perDay: 500,
        help: 'https://support.google.com/mail/answer/22839',
      },
    ],
    ...audited,
  },
  MailTest: { to: 'grace.lin@example.org' },
};
