/** Paging and sorting, the same for every list: the query parameters and the response. */
import * as z from 'zod';
import { filter, namedAfter, wholeNumberText } from './wire.ts';

export const DEFAULT_PAGE_SIZE = 25;
export const LARGEST_PAGE_SIZE = 200;
/**
 * The highest page number that is accepted. No list has so many pages, and the offset of this page is still an exact
 * number.
 */
const LAST_PAGE = 1_000_000_000_000;

/** The order of a list. `isDefault` is set if the client did not ask for an order. */
export type Sort<Field extends string = string> = { field: Field; descending: boolean; isDefault?: true };
export type PageRequest<Field extends string = string> = { page: number; pageSize: number; sort: Sort<Field> };
export type Page<T> = {
  items: T[];
  page: number;
  pageSize: number;
  totalCount: number;
  totalPages: number;
  /** Set if a search stopped counting because there are too many hits. */
  totalIsCapped?: true | undefined;
};

/**
 * Returns the schema for the query of a list: `page`, `pageSize`, `sort` by the given fields, and the list's own
 * filters. The default order is `by`, or the first of the fields if `by` is not given.
 */
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
    page: wholeNumberText(1, LAST_PAGE).prefault('1').describe('The page number, from 1.'),
    pageSize: wholeNumberText(1, LARGEST_PAGE_SIZE)
      .prefault(String(DEFAULT_PAGE_SIZE))
      .describe('The maximum number of entries on a page.'),
    sort: sortText.default({ ...toSort(by), isDefault: true }).describe(orderOf(by, 'search' in filters)),
    ...filters,
  });
}

function orderOf(by: string, isSearched: boolean): string {
  const usual =
    `The field to sort by, with \`-\` before it for descending order. Empty values come first, or last in descending order. ` +
    `The default is \`${by}\`.`;
  if (!isSearched) return usual;
  return `${usual} If neither \`sort\` nor a filter is given, a search that finds more than 1,000 entries returns them in the order in which they were entered.`;
}

/** Returns the query parameter for a search. `what` names the searched texts. */
export const searchIn = (what: string) =>
  filter(
    z.string().max(200),
    `Words that must all occur in ${what}, in any order. Part of a word, or one Chinese character, is enough. Case and accents do not matter. Hyphens, apostrophes, commas, periods, and the spaces in the searched text are ignored.`,
  );

/** The fields of a response with one page of a list. */
export const pageShape = <T extends z.ZodType>(item: T) => ({
  items: z.array(item).describe('The entries of this page, in the order of `sort`.'),
  page: z.int().describe('The number of this page, from 1.'),
  pageSize: z.int().describe('The maximum number of entries on a page.'),
  totalCount: z.int().describe('The number of entries on all pages together.'),
  totalPages: z.int().describe('The number of pages; 0 if there are no entries.'),
  totalIsCapped: z
    .literal(true)
    .optional()
    .describe(
      'Present if the search stopped at its limit, so that there may be more entries. The limit is 10,000, or fewer if the texts are long.',
    ),
});

/** Returns the schema of a response with one page of a list. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object(pageShape(item)).meta({ ...namedAfter(item, 'Page'), description: 'A page of a list.' });

/** Returns a page made of its rows and the total. `isCapped` means that there may be more rows than the total. */
export function toPage<T>(items: T[], totalCount: number, { page, pageSize }: PageRequest, isCapped = false): Page<T> {
  const totalPages = Math.ceil(totalCount / pageSize);
  return { items, page, pageSize, totalCount, totalPages, ...(isCapped && { totalIsCapped: true as const }) };
}

/**
 * Returns the positions of the entries of a page in ascending order: from `from` up to, but not including, `to`. The
 * page is empty if `from` is not below `to`.
 */
export function placesOf({ page, pageSize, sort }: PageRequest, total: number): { from: number; to: number } {
  const start = (page - 1) * pageSize;
  const end = Math.min(start + pageSize, total);
  return sort.descending ? { from: total - end, to: total - start } : { from: start, to: end };
}
