/** The e-mail that carries a monthly statement. */
import type { App } from '../../../app.ts';
import { formatMonth, type Month } from '../../../lib/date.ts';
import { fill } from '../../../lib/template.ts';
import type { Locale } from '../../../lib/wire.ts';
import type { Mail } from '../../messages/email/smtp.ts';
import { readTexts } from '../../../package.ts';
import { writeLetter } from '../../messages/email/letter.ts';
import { boardStatement } from './board.ts';

/** What the letter is composed from. */
export type LetterContent = { month: Month; locale: Locale };

/** `templates/LOCALE/monthly-letter.json`. */
export type LetterTexts = Record<'subject' | 'body' | 'draft', string>;

/** Composes the same letter for everybody, with the present statement, printed once. */
export async function composeLetter(app: App, content: string) {
  const { month, locale } = JSON.parse(content) as LetterContent;
  const board = await boardStatement(app, month);
  const { printStatementPdf } = await import('./statement-pdf.ts');
  const texts = readTexts(locale, 'monthly-letter') as LetterTexts;
  const values = { month: formatMonth(month), church: board.church.name };
  const body = fill(board.statement.status === 'Finalized' ? texts.body : texts.draft, values);
  const pdf = await printStatementPdf(board, locale);
  const mail: Mail = {
    subject: fill(texts.subject, values),
    ...writeLetter(locale, board.church, body),
    attachments: [{ filename: `${values.month}.pdf`, contentType: 'application/pdf', content: pdf }],
  };
  return { compose: async () => mail };
}
