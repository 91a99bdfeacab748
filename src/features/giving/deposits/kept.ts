import type { Kept } from '../../audit/kept.ts';

/** The account from which each item of a deposit comes, which the entries about deposits do not show. */
export const keptDeposits: Kept = {
  kind: 'Deposit',
  from: '"deposits"',
  values: `(select json_group_array(json_array("sourceId", "amountMinor") order by "position")
    from "depositItems" where "depositId" = "deposits"."id")`,
  since: '0049-kept-records',
};
