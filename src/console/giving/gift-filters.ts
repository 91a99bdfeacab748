/** The filters of the list of gifts, which are part of its address. */
import { isCalendarDate } from '../../lib/date.ts';
import { METHODS } from '../offerings/entry/row.ts';
import type { GiftFilters, Method } from './types.ts';

/** The names of the filters in the address. */
export const FILTERS = ['q', 'from', 'to', 'category', 'method', 'giver'] as const;

/** Returns the filters in an address. A value that is not readable filters nothing. */
export function filtersOf(get: (name: string) => string, page: number): GiftFilters {
  const [from, to, sort, search] = [get('from'), get('to'), get('sort'), get('q').trim()];
  const [categoryId, memberId] = [idOf(get('category')), idOf(get('giver'))];
  const method = METHODS.find((one): one is Method => one === get('method'));
  return {
    page,
    ...(sort !== '' && { sort }),
    ...(isCalendarDate(from) && { from }),
    ...(isCalendarDate(to) && { to }),
    ...(categoryId !== undefined && { categoryId }),
    ...(memberId !== undefined && { memberId }),
    ...(method && { method }),
    ...(search !== '' && { search }),
  };
}

function idOf(text: string): number | undefined {
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
