/** Paging and sorting, the same for every list: the query parameters and the answer. */
import * as z from 'zod';
import { filter, namedAfter, wholeNumberText } from './wire.ts';

export const DEFAULT_PAGE_SIZE = 25;
export const LARGEST_PAGE_SIZE = 200;
/** Far beyond the size of any table, but with an offset that is still an exact number. */
const LAST_PAGE = 1_000_000_000_000;

/** `isDefault` is set when the client did not ask for an order. */
export type Sort<Field extends string = string> = { field: Field; descending: boolean; isDefault?: true };
export type PageRequest<Field extends string = string> = { page: number; pageSize: number; sort: Sort<Field> };
export type Page<T> = {
  items: T[];
  page: number;
  pageSize: number;
  totalCount: number;
  totalPages: number;
  /** Set when a search stopped counting because there are too many hits. */
  totalIsCapped?: true | undefined;
};

/** The query of a list: `page`, `pageSize`, `sort` over the given fields, and the list's own filters. */
export function pageQuery<Field extends string, Filters extends z.ZodRawShape>(options: {
  sort: readonly [Field, ...Field[]];
  by?: `-${Field}` | Field;
  filters: Filters;
}) {
  const { sort, by = sort[0], filters } = options;
  const wire = z.enum(sort.flatMap((field) => [field, `-${field}`]) as [string, ...string[]]);
  const toSort = (text: string): Sort<Field> => ({
    field: text.replace(/^-/, '') as Field,
    descending: text.startsWith('-'),
  });
  const sortText = z.codec(wire, z.custom<Sort<Field>>(), {
    decode: toSort,
    encode: ({ field, descending }) => (descending ? `-${field}` : field),
  });
  return z.strictObject({
    page: wholeNumberText(1, LAST_PAGE).prefault('1').describe('Which page, from 1.'),
    pageSize: wholeNumberText(1, LARGEST_PAGE_SIZE)
      .prefault(String(DEFAULT_PAGE_SIZE))
      .describe('How many entries a page has.'),
    sort: sortText.default({ ...toSort(by), isDefault: true }).describe(orderOf(by, 'search' in filters)),
    ...filters,
  });
}

function orderOf(by: string, isSearched: boolean): string {
  const usual =
    `The field to sort by, with \`-\` before it for descending order. Empty values come first, or last in descending order. ` +
    `If left out, it is \`${by}\`.`;
  if (!isSearched) return usual;
  return `${usual} A search that finds more than 1,000 comes in the order of entry.`;
}

/** A search in texts; `what` names them. */
export const searchIn = (what: string) =>
  filter(
    z.string().max(200),
    `Words that must each occur in ${what}, in any order. A part of a word is enough; case and accents do not matter. One Chinese character is enough; hyphens, spaces, apostrophes, commas and full stops do not count.`,
  );

/** The fields of a paged list's answer. */
export const pageShape = <T extends z.ZodType>(item: T) => ({
  items: z.array(item).describe('The entries of this page, in the order of `sort`.'),
  page: z.int().describe('Which page this is, from 1.'),
  pageSize: z.int().describe('How many entries a page has.'),
  totalCount: z.int().describe('How many entries all pages have.'),
  totalPages: z.int().describe('How many pages there are; 0 when there is no entry.'),
  totalIsCapped: z
    .literal(true)
    .optional()
    .describe(
      'The search found more entries than it counts, filters and sorts: 10,000, or fewer if the texts are long.',
    ),
});

/** The answer of a paged list. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object(pageShape(item)).meta({ ...namedAfter(item, 'Page'), description: 'A page of a list.' });

/** Builds a page from its rows and the total, which may be a capped count. */
export function toPage<T>(items: T[], totalCount: number, { page, pageSize }: PageRequest, isCapped = false): Page<T> {
  const totalPages = Math.ceil(totalCount / pageSize);
  return { items, page, pageSize, totalCount, totalPages, ...(isCapped && { totalIsCapped: true as const }) };
}

/**
 * Returns the places of a page's entries, counted from the smallest; `from` is at or beyond `to` when the page is
 * empty.
 */
export function placesOf({ page, pageSize, sort }: PageRequest, total: number): { from: number; to: number } {
  const start = (page - 1) * pageSize;
  const end = Math.min(start + pageSize, total);
  return sort.descending ? { from: total - end, to: total - start } : { from: start, to: end };
}
