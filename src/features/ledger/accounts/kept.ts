import type { Kept } from '../../audit/kept.ts';

/** What Vestry uses an account for, which the entries about accounts do not show. */
const keptAccounts: Kept = {
  kind: 'Account',
  from: '"accounts"',
  values: 'json_array("kind", "role")',
  since: '0049-kept-records',
};

/** The accounts by payment method, on which the account of every later gift and payment depends. */
const keptMethods: Kept = {
  kind: 'AccountsByMethod',
  from: '(select 1 as "id")',
  values: `(select json_group_array(json_array("direction", "method", "accountId") order by "direction", "method")
    from "accountMethods")`,
  since: '0049-kept-records',
};

export const keptOfAccounts: readonly Kept[] = [keptAccounts, keptMethods];
