/**
 * Adds funds. Every giving category and every expense belongs to one fund. Each restricted giving category gets a
 * Restricted fund with its name. All other categories, and the expenses without a fund, get the General fund.
 */
export const funds = {
  name: '0020-funds',
  sql: `
create table funds (
  id integer primary key autoincrement,
  name text not null,
  nameZh text,
  nameKey text not null unique,
  class text not null check (class in ('General', 'Designated', 'Restricted', 'Endowment', 'Custodial')),
  purpose text,
  isActive integer not null default 1 check (isActive in (0, 1)),
  -- The restricted giving category for which this migration added the fund.
  madeFor integer references givingCategories (id) on delete set null,
  createdAt text not null,
  modifiedAt text not null,
  createdBy integer references users (id),
  modifiedBy integer references users (id)
) strict;
create unique index fundsGeneral on funds (class) where class = 'General';
create index fundsByCategory on funds (madeFor) where madeFor is not null;

insert into funds (id, name, nameZh, nameKey, class, createdAt, modifiedAt)
  values (1, 'General', '一般基金', 'general', 'General',
    strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
insert into funds (name, nameZh, nameKey, class, madeFor, createdAt, modifiedAt)
  select name || addition, nameZh, nameKey || addition, 'Restricted', id,
    strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  from (
    -- The name of the General fund is taken, so a category with that name gets a fund with a longer name.
    select *, case
      when nameKey <> 'general' then ''
      when exists (select 1 from givingCategories where nameKey = 'general (restricted)')
        then ' (restricted ' || id || ')'
      else ' (restricted)'
    end as addition
    from givingCategories
  )
  where isRestricted = 1 order by sortOrder, id;

alter table givingCategories add column fundId integer references funds (id);
update givingCategories set fundId = coalesce((select id from funds where madeFor = givingCategories.id), 1);
alter table givingCategories alter column fundId set not null;
alter table givingCategories drop column isRestricted;
create index givingCategoriesByFund on givingCategories (fundId);

alter table expenses add column fundId integer references funds (id);
update expenses set fundId = coalesce((select id from funds where madeFor = expenses.fundCategoryId), 1);
alter table expenses alter column fundId set not null;
drop index expensesByFund;
drop index expensesBooked;
alter table expenses drop column fundCategoryId;
create index expensesByFund on expenses (fundId, bookedOn, status, amountMinor, deletedAt);
create index expensesBooked on expenses (
  bookedOn, id, subCategoryId, ministryId, functionalClass, fundId, status, paidOn, amountMinor, submittedBy
) where deletedAt is null;
`,
};
