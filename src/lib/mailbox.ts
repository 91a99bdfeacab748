import * as z from 'zod';
import { isLine } from './text.ts';

/** A sender or recipient: an address, with the name before it. */
export type Mailbox = { name: string; address: string };

const MAILBOX = /^(?:"?([^"<>]*?)"? *<([^<>]+)>|([^<>"]+))$/;

/** Reads `office@example.org` or `Grace Church <office@example.org>`; undefined when the text is neither. */
export function parseMailbox(text: string): Mailbox | undefined {
  const [, name = '', named, bare] = MAILBOX.exec(text.trim()) ?? [];
  const address = named ?? bare ?? '';
  return isLine(text) && z.email().safeParse(address).success ? { name: name.trim(), address } : undefined;
}
