/**
 * Restricted money that buys things: on which day a part of an expense that names an account ends the restriction of its
 * fund (`release`), which loans a fund may pay back, and by which rule the church does this. Parts that are booked when
 * this migration runs have no `release`: they stay in the balance of their fund until somebody says since when the asset
 * is in use.
 */
export const releases = {
  name: '0044-releases',
  sql: `
-- Whether the asset is in use. 0 for an asset under construction.
alter table expenseSplits add column inUse integer not null default 1 check (inUse in (0, 1));
-- When the part ends the restriction of its fund: on the day on which the expense counts, or on the day inUseOn.
alter table expenseSplits add column release text check (release in ('OnDate', 'InUse'));
alter table expenseSplits add column inUseOn text check (length(inUseOn) = 10);
create index expenseSplitsReleased on expenseSplits (release, inUseOn, expenseId, fundId, amountMinor)
  where release is not null;

create table fundReleases (
  fundId integer not null references funds (id),
  -- A loan whose principal the fund is for.
  accountId integer not null references accounts (id),
  primary key (fundId, accountId)
) strict, without rowid;

alter table churchProfiles add column releaseRule text not null default 'PlacedInService'
  check (releaseRule in ('PlacedInService', 'AsSpent'));
`,
};
