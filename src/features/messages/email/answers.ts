/**
 * What an answer of a mail server means: for one letter, or for all letters of the church's account. The codes are those
 * of RFC 5321 and RFC 3463; how servers say that an account sends too much is written in docs/messages.md.
 */

/** An answer with which a mail server refused something, and the command that it answers, such as `RCPT TO`. */
export type Refusal = { code: number; text: string; command: string };

/**
 * - `recipient`: only this recipient is refused, for good.
 * - `later`: only this recipient is refused, for some time.
 * - `busy`: the account sends too much, or the server has trouble. All letters wait.
 * - `connections`: the account has too many open connections. Fewer are used.
 * - `day`: the account has reached a limit for a day. The batch stops, and the rest waits.
 * - `closed`: the server takes no letter of the account, for good.
 * - `signIn`: the user or the password is refused.
 * - `noPasswords`: the server takes no passwords any more, as Microsoft 365.
 */
export type Meaning = 'recipient' | 'later' | 'busy' | 'connections' | 'day' | 'closed' | 'signIn' | 'noPasswords';

const NO_PASSWORDS = /\b5\.7\.30\b|\b5\.7\.139\b|basic authentication is (not supported|disabled)/i;
const CONNECTIONS =
  /connections? (limit|rate)|too many (concurrent |simultaneous |open )?(smtp )?(connections|sessions)|concurrent connections?/i;
const LIMIT = /\b(limit|limits|limited|quota|too many|too much|exceed|exceeded|exceeds|maximum|throttl\w*|rate)\b/i;
const DAY = /\b(daily|per[ -]day|a day|each day|today|tomorrow|24[ -]?h(ou)?rs?)\b/i;
const GREYLISTED = /gr[ea]y[- ]?list/i;
/** Limits of one message or one mailbox, which are none of the account. */
const OF_ONE = /\b(size|large|length|long|lines?|headers?|attachments?|hops?|mailbox|message exceeds)\b/i;
/** The subjects of RFC 3463 that are about the address, the mailbox or the message of one letter. */
const ABOUT_ONE = /\b[45]\.(1\.\d+|2\.\d+|3\.4|6\.\d+)\b/;
const MAILBOX_FULL = /\b[45]\.2\.2\b/;
/** An answer with a lower code is temporary (RFC 5321, section 4.2.1). */
const PERMANENT = 500;
/** The code with which a server ends the connection (RFC 5321, section 3.8). */
const CLOSING = 421;
const NEEDS_SIGN_IN = 530;
const MAILBOX_STORAGE = 552;

/** Returns what a refusal means. */
export function meaningOf({ code, text, command }: Refusal): Meaning {
  if (NO_PASSWORDS.test(text)) return 'noPasswords';
  if (/\b[45]\.4\.5\b/.test(text) || (LIMIT.test(text) && DAY.test(text))) return 'day';
  if (CONNECTIONS.test(text) || /\b4\.3\.2\b.*\b(connection|thread)/i.test(text)) return 'connections';
  const isTemporary = code < PERMANENT;
  if (command.startsWith('AUTH')) return isTemporary ? 'busy' : 'signIn';
  if (code === NEEDS_SIGN_IN) return 'signIn';
  if (command === 'CONN' || command === 'EHLO' || command === 'HELO') {
    if (code !== CLOSING && !isTemporary) return 'closed';
    return 'busy';
  }
  // A full mailbox seldom empties within days, and whoever sends the message can tell its owner.
  if (MAILBOX_FULL.test(text)) return 'recipient';
  if (ABOUT_ONE.test(text) || code === MAILBOX_STORAGE) return isTemporary ? 'later' : 'recipient';
  if (isTemporary) {
    const isOfRecipient = command === 'RCPT TO' && code !== CLOSING && !isOfAccount(text);
    return isOfRecipient || GREYLISTED.test(text) ? 'later' : 'busy';
  }
  return LIMIT.test(text) && !OF_ONE.test(text) ? 'busy' : 'recipient';
}

/** True if a temporary answer to the address of a recipient is about the account: its rate, or a rule of 4.7.x. */
const isOfAccount = (text: string) => LIMIT.test(text) || /\b4\.7\.\d+\b/.test(text) || /^432\b/.test(text);
