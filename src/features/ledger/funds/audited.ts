import { type AuditedTable, catalogued, flagOf } from '../../audit/audited.ts';

const AUDITED_FIELDS = ['name', 'class', 'isActive'] as const;

/** The fields of a fund that are compared with the audit log, because restricted money depends on them. */
export const auditedFunds: AuditedTable = {
  ...catalogued('Fund', AUDITED_FIELDS),
  table: 'funds',
  isNew: true,
  derived: {
    releasesAccountIds: `(select json_group_array("accountId" order by "accountId") from "fundReleases" where "fundId" = "funds"."id")`,
  },
  upgrade: [{ step: '0020-funds' }, { step: '0044-releases', defaults: { releasesAccountIds: '[]' } }],
  figuresOf: ({ name, class: fundClass, isActive, releasesAccountIds }) => ({
    name,
    class: fundClass,
    isActive: flagOf(isActive),
    releasesAccountIds,
  }),
};
