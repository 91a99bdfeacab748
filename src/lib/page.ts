/** Paging and sorting, the same for every list: what a client may ask and what it is answered. */
import * as z from 'zod';
import { wholeNumberText } from './wire.ts';

export const DEFAULT_PAGE_SIZE = 25;
export const LARGEST_PAGE_SIZE = 200;
/** Far beyond any table; its offset is still an exact number. */
const LAST_PAGE = 1_000_000_000_000;

/** `isDefault` when the client did not say. */
export type Sort<Field extends string = string> = { field: Field; descending: boolean; isDefault?: true };
export type PageRequest<Field extends string = string> = { page: number; pageSize: number; sort: Sort<Field> };
export type Page<T> = {
  items: T[];
  page: number;
  pageSize: number;
  totalCount: number;
  totalPages: number;
  /** Set when a search stopped counting: there are more. */
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
    page: wholeNumberText(1, LAST_PAGE).prefault('1'),
    pageSize: wholeNumberText(1, LARGEST_PAGE_SIZE).prefault(String(DEFAULT_PAGE_SIZE)),
    sort: sortText.default({ ...toSort(by), isDefault: true }).meta({ description: orderOf(by, 'search' in filters) }),
    ...filters,
  });
}

function orderOf(by: string, isSearched: boolean): string {
  const usual = `Left out, it is ${by}.`;
  if (!isSearched) return usual;
  return `${usual} A search that finds more than 1,000 then comes in the order of entry.`;
}

/** The answer of a paged list. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    page: z.int(),
    pageSize: z.int(),
    totalCount: z.int(),
    totalPages: z.int(),
    totalIsCapped: z
      .literal(true)
      .optional()
      .meta({ description: 'A search found more than the 10,000 that it counts, filters and sorts.' }),
  });

/** Puts a page together from its rows and the number of all rows, or of those that were counted. */
export function toPage<T>(items: T[], totalCount: number, { page, pageSize }: PageRequest, isCapped = false): Page<T> {
  const totalPages = Math.ceil(totalCount / pageSize);
  return { items, page, pageSize, totalCount, totalPages, ...(isCapped && { totalIsCapped: true as const }) };
}
