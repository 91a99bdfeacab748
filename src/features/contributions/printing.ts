/** Statements as files: one for a giver, or a whole year for the printer or the post. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import type { App } from '../../app.ts';
import { openPdf, type PdfDocument } from '../../lib/pdf.ts';
import type { Locale } from '../../lib/wire.ts';
import { getLetterhead, type Letterhead } from '../profile/service.ts';
import { giversOf, issueStatements, type Statement } from './service.ts';
import { drawStatement, statementTitle } from './statement-pdf.ts';

/** So many givers are read, numbered and printed before the next are looked at. */
const BATCH = 50;

/** A statement as the bytes of a PDF, in the church's language unless another is asked for. */
export async function printStatement(app: App, statement: Statement, locale?: Locale): Promise<Buffer> {
  const church = await getLetterhead(app);
  const language = locale ?? church.locale;
  const doc = openFor(statement, church, language);
  const bytes = buffer(doc);
  drawStatement(doc, statement, church, language);
  doc.end();
  return bytes;
}

/** The name of a statement's file: number and giver, nothing that a file system could stumble over. */
export function statementFileName({ year, giver, issue }: Statement): string {
  const name = `${giver.lastName} ${giver.firstName}`.replace(/[^\p{L}\p{N} .-]/gu, '_').slice(0, 80);
  return `${issue?.number ?? `${year} so far ${giver.id}`} ${name.trim()}.pdf`;
}

/** How an export is printed: who gets which language, and who is told how far it is. */
export type Printing = {
  /** `byName`: Traditional Chinese for those with a Chinese name, English for others. Left out, the church's. */
  language: Locale | 'byName' | undefined;
  progress: Progress;
};

type Progress = (done: number, total: number) => void;

/** Writes every statement of a year into a folder, a file each; returns how many. */
export async function exportToFolder(app: App, year: number, folder: string, printing: Printing): Promise<number> {
  await mkdir(folder, { recursive: true });
  const church = await getLetterhead(app);
  return eachStatement(app, year, printing.progress, async (statement) => {
    const language = languageFor(statement, church, printing);
    const doc = openFor(statement, church, language);
    const file = doc.pipe(createWriteStream(path.join(folder, statementFileName(statement))));
    drawStatement(doc, statement, church, language);
    doc.end();
    await finished(file);
  });
}

/** Writes every statement of a year into one file, for the printer; returns how many. */
export async function exportToFile(app: App, year: number, target: string, printing: Printing): Promise<number> {
  const church = await getLetterhead(app);
  const title = `Contribution statements ${year}`;
  const doc: PdfDocument = openPdf({ title, author: church.name, language: church.locale });
  const file = doc.pipe(createWriteStream(target));
  const count = await eachStatement(app, year, printing.progress, async (statement) => {
    drawStatement(doc, statement, church, languageFor(statement, church, printing));
    // What was drawn goes to the disk before more is drawn.
    if (file.writableNeedDrain) await once(file, 'drain');
  });
  if (count === 0) doc.addPage();
  doc.end();
  await finished(file);
  return count;
}

async function eachStatement(
  app: App,
  year: number,
  progress: Progress,
  print: (statement: Statement) => Promise<void>,
): Promise<number> {
  const ids = await giversOf(app, year);
  let done = 0;
  for (let start = 0; start < ids.length; start += BATCH) {
    for (const statement of await issueStatements(app, year, ids.slice(start, start + BATCH))) {
      await print(statement);
      done += 1;
      progress(done, ids.length);
    }
  }
  return done;
}

function languageFor({ giver }: Statement, church: Letterhead, { language }: Printing): Locale {
  if (language !== 'byName') return language ?? church.locale;
  return giver.chineseName === null ? 'en-US' : 'zh-TW';
}

function openFor(statement: Statement, church: Letterhead, language: Locale): PdfDocument {
  return openPdf({ title: statementTitle(statement, language), author: church.name, language });
}
