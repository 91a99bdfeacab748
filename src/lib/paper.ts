/** The sizes of printed pages, and the margins on them. */

export type Paper = 'LETTER' | 'A4';

/** The countries that write on US Letter, from CLDR (`paperSize` in `supplemental/measurementData`). All others use A4. */
const ON_LETTER = new Set('BZ CA CL CO CR GT MX NI PA PH PR SV US VE'.split(' '));

/** Returns the size of paper that a country uses. */
export function paperOf(country: string | null): Paper {
  return country !== null && ON_LETTER.has(country) ? 'LETTER' : 'A4';
}

/** The width of a page between its margins. It is the same on both sizes, so that one layout suits both. */
export const TEXT_WIDTH = 504;

/** The sides of a page in points. */
const SIDES = { LETTER: { short: 612, long: 792 }, A4: { short: 595.28, long: 841.89 } };

/** Returns the width of the margins on the left and on the right. */
export function sideMargin(paper: Paper): number {
  return (SIDES[paper].short - TEXT_WIDTH) / 2;
}

/** Returns the width between the margins of a page in an orientation. */
export function widthAcross(paper: Paper, layout: 'portrait' | 'landscape'): number {
  return SIDES[paper][layout === 'portrait' ? 'short' : 'long'] - 2 * sideMargin(paper);
}
