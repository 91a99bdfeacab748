/** A new statement may replace several, as after a merge of two members: what is replaced says by which. */
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
