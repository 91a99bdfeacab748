/** The types of this room. They are in a file of their own, because its logic is tested without a browser. */
import type { Schemas } from '../../client/client.ts';

export type Giving = Schemas['Giving'];
export type NewGiving = Schemas['NewGiving'];
export type NewReversal = Schemas['GivingReversal'];
export type ReversalKind = NonNullable<NewReversal['kind']>;
export type Method = Giving['method'];
/** What a list of gifts shows: its filters, its order and its page. */
export type GiftFilters = {
  page: number;
  sort?: string;
  from?: string;
  to?: string;
  categoryId?: number;
  memberId?: number;
  method?: Method;
  search?: string;
};
export type Summary = Schemas['GivingSummary'];
export type GroupBy = Summary['groupBy'];
