import * as z from 'zod';
import { isLine } from './text.ts';

/**
 * An e-mail address. Its domain may have characters of any language, such as `office@教會.台灣`, or be written in Punycode. What
 * stands before the `@` is ASCII, because many servers accept nothing else.
 */
export const emailAddress = z.email({
  pattern:
    /^(?!.*[\uFF00-\uFFEF])(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[\p{L}\p{N}][\p{L}\p{N}\p{M}-]*\.)+(?:\p{L}[\p{L}\p{M}]+|[Xx][Nn]--[A-Za-z0-9-]+)$/u,
});

/** A sender or recipient: an e-mail address and a name, which may be empty. */
export type Mailbox = { name: string; address: string };

const MAILBOX = /^(?:"?([^"<>]*?)"? *<([^<>]+)>|([^<>"]+))$/;

/** Reads `office@example.org` or `Grace Church <office@example.org>`. Returns undefined for any other text. */
export function parseMailbox(text: string): Mailbox | undefined {
  const [, name = '', named, bare] = MAILBOX.exec(text.trim()) ?? [];
  const address = named ?? bare ?? '';
  return isLine(text) && emailAddress.safeParse(address).success ? { name: name.trim(), address } : undefined;
}
