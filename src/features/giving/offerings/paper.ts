/**
 * Prints the two papers of an offering session as PDF files. The deposit slip goes to the bank and names nobody. The
 * count sheet has the names of the givers and stays in the church.
 */
import type { App } from '../../../app.ts';
import { inLanguage } from '../../../lib/named.ts';
import type { Locale } from '../../../lib/wire.ts';
import { drawInThread } from '../../../pdf-thread.ts';
import { getChurch, getLetterhead, type Letterhead } from '../../church/profile/service.ts';
import { listCategories } from '../categories/service.ts';
import { listGiverNames } from '../givings/giver-names.ts';
import type { Session } from './schema.ts';

/**
 * What is printed: a session, the letterhead, the names of the giving categories in the language of the paper, and the
 * Western and Chinese names of the givers by the id of the giving.
 */
export type Printed = {
  session: Session;
  church: Letterhead;
  timeZone: string;
  locale: Locale;
  categories: ReadonlyMap<number, string>;
  givers: ReadonlyMap<number, string>;
};

/** The code that draws a paper is loaded only when needed, because pdfkit takes time to load. */
export const PAPERS = {
  depositSlip: { fileName: 'deposit slip', load: async () => (await import('./slip-pdf.ts')).printSlip },
  countSheet: { fileName: 'count sheet', load: async () => (await import('./count-sheet-pdf.ts')).printCountSheet },
};
export type Paper = keyof typeof PAPERS;

/** Returns what a paper in `locale` shows of a session. If `locale` is undefined, it is in the church's language. */
export async function readPrinted(app: App, session: Session, locale?: Locale): Promise<Printed> {
  const church = await getLetterhead(app);
  const language = locale ?? church.locale;
  const { items } = await listCategories(app, true);
  const categories = new Map(items.map((category) => [category.id, inLanguage(category, language)]));
  const givers = await listGiverNames(app.db, JSON.stringify(session.givings.map(({ id }) => id)));
  const { timeZone } = await getChurch(app);
  return { session, church, timeZone, locale: language, categories, givers };
}

/** Returns a paper of a session as a PDF, which is drawn outside the event loop. */
export async function drawPaper(app: App, paper: Paper, session: Session, locale?: Locale): Promise<Buffer> {
  const printed = await readPrinted(app, session, locale);
  // A `Buffer` from another thread arrives as a plain `Uint8Array`.
  return Buffer.from(await drawInThread(paper, PAPERS[paper].load, printed));
}
