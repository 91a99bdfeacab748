/** A statement as a file. */
import { buffer } from 'node:stream/consumers';
import type { App } from '../../app.ts';
import { openPdf } from '../../lib/pdf.ts';
import type { Locale } from '../../lib/wire.ts';
import { getLetterhead, type Letterhead } from '../profile/service.ts';
import type { Statement } from './service.ts';
import { drawStatement, statementTitle } from './statement-pdf.ts';

/** A statement as the bytes of a PDF, in the church's language unless another is asked for. */
export async function printStatement(app: App, statement: Statement, locale?: Locale): Promise<Buffer> {
  const church = await getLetterhead(app);
  const { bytes, missing } = await printFor(statement, church, locale ?? church.locale);
  if (missing.length > 0) app.log.warn({ memberId: statement.giver.id, missing }, 'no font has these letters');
  return bytes;
}

/** The same for a church and a language, with the letters that no font has. */
export async function printFor(statement: Statement, church: Letterhead, language: Locale) {
  const doc = openPdf({ title: statementTitle(statement, language), author: church.name, language });
  const bytes = buffer(doc);
  const missing = drawStatement(doc, statement, church, language);
  doc.end();
  return { bytes: await bytes, missing };
}

/**
 * The name of a statement's file: its number, or as long as it has none the giver's id, and the giver; so no two of a
 * year have the same name. Nothing in it that a file system could stumble over.
 */
export function statementFileName({ year, giver, issue }: Statement): string {
  const name = `${giver.lastName} ${giver.firstName}`.replace(/[^\p{L}\p{N} .-]/gu, '_').slice(0, 80);
  return `${issue?.number ?? `${year} so far ${giver.id}`} ${name.trim()}.pdf`;
}
