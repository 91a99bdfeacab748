/** Adds vendors, and lets expenses name them. */
export const vendors = {
  name: '0024-vendors',
  sql: `
create table vendors (
  id integer primary key autoincrement,
  name text not null,
  -- The names, folded, for finding the same vendor under a similar name.
  nameKey text not null,
  legalName text,
  legalNameKey text,
  -- A postal address as JSON.
  address text,
  email text,
  emailKey text,
  memberId integer references members (id),
  -- The tax id, encrypted, and a code of it for finding the same tax id.
  taxId text,
  taxIdKey text,
  tinType text check (tinType in ('SSN', 'EIN')),
  taxClassification text not null
    check (taxClassification in ('Individual', 'Partnership', 'Corporation', 'Exempt', 'Foreign', 'Unknown')),
  w9On text check (length(w9On) = 10),
  isActive integer not null check (isActive in (0, 1)),
  createdAt text not null,
  modifiedAt text not null,
  createdBy integer references users (id),
  modifiedBy integer references users (id),
  deletedAt text,
  check ((taxId is null) = (taxIdKey is null))
) strict;
create index vendorsByName on vendors (name, id) where deletedAt is null;
create index vendorsByCreation on vendors (createdAt, id) where deletedAt is null;
create index vendorsByChange on vendors (modifiedAt, id) where deletedAt is null;
create index vendorsById on vendors (id) where deletedAt is null;
create index vendorsDeleted on vendors (deletedAt) where deletedAt is not null;
create index vendorsByNameKey on vendors (nameKey);
create index vendorsByLegalNameKey on vendors (legalNameKey);
create index vendorsByEmailKey on vendors (emailKey);
create index vendorsByTaxIdKey on vendors (taxIdKey);
create index vendorsByMember on vendors (memberId) where memberId is not null;

-- The name of the vendor on the day of the entry stays in expenses.vendor.
alter table expenses add column vendorId integer references vendors (id);
create index expensesOfVendor on expenses (vendorId) where vendorId is not null;
`,
};
