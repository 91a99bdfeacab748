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

/** An enhanced code of RFC 3463 is no part of a longer number, such as an IP address. */
const enhanced = (code: string) => new RegExp(`(?<![\\d.])${code}(?![\\d.])`);
const NO_PASSWORD_CODES = enhanced('5\\.7\\.(30|139)');
const NO_PASSWORDS = /basic authentication is (not supported|disabled)/i;
const CONNECTIONS =
  /connections? (limit|rate)|too many (concurrent |simultaneous |open )?(smtp )?(connections|sessions)|concurrent connections?/i;
const LIMIT =
  /\b(limit|limits|limited|quota|too many|too much|exceed|exceeded|exceeds|maximum|throttl\w*|rate (limit|exceeded)|(sending|message|mail|high) rate)\b/i;
const DAY = /\b(daily|per[ -]day|a day|each day|today|tomorrow|24[ -]?h(ou)?rs?)\b/i;
const DAY_CODE = enhanced('[45]\\.4\\.5');
const GREYLISTED = /gr[ea]y[- ]?list/i;
/** Limits of one message or one mailbox, which are none of the account. */
const OF_ONE = /\b(size|large|length|long|lines?|links?|urls?|headers?|attachments?|hops?|mailbox|message exceeds)\b/i;
/** The subjects of RFC 3463 that are about the address, the mailbox or the message of one letter. */
const ABOUT_ONE = enhanced('[45]\\.(1\\.\\d+|2\\.\\d+|3\\.4|6\\.\\d+)');
const MAILBOX_FULL = enhanced('[45]\\.2\\.2');
const RULE_OF_ACCOUNT = enhanced('4\\.7\\.\\d+');
const THREADS = enhanced('4\\.3\\.2');
/** An answer with a lower code is temporary (RFC 5321, section 4.2.1). */
const PERMANENT = 500;
/** The code with which a server ends the connection (RFC 5321, section 3.8). */
const CLOSING = 421;
const PASSWORD_TRANSITION = 432;
const NEEDS_SIGN_IN = 530;
const MAILBOX_STORAGE = 552;
const BEFORE_LETTERS = new Set(['CONN', 'EHLO', 'HELO', 'STARTTLS']);

/** Returns what a refusal means. */
export function meaningOf({ code, text, command }: Refusal): Meaning {
  if (NO_PASSWORD_CODES.test(text) || NO_PASSWORDS.test(text)) return 'noPasswords';
  const isTemporary = code < PERMANENT;
  if (code === NEEDS_SIGN_IN || (command.startsWith('AUTH') && !isTemporary)) return 'signIn';
  if (DAY_CODE.test(text) || (LIMIT.test(text) && DAY.test(text))) return 'day';
  if (CONNECTIONS.test(text) || (THREADS.test(text) && /\b(connection|thread)/i.test(text))) return 'connections';
  if (command.startsWith('AUTH')) return 'busy';
  if (BEFORE_LETTERS.has(command)) return isTemporary ? 'busy' : 'closed';
  // A full mailbox seldom empties within days, and whoever sends the message can tell its owner.
  if (MAILBOX_FULL.test(text)) return 'recipient';
  const isOfMailbox = code === MAILBOX_STORAGE || (command === 'RCPT TO' && /\bquota\b/i.test(text));
  if (ABOUT_ONE.test(text) || isOfMailbox) return isTemporary ? 'later' : 'recipient';
  if (isTemporary) {
    const isOfAccount = LIMIT.test(text) || RULE_OF_ACCOUNT.test(text) || code === PASSWORD_TRANSITION;
    const isOfRecipient = command === 'RCPT TO' && code !== CLOSING && !isOfAccount;
    return isOfRecipient || GREYLISTED.test(text) ? 'later' : 'busy';
  }
  if (LIMIT.test(text) && !OF_ONE.test(text)) return 'busy';
  // The sender is the same in all letters.
  return command === 'MAIL FROM' ? 'closed' : 'recipient';
}
