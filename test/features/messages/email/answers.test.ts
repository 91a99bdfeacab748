import { expect, test } from 'vitest';
import { meaningOf } from '../../../../src/features/messages/email/answers.ts';

/** Answers in the form in which servers give them, the command that they answer, and what they mean. */
const ANSWERS = [
  ['421 4.7.0 Too many connections from your host', 'CONN', 'connections'],
  ['421 4.3.2 Service shutting down', 'CONN', 'busy'],
  ['432 4.3.2 STOREDRV.ClientSubmit; sender thread limit exceeded', 'DATA', 'connections'],
  ['554 5.7.1 Your address is listed', 'CONN', 'closed'],
  ['454 4.7.0 Too many login attempts, please try again later', 'AUTH PLAIN', 'busy'],
  ['432 4.7.12 A password transition is needed', 'AUTH PLAIN', 'busy'],
  ['535 5.7.8 Username and Password not accepted', 'AUTH PLAIN', 'signIn'],
  ['530 5.7.0 Authentication Required', 'MAIL FROM', 'signIn'],
  ['550 5.7.30 Basic authentication is not supported for Client Submission.', 'AUTH LOGIN', 'noPasswords'],
  ['535 5.7.139 Authentication unsuccessful, basic authentication is disabled.', 'AUTH LOGIN', 'noPasswords'],
  ['550 5.4.5 Daily user sending limit exceeded', 'MAIL FROM', 'day'],
  ['452 4.5.3 You have reached your limit of messages per day', 'RCPT TO', 'day'],
  ['554 5.7.1 Maximum of 200 recipients in 24 hours exceeded', 'RCPT TO', 'day'],
  ['450 4.7.1 Error: too much mail from 192.0.2.1', 'MAIL FROM', 'busy'],
  ['450 4.7.1 Rate limit of 30 messages in a minute', 'RCPT TO', 'busy'],
  ['451 4.7.500 Server busy. Please try again later', 'RCPT TO', 'busy'],
  ['421 4.7.28 Unusual rate of mail', 'DATA', 'busy'],
  ['432 Try again', 'RCPT TO', 'busy'],
  ['452 4.3.1 Insufficient system storage', 'MAIL FROM', 'busy'],
  ['550 Too many messages, slow down', 'DATA', 'busy'],
  ['554 5.7.0 Sending limit exceeded', 'DATA', 'busy'],
  ['450 4.2.0 Recipient address rejected: Greylisted', 'RCPT TO', 'later'],
  ['451 4.7.1 Greylisting in action, please come back later', 'RCPT TO', 'later'],
  ['450 4.2.1 The user receives mail at too high a rate', 'RCPT TO', 'later'],
  ['450 4.1.2 Domain not found', 'RCPT TO', 'later'],
  ['451 4.4.1 No answer from host', 'RCPT TO', 'later'],
  ['452 4.2.2 Mailbox full', 'RCPT TO', 'recipient'],
  ['552 5.2.2 Over quota', 'RCPT TO', 'recipient'],
  ['550 5.1.1 No such user here', 'RCPT TO', 'recipient'],
  ['552 5.3.4 Message size exceeds fixed maximum message size', 'MAIL FROM', 'recipient'],
  ['550 5.7.1 Message rejected as spam', 'DATA', 'recipient'],
  ['554 Message line too long, limit is 998', 'DATA', 'recipient'],
  ['550 User over quota', 'RCPT TO', 'recipient'],
  ['550 5.7.1 Blocked: too many links', 'DATA', 'recipient'],
  ['550 5.7.1 Mail from 192.5.4.5 rejected', 'RCPT TO', 'recipient'],
  ['554 Your address 10.5.7.30 is listed', 'CONN', 'closed'],
  ['535 Too many failed logins, try again in 24 hours', 'AUTH PLAIN', 'signIn'],
  ['550 5.7.1 You may not send as this address', 'MAIL FROM', 'closed'],
  ['454 4.7.0 TLS not available due to temporary reason', 'STARTTLS', 'busy'],
] as const;

test.each(ANSWERS)('%s, as an answer to %s, means %s', (text, command, meaning) => {
  expect(meaningOf({ code: Number(text.slice(0, 3)), text, command })).toBe(meaning);
});
