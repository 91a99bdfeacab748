/** A statement as a PDF file. */
import type { App } from '../../../app.ts';
import type { Locale } from '../../../lib/wire.ts';
import { drawInThread } from '../../../pdf-thread.ts';
import { getLetterhead } from '../../church/profile/service.ts';
import type { Statement } from './issuing.ts';

/** Loaded only when a page is drawn, because loading pdfkit takes time. */
const loadPrint = async () => (await import('./statement-pdf.ts')).printFor;

/** Returns a statement as a PDF, drawn outside the event loop, in the church's language unless another is asked for. */
export async function printStatement(app: App, statement: Statement, locale?: Locale): Promise<Buffer> {
  const { bytes, missing } = await drawStatementFile(app, statement, locale);
  if (missing.length > 0) app.log.warn({ memberId: statement.giver.id, missing }, 'no font has these letters');
  return bytes;
}

/** Returns the same, with the letters that no font has. */
export async function drawStatementFile(app: App, statement: Statement, locale?: Locale) {
  const church = await getLetterhead(app);
  const language = locale ?? church.locale;
  const { bytes, missing } = await drawInThread('contributionStatement', loadPrint, statement, church, language);
  // Another thread returns plain bytes.
  return { bytes: Buffer.from(bytes), missing };
}

/**
 * Returns the file name of a statement: its number, or the giver's id if it has none, and the giver's name. It is
 * unique within a year and safe on every file system.
 */
export function statementFileName({ year, giver, isOver, issue }: Statement): string {
  const name = `${giver.lastName} ${giver.firstName}`.replace(/[^\p{L}\p{N} .-]/gu, '_').slice(0, 80);
  const unnumbered = `${year} ${isOver ? 'preview' : 'so far'} ${giver.id}`;
  return `${issue?.number ?? unnumbered} ${name.trim()}.pdf`;
}
