/** What the deposit slip and the count sheet of an offering session have in common: their head and the signatures. */
import { buffer } from 'node:stream/consumers';
import { dateInWords } from '../../../lib/date-text.ts';
import { openPdf } from '../../../lib/pdf.ts';
import { footPages, LEFT, openPages, type Pages, ROW, RULE, WIDTH } from '../../../lib/pdf-pages.ts';
import { fill } from '../../../lib/template.ts';
import { readTexts, shippedFonts } from '../../../package.ts';
import type { Printed } from './paper.ts';
import type { SessionStatus } from './schema.ts';

/** The common texts in one language, from `templates/LOCALE/offering-paper.json`. */
type Texts = Record<'session' | 'counted' | 'signature' | 'page', string> & {
  statuses: Record<SessionStatus, string>;
};

/**
 * Prints a paper with this title. `body` writes what is between its head and the footer of each page; `sign` writes the
 * names of the counters and their lines for signatures.
 */
export async function printPaper(
  { session, church, locale }: Printed,
  title: string,
  body: (pages: Pages, sign: () => void) => void,
): Promise<Buffer> {
  const texts = readTexts(locale, 'offering-paper') as Texts;
  const doc = openPdf({
    title: `${title} ${session.date}`,
    author: church.name,
    language: locale,
    paper: church.paper,
  });
  const bytes = buffer(doc);
  const pages = openPages(doc, shippedFonts);
  pages.write(church.name, { size: 14, bold: true });
  pages.gap(8);
  pages.write(title, { size: 14, bold: true });
  const date = dateInWords(session.date, locale);
  pages.write(fill(texts.session, { date, status: texts.statuses[session.status] }));
  pages.gap(12);
  body(pages, () => signatures(pages, session.countedBy, texts));
  footPages(doc, shippedFonts, (page, count) => fill(texts.page, { page, pages: count }));
  doc.flushPages();
  doc.end();
  return bytes;
}

/** How many signatures are side by side. A paper has at least this many lines for signatures. */
const SIGNERS = 2;
const BETWEEN = 40;
const SIGNATURE = 75;

function signatures(pages: Pages, counters: readonly string[], texts: Texts): void {
  pages.gap(14);
  if (counters.length > 0) pages.write(fill(texts.counted, { names: counters.join(', ') }));
  const width = (WIDTH - BETWEEN) / SIGNERS;
  for (let first = 0; first < Math.max(SIGNERS, counters.length); first += SIGNERS) {
    pages.room(SIGNATURE);
    pages.gap(SIGNATURE - ROW - RULE);
    const places = Array.from({ length: SIGNERS }, (_, index) => ({ x: LEFT + index * (width + BETWEEN), width }));
    for (const place of places) {
      pages.rule(place);
      pages.gap(-RULE);
    }
    pages.gap(RULE);
    pages.line(places.map((place, index) => ({ ...place, text: counters[first + index] ?? texts.signature })));
  }
}
