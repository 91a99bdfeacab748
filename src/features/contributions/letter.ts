/** The e-mail that a contribution statement goes with. */
import type { App } from '../../app.ts';
import { fill } from '../../lib/template.ts';
import type { Locale } from '../../lib/wire.ts';
import type { Mail } from '../../mail.ts';
import { readTexts } from '../../package.ts';
import { writeLetter } from '../notifications/letter.ts';
import { getLetterhead } from '../profile/service.ts';
import { drawStatementFile, statementFileName } from './printing.ts';
import { issueStatement, type Statement } from './service.ts';

/** What the letters of a year are composed from. */
export type LetterContent = { year: number; language: Locale | 'byName' };

/** `templates/LOCALE/contribution-letter.json`. */
export type LetterTexts = Record<'subject' | 'body' | 'interim', string>;

/** The letters of a year: for each recipient the statement as it is now, with its number, as an attachment. */
export async function composeLetters(app: App, content: string) {
  const { year, language } = JSON.parse(content) as LetterContent;
  const church = await getLetterhead(app);
  return async ({ memberId }: { memberId: number | null }): Promise<Mail> => {
    const statement = await issueStatement(app, year, memberId ?? 0);
    const { chineseName, people } = statement.giver;
    const locale = language === 'byName' ? (chineseName === null ? 'en-US' : 'zh-TW') : language;
    const texts = readTexts(locale, 'contribution-letter') as LetterTexts;
    const values = {
      year,
      church: church.name,
      names: people.map(({ name }) => name).join(locale === 'zh-TW' ? '、' : ', '),
    };
    const body = fill(statement.issue ? texts.body : texts.interim, values);
    return {
      subject: fill(texts.subject, values),
      ...writeLetter(locale, church, body),
      attachments: [
        {
          filename: statementFileName(statement),
          contentType: 'application/pdf',
          content: await printWhole(app, statement, locale),
        },
      ],
    };
  };
}

/** A statement on which a letter is missing goes to nobody unseen. */
async function printWhole(app: App, statement: Statement, locale: Locale): Promise<Buffer> {
  const { bytes, missing } = await drawStatementFile(app, statement, locale);
  if (missing.length === 0) return bytes;
  throw new Error(`no font has ${missing.join('')}. Print the statement and write it in, or change the name.`);
}
