import { type AuditedTable, numbered } from '../../audit/audited.ts';
import { digestOfFigures } from './rules.ts';

/** The figures of years before the books, which are compared with the audit log by the hash of all amounts. */
export const auditedPriorFigures: AuditedTable = {
  ...numbered('PriorFigures'),
  table: 'priorFigures',
  isNew: true,
  columns: ['startsOn', 'netAssetsMinor', 'assetsMinor', 'liabilitiesMinor', 'createdBy'],
  derived: {
    lines: `(select json_group_array(json_array("part", "name", "categoryId", "incomeCategoryId", "subCategoryId", "groupId",
      "amountMinor") order by "position") from "priorFigureLines" where "figuresId" = "priorFigures"."id")`,
  },
  figuresOf: ({ startsOn, netAssetsMinor, assetsMinor, liabilitiesMinor, lines }) => ({
    from: startsOn,
    digest: digestOfFigures({
      totals: [netAssetsMinor, assetsMinor, liabilitiesMinor],
      lines: JSON.parse(typeof lines === 'string' ? lines : '[]') as unknown[],
    }),
  }),
};
