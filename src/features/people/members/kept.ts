import type { Kept } from '../../audit/kept.ts';

/** By which former names and numbers an import finds a person. Entries about merged members are emptied by a purge. */
export const keptMerges: Kept = {
  kind: 'MemberMerge',
  from: '(select "memberId" as "id", * from "memberMerges")',
  values: `json_array("mergedInto", "at", "firstName", "lastName", "chineseName", "externalId", "offeringNumber", "email")`,
  since: '0049-kept-records',
  mayVanish: true,
};
