import { fill } from '../../../lib/template.ts';
import type { Locale } from '../../../lib/wire.ts';
import { readTemplate, readTexts } from '../../../package.ts';
import type { Letterhead } from '../../church/profile/service.ts';

/**
 * Returns a letter from the church with `body` as its text, based on the templates `templates/LOCALE/email.txt` and
 * `email.html`.
 */
export function writeLetter(locale: Locale, church: Letterhead, body: string): { text: string; html: string } {
  const values = { body, paragraphs: body.split(/\n{2,}/), church: church.name, contact: church.contact, locale };
  return {
    text: fill(readTemplate(locale, 'email.txt'), values),
    html: fill(readTemplate(locale, 'email.html'), values),
  };
}

/** Returns the subject of an e-mail that replaces a LINE message, which has no subject. */
export function fallbackSubject(locale: Locale, church: string): string {
  const { subject } = readTexts(locale, 'line-fallback') as { subject: string };
  return fill(subject, { church });
}
