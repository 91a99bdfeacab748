/** Composes the e-mail to which a monthly statement is attached. */
import type { App } from '../../../app.ts';
import { formatMonth, type Month } from '../../../lib/date.ts';
import { fill } from '../../../lib/template.ts';
import type { Locale } from '../../../lib/wire.ts';
import type { Mail } from '../../messages/email/composing.ts';
import { readTexts } from '../../../package.ts';
import { writeLetter } from '../../messages/email/letter.ts';
import { boardStatement } from './board.ts';

/** The month and the language of the letter. */
export type LetterContent = { month: Month; locale: Locale };

/** The texts of `templates/LOCALE/monthly-letter.json`. */
export type LetterTexts = Record<'subject' | 'body' | 'draft', string>;

/**
 * Returns a function that composes the letter with the current statement. All recipients get the same letter, so the
 * PDF is printed only once.
 */
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
