/** What belongs to an expense besides its row, as SQL for JSON texts in a query of `expenses`. */

const decisions = (item: string, condition: string) => `(
  select json_group_array(${item} order by "id") from "expenseDecisions"
  where "expenseId" = "expenses"."id" and ${condition}
)`;

/** Who gave the approvals that count, and when: `[[userId, at], ...]`. */
export const APPROVALS_AS_JSON = decisions(`json_array("userId", "at")`, `"reason" is null and "clearedAt" is null`);

/** Who rejected it, when and why: `[[userId, at, reason], ...]`. */
export const REJECTIONS_AS_JSON = decisions(`json_array("userId", "at", "reason")`, `"reason" is not null`);

/** Who decided what, including decisions that no longer count: `[[decision, userId], ...]`. */
export const DECISIONS_AS_JSON = decisions(`json_array("decision", "userId")`, `"decision" is not null`);

/** Who changed and who submitted it: `[[deed, userId], ...]`. */
export const HANDS_AS_JSON = `(
  select json_group_array(json_array("deed", "userId")) from "expenseHands" where "expenseId" = "expenses"."id"
)`;

/** The hashes of all its receipts, the oldest first. */
export const RECEIPTS_AS_JSON = `(
  select json_group_array("sha256" order by "id") from "receipts" where "expenseId" = "expenses"."id"
)`;
