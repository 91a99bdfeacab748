import * as z from 'zod';
import { isLine } from './text.ts';

/** A sender or recipient: an e-mail address and a name, which may be empty. */
export type Mailbox = { name: string; address: string };

const MAILBOX = /^(?:"?([^"<>]*?)"? *<([^<>]+)>|([^<>"]+))$/;

/** Reads `office@example.org` or `Grace Church <office@example.org>`. Returns undefined for any other text. */
export function parseMailbox(text: string): Mailbox | undefined {
  const [, name = '', named, bare] = MAILBOX.exec(text.trim()) ?? [];
  const address = named ?? bare ?? '';
  return isLine(text) && z.email().safeParse(address).success ? { name: name.trim(), address } : undefined;
}
