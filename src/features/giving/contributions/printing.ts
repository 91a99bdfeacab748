/** Prints contribution statements as PDF files. */
import type { App } from '../../../app.ts';
import type { Locale } from '../../../lib/wire.ts';
import { drawInThread } from '../../../pdf-thread.ts';
import { getLetterhead } from '../../church/profile/service.ts';
import type { Statement } from './issuing.ts';

/** Loads the code that draws a statement. This happens only when needed, because pdfkit takes time to load. */
const loadPrint = async () => (await import('./statement-pdf.ts')).printFor;
const loadPrintAll = async () => (await import('./statement-pdf.ts')).printAll;

/**
 * Returns a statement as a PDF in `locale` or, if that is undefined, in the church's language. The built program draws
 * the PDF in a thread of its own.
 */
export async function printStatement(app: App, statement: Statement, locale?: Locale): Promise<Buffer> {
  const { bytes, missing } = await drawStatementFile(app, statement, locale);
  if (missing.length > 0) app.log.warn({ memberId: statement.giver.id, missing }, 'no font has these letters');
  return bytes;
}

/** Returns the same PDF as `printStatement`, and the characters of the statement that no font has. */
export async function drawStatementFile(app: App, statement: Statement, locale?: Locale) {
  const church = await getLetterhead(app);
  const language = locale ?? church.locale;
  const { bytes, missing } = await drawInThread('contributionStatement', loadPrint, statement, church, language);
  // A `Buffer` from another thread arrives as a plain `Uint8Array`.
  return { bytes: Buffer.from(bytes), missing };
}

/** Returns one PDF with several statements, each of which begins on a new page. */
export async function printStatements(app: App, statements: readonly Statement[], locale?: Locale): Promise<Buffer> {
  const church = await getLetterhead(app);
  const language = locale ?? church.locale;
  const bytes = await drawInThread('contributionStatements', loadPrintAll, statements, church, language);
  return Buffer.from(bytes);
}

/**
 * Returns the file name of a statement. It consists of the statement's number and the giver's name. If the statement
 * has no number yet, the year, the word `preview` or `so far`, and the giver's id take its place. The file name is
 * unique within a year and safe on every file system.
 */
export function statementFileName({ year, giver, isOver, issue }: Statement): string {
  const name = `${giver.lastName} ${giver.firstName}`.replace(/[^\p{L}\p{N} .-]/gu, '_').slice(0, 80);
  const unnumbered = `${year} ${isOver ? 'preview' : 'so far'} ${giver.id}`;
  return `${issue?.number ?? unnumbered} ${name.trim()}.pdf`;
}
