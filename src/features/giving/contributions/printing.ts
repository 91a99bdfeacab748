/** Prints contribution statements as PDF files. */
import type { App } from '../../../app.ts';
import type { Locale } from '../../../lib/wire.ts';
import { drawInThread } from '../../../pdf-thread.ts';
import { getLetterhead } from '../../church/profile/service.ts';
import type { Statement } from './issuing.ts';

/** Loads the code that draws statements. This happens only when needed, because pdfkit takes time to load. */
const loadPrint = async () => (await import('./statement-pdf.ts')).printFor;

/**
 * Returns statements as one PDF in `locale` or, if that is undefined, in the church's language. Each statement begins on
 * a new page. The built program draws the PDF in a thread of its own.
 */
export async function printStatements(app: App, statements: readonly Statement[], locale?: Locale): Promise<Buffer> {
  const { bytes, missing } = await drawStatementFile(app, statements, locale);
  const memberIds = [...new Set(statements.map(({ giver }) => giver.id))];
  if (missing.length > 0) app.log.warn({ memberIds, missing }, 'no font has these letters');
  return bytes;
}

/** Returns the same PDF as `printStatements`, and the characters of the statements that no font has. */
export async function drawStatementFile(app: App, statements: readonly Statement[], locale?: Locale) {
  const church = await getLetterhead(app);
  const language = locale ?? church.locale;
  const { bytes, missing } = await drawInThread('contributionStatements', loadPrint, statements, church, language);
  // A `Buffer` from another thread arrives as a plain `Uint8Array`.
  return { bytes: Buffer.from(bytes), missing };
}

/**
 * Returns the file name of a statement. It consists of the statement's number and the name of the giver or the company.
 * If the statement has no number yet, the year, the word `preview` or `so far`, and the giver's id take its place, for a
 * company with its place among the giver's statements. The file name is unique within a year and safe on every file
 * system.
 */
export function statementFileName({ year, giver, companyName, place, isOver, issue }: Statement): string {
  const whose = companyName ?? `${giver.lastName} ${giver.firstName}`;
  const name = whose.replace(/[^\p{L}\p{N} .-]/gu, '_').slice(0, 80);
  const whom = companyName === null ? giver.id : `${giver.id}-${place}`;
  const unnumbered = `${year} ${isOver ? 'preview' : 'so far'} ${whom}`;
  return `${issue?.number ?? unnumbered} ${name.trim()}.pdf`;
}
