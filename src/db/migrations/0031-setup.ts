/** Adds the link with which a church is set up in the browser. */
export const setup = {
  name: '0031-setup',
  sql: `
create table setupLinks (
  -- There is at most one link.
  id integer primary key check (id = 1),
  tokenHash text not null unique,
  createdAt text not null,
  expiresAt text not null
) strict;
`,
};
