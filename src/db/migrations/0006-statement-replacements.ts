/**
 * A new statement may replace several older ones, for example after two members are merged. Each replaced statement
 * names its replacement.
 */
export const statementReplacements = {
  name: '0006-statement-replacements',
  sql: `
alter table contributionStatements add column replacedBy integer;
update contributionStatements set replacedBy = (
  select min(later.number) from contributionStatements as later
  where later.year = contributionStatements.year and later.replaces = contributionStatements.number
);
alter table contributionStatements drop column replaces;
`,
};
