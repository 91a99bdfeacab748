/** A statement as a file. */
import type { App } from '../../../app.ts';
import type { Locale } from '../../../lib/wire.ts';
import { drawInThread } from '../../../pdf-thread.ts';
import { getLetterhead } from '../../church/profile/service.ts';
import type { Statement } from './issuing.ts';

/** Loaded only where a page is drawn: pdfkit takes its time. */
const loadPrint = async () => (await import('./statement-pdf.ts')).printFor;

/** A statement as the bytes of a PDF, drawn beside the event loop, in the church's language unless another is asked for. */
export async function printStatement(app: App, statement: Statement, locale?: Locale): Promise<Buffer> {
  const { bytes, missing } = await drawStatementFile(app, statement, locale);
  if (missing.length > 0) app.log.warn({ memberId: statement.giver.id, missing }, 'no font has these letters');
  return bytes;
}

/** The same, with the letters that no font has. */
export async function drawStatementFile(app: App, statement: Statement, locale?: Locale) {
  const church = await getLetterhead(app);
  const language = locale ?? church.locale;
  const { bytes, missing } = await drawInThread('contributionStatement', loadPrint, statement, church, language);
  // What comes from another thread is plain bytes.
  return { bytes: Buffer.from(bytes), missing };
}

/**
 * The name of a statement's file: its number, or as long as it has none the giver's id, and the giver; so no two of a
 * year have the same name. Nothing in it that a file system could stumble over.
 */
export function statementFileName({ year, giver, isOver, issue }: Statement): string {
  const name = `${giver.lastName} ${giver.firstName}`.replace(/[^\p{L}\p{N} .-]/gu, '_').slice(0, 80);
  const unnumbered = `${year} ${isOver ? 'preview' : 'so far'} ${giver.id}`;
  return `${issue?.number ?? unnumbered} ${name.trim()}.pdf`;
}
