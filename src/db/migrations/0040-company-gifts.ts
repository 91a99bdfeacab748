/**
 * A gift of a company has the name on the check, and the company gets a contribution statement of its own. Earlier gifts
 * of companies have no name, and stay on the statement of the member who brought them.
 */
export const companyGifts = {
  name: '0040-company-gifts',
  // Gifts can now be searched by the name of the company.
  reindexes: true,
  sql: `
alter table givings add column companyName text;
alter table contributionStatements add column companyName text;
`,
};
