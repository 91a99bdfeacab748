/** SQL for the history of an expense as JSON, for use in a query of `expenses`. */

const decisions = (item: string, condition: string) => `(
  select json_group_array(${item} order by "id") from "expenseDecisions"
  where "expenseId" = "expenses"."id" and ${condition}
)`;

/** The users whose approvals count, and when they approved: `[[userId, at], ...]`. */
export const APPROVALS_AS_JSON = decisions(`json_array("userId", "at")`, `"reason" is null and "clearedAt" is null`);

/** The users who rejected the expense, when and why: `[[userId, at, reason], ...]`. */
export const REJECTIONS_AS_JSON = decisions(`json_array("userId", "at", "reason")`, `"reason" is not null`);

/** All decisions and their users, including decisions that no longer count: `[[decision, userId], ...]`. */
export const DECISIONS_AS_JSON = decisions(`json_array("decision", "userId")`, `"decision" is not null`);

/** The users who changed or submitted the expense: `[[deed, userId], ...]`. `deed` is `Changed` or `Submitted`. */
export const HANDS_AS_JSON = `(
  select json_group_array(json_array("deed", "userId")) from "expenseHands" where "expenseId" = "expenses"."id"
)`;

/** The hashes of all receipts of the expense, oldest first. */
export const RECEIPTS_AS_JSON = `(
  select json_group_array("sha256" order by "id") from "receipts" where "expenseId" = "expenses"."id"
)`;
