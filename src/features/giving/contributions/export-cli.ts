/** Writes the statements of a year to files: a file for each statement, or one file with all statements for printing. */
import path from 'node:path';
import type { App } from '../../../app.ts';
import { makeFolder, writeOutput, writeWhole } from '../../../cli/kit/output.ts';
import { openPdf, type PdfDocument } from '../../../lib/pdf.ts';
import type { Locale } from '../../../lib/wire.ts';
import { getLetterhead, type Letterhead } from '../../church/profile/service.ts';
import { statementFileName } from './printing.ts';
import type { MissingLetters } from './schema.ts';
import { issueStatements, type Statement } from './issuing.ts';
import { giversOf } from './service.ts';
import { drawStatement, printFor } from './statement-pdf.ts';

/** How many givers' statements are read and issued at once. They are then drawn one by one. */
const BATCH = 50;

/** The options of an export. `progress` is called after each giver. */
export type Printing = {
  /**
   * `byName` prints Traditional Chinese for givers with a Chinese name, and English for others. If undefined, the
   * church's language is used.
   */
  language: Locale | 'byName' | undefined;
  mayReplace: boolean;
  progress: (done: number, total: number) => void;
};

/**
 * The result of an export: the number of statements, and the givers whose names or gifts have characters that no font
 * has.
 */
export type Printed = { statements: number; missingLetters: MissingLetters[] };

/** Writes each statement of a year to its own file in a folder. */
export async function exportToFolder(app: App, year: number, folder: string, printing: Printing): Promise<Printed> {
  await makeFolder(folder);
  const church = await getLetterhead(app);
  const printed: Printed = { statements: 0, missingLetters: [] };
  const written = new Set<string>();
  for await (const statement of statementsOf(app, year, printing)) {
    const { bytes, missing } = await printFor([statement], church, languageFor(statement, church, printing));
    const name = statementFileName(statement);
    await writeWhole(path.join(folder, name), bytes, printing.mayReplace && !written.has(name));
    written.add(name);
    count(printed, statement, missing);
  }
  return printed;
}

/** Writes all statements of a year to one file for printing. Writes no file if nobody gave. */
export async function exportToFile(app: App, year: number, target: string, printing: Printing): Promise<Printed> {
  const church = await getLetterhead(app);
  const printed: Printed = { statements: 0, missingLetters: [] };
  if ((await giversOf(app, year)).length === 0) return printed;
  const title = `Contribution statements ${year}`;
  const doc = openPdf({ title, author: church.name, language: church.locale, paper: church.paper });
  const parts = async function* () {
    for await (const statement of statementsOf(app, year, printing)) {
      count(printed, statement, drawStatement(doc, statement, church, languageFor(statement, church, printing)));
      // Yields the pages of this statement before the next one is drawn, so that they do not pile up in memory.
      yield* drawn(doc);
    }
    doc.end();
    yield* drawn(doc);
  };
  await writeOutput(parts(), target, printing.mayReplace);
  return printed;
}

function* drawn(doc: PdfDocument): Generator<Buffer> {
  for (let part: unknown = doc.read(); part !== null; part = doc.read()) yield part as Buffer;
}

async function* statementsOf(app: App, year: number, { progress }: Printing): AsyncGenerator<Statement> {
  const ids = await giversOf(app, year);
  let done = 0;
  for (let start = 0; start < ids.length; start += BATCH) {
    const statements = await issueStatements(app, year, ids.slice(start, start + BATCH));
    for (const [index, statement] of statements.entries()) {
      yield statement;
      if (statements[index + 1]?.giver.id === statement.giver.id) continue;
      done += 1;
      progress(done, ids.length);
    }
  }
}

function count(printed: Printed, { giver, companyName }: Statement, letters: readonly string[]): void {
  printed.statements += 1;
  if (letters.length === 0) return;
  const memberName = companyName ?? giver.people[0]?.name ?? '';
  printed.missingLetters.push({ memberId: giver.id, memberName, letters: letters.join('') });
}

function languageFor({ giver }: Statement, church: Letterhead, { language }: Printing): Locale {
  if (language !== 'byName') return language ?? church.locale;
  return giver.addressee.chineseName === null ? 'en-US' : 'zh-TW';
}
