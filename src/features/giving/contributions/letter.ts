/** Writes the e-mail to which a contribution statement is attached. */
import type { App } from '../../../app.ts';
import { notFound } from '../../../errors.ts';
import { fill } from '../../../lib/template.ts';
import type { Locale } from '../../../lib/wire.ts';
import type { Mail } from '../../messages/email/composing.ts';
import type { Composer, Recipient } from '../../messages/letters.ts';
import { writeLetter } from '../../messages/email/letter.ts';
import { getLetterhead } from '../../church/profile/service.ts';
import { drawStatementFile, statementFileName } from './printing.ts';
import { greetedName } from './rules.ts';
import { handOut, issueStatementsOf, type Statement } from './issuing.ts';
import { readTextsFor } from './texts.ts';

/** The content that is stored for a batch of letters: the year, and the language of the letters. */
export type LetterContent = { year: number; language: Locale | 'byName' };

/** The texts of a letter in one language, from `templates/LOCALE/contribution-letter.json`. */
export type LetterTexts = Record<
  'subject' | 'interimSubject' | 'body' | 'interim' | 'and' | 'companies' | 'comma',
  string
>;

/**
 * Returns the composer for the letters of a year. The composer attaches the recipient's current statements to each
 * letter: the recipient's own, and those to companies whose checks the recipient brought. After the end of the year, the
 * composer first issues the statements, so that they have numbers.
 */
export async function composeLetters(app: App, content: string): Promise<Composer> {
  const { year, language } = JSON.parse(content) as LetterContent;
  const church = await getLetterhead(app);
  const compose = async ({ memberId }: Pick<Recipient, 'memberId'>): Promise<Mail> => {
    // The statements are issued here, but count as handed out only when the mail server has accepted the letter.
    const statements = await issueStatementsOf(app, year, memberId ?? 0, false);
    const [statement] = statements;
    if (!statement) throw notFound('contribution statement');
    const { chineseName, names } = statement.giver.addressee;
    const locale = language === 'byName' ? (chineseName === null ? 'en-US' : 'zh-TW') : language;
    const texts = readTextsFor(church.country, locale, 'contribution-letter') as LetterTexts;
    const values = {
      year,
      church: church.name,
      names: names.map((name) => greetedName(name, locale)).join(texts.and),
      companies: companiesText(statements, texts),
    };
    const body = fill(statement.issue ? texts.body : texts.interim, values);
    const attachments: Attachment[] = [];
    for (const one of statements) attachments.push(await attachmentOf(app, one, locale));
    return {
      subject: fill(statement.issue ? texts.subject : texts.interimSubject, values),
      ...writeLetter(locale, church, body),
      attachments,
    };
  };
  return { compose, arrived: (app, { memberId }) => handOut(app, year, memberId ?? 0) };
}

/** Returns the paragraph about the statements to companies, or an empty text if there are none. */
function companiesText(statements: readonly Statement[], texts: LetterTexts): string {
  const companies = statements.flatMap(({ companyName }) => companyName ?? []);
  return companies.length === 0 ? '' : `${fill(texts.companies, { companies: companies.join(texts.comma) })}\n\n`;
}

type Attachment = { filename: string; contentType: string; content: Buffer };

async function attachmentOf(app: App, statement: Statement, locale: Locale): Promise<Attachment> {
  const content = await printWhole(app, statement, locale);
  return { filename: statementFileName(statement), contentType: 'application/pdf', content };
}

/**
 * Returns the PDF of a statement. Throws an error if the statement contains a character that no font has, so that
 * nobody gets a statement with a box in place of a character.
 */
async function printWhole(app: App, statement: Statement, locale: Locale): Promise<Buffer> {
  const { bytes, missing } = await drawStatementFile(app, [statement], locale);
  if (missing.length === 0) return bytes;
  throw new Error(
    `no font has ${missing.join('')}. Change the name, or print the statement and write the name by hand.`,
  );
}
