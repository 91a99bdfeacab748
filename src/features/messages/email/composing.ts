/** Puts letters into the form of RFC 5322. What is the same for all recipients is put into this form only once. */
import type MimeNode from 'nodemailer/lib/mime-node';
import type { App } from '../../../app.ts';
import type { Mailbox } from '../../../lib/mailbox.ts';
import type { Letter } from './smtp.ts';

/** A message to one person, as plain text and as HTML. */
export type Mail = {
  subject: string;
  text: string;
  html: string;
  attachments?: { filename: string; contentType: string; content: Buffer }[];
};

/** A message without its recipient: the head, and the bytes of everything below. */
type Form = { head: MimeNode; body: Buffer };

const END_OF_HEAD = '\r\n\r\n';

/** The address of a recipient, and a name for the letter that no other letter has. */
export type Recipient = { address: string; name: string };

/**
 * Returns a function that writes the letters of one sender. A message that goes to several recipients must be the same
 * object each time. If a letter is sent again, it has the same `Message-ID`, by which mail programs notice that they have
 * it already.
 */
export function makeWriter({ clock }: App, from: Mailbox): (mail: Mail, to: Recipient) => Promise<Letter> {
  const forms = new WeakMap<Mail, Promise<Form>>();
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  return async (mail, { address, name }) => {
    const form = forms.get(mail) ?? formOf(mail, from);
    forms.set(mail, form);
    const { head, body } = await form;
    head.setHeader('To', { name: '', address });
    head.setHeader('Message-ID', `<${name}@${domain}>`);
    head.setHeader('Date', clock.now().toUTCString().replace('GMT', '+0000'));
    const { from: sender, to } = head.getEnvelope();
    return { from: sender, to: to[0] ?? '', bytes: Buffer.concat([Buffer.from(head.buildHeaders()), body]) };
  };
}

async function formOf(mail: Mail, from: Mailbox): Promise<Form> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const to = { name: '', address: from.address };
  const head = new MailComposer({ ...mail, from, to, disableFileAccess: true, disableUrlAccess: true }).compile();
  const bytes = await head.build();
  return { head, body: bytes.subarray(bytes.indexOf(END_OF_HEAD)) };
}
