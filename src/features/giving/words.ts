/** What the document of the API says of people who count offerings and may not read the books. */
export const DRAFTS_ONLY =
  'A caller who has `giving.write` but not `giving.read`, such as an offering counter, can reach only `Draft` sessions and their givings. The rest is a 404 and is left out of lists.';
