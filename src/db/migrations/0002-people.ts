/** The church profile, families and members, and the imports of files. */
export const people = {
  name: '0002-people',
  sql: `
create table churchProfiles (
  id integer primary key check (id = 1),
  name text not null,
  legalName text,
  ein text,
  address text,
  phone text,
  email text,
  website text,
  currency text not null check (length(currency) = 3),
  timeZone text not null,
  locale text not null,
  fiscalYearStartMonth integer not null check (fiscalYearStartMonth between 1 and 12),
  aiProvider text not null,
  aiModel text,
  aiBaseUrl text,
  openAiApiKey text,
  anthropicApiKey text,
  googleApiKey text,
  createdAt text not null,
  modifiedAt text not null,
  createdBy integer references users (id),
  modifiedBy integer references users (id)
) strict;

create table familyUnits (
  id integer primary key autoincrement,
  name text not null,
  address text,
  phone text,
  notes text,
  jointStatement integer not null check (jointStatement in (0, 1)),
  createdAt text not null,
  modifiedAt text not null,
  createdBy integer references users (id),
  modifiedBy integer references users (id),
  deletedAt text
) strict;

create table members (
  id integer primary key autoincrement,
  firstName text not null,
  lastName text not null,
  nickname text,
  chineseName text,
  gender text check (gender in ('Male', 'Female')),
  birthDate text,
  email text,
  emailKey text,
  phone text,
  address text,
  status text not null check (status in ('Active', 'Inactive', 'Visitor', 'Transferred', 'Deceased')),
  joinedOn text,
  baptizedOn text,
  familyUnitId integer references familyUnits (id),
  familyRole text check (familyRole in ('Head', 'Spouse', 'Child', 'Other')),
  offeringNumber text,
  externalId text,
  userId integer references users (id),
  notes text,
  createdAt text not null,
  modifiedAt text not null,
  createdBy integer references users (id),
  modifiedBy integer references users (id),
  deletedAt text
) strict;
create unique index membersByUser on members (userId) where userId is not null and deletedAt is null;
create unique index membersByOfferingNumber on members (offeringNumber)
  where offeringNumber is not null and deletedAt is null;
create index membersByFamily on members (familyUnitId) where familyUnitId is not null;
create index membersByEmail on members (emailKey) where emailKey is not null;
create index membersByExternalId on members (externalId) where externalId is not null;
create table memberMerges (
  memberId integer primary key,
  mergedInto integer not null references members (id) on delete cascade,
  at text not null
) strict;
create index memberMergesBySurvivor on memberMerges (mergedInto);
create table imports (
  id integer primary key autoincrement,
  kind text not null check (kind in ('members', 'givings')),
  fileName text not null,
  fileHash text not null check (length(fileHash) = 64),
  rows integer not null,
  created text not null,
  at text not null,
  "by" integer references users (id),
  byName text not null,
  undoneAt text,
  undoneBy integer references users (id)
) strict;
create index importsByHash on imports (fileHash);
create index membersByName on members (lastName, firstName, id) where deletedAt is null;
`,
};
