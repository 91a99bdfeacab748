/**
 * A sentence for API descriptions: which sessions and givings a caller with `giving.write` but not `giving.read` sees.
 */
export const DRAFTS_ONLY =
  'A caller who has `giving.write` but not `giving.read`, such as an offering counter, sees only `Draft` sessions and their givings. A request for any other session or giving gets a 404, and lists leave them out.';
