/** Keeps what was filed on Form 1099. A correction is a later row, and no row is rewritten. */
export const form1099Filings = {
  name: '0042-form1099-filings',
  sql: `
create table form1099Filings (
  id integer primary key autoincrement,
  -- The calendar year of the payments.
  year integer not null,
  vendorId integer not null references vendors (id),
  box text not null check (box in ('NEC1', 'MISC1', 'MISC6', 'MISC10')),
  amountMinor integer not null check (amountMinor >= 0),
  -- The name on the form.
  name text not null,
  -- The masked tax id on the form, and the code of the complete one (see vendors.taxIdKey).
  taxId text,
  taxIdKey text,
  filedOn text not null check (length(filedOn) = 10),
  createdAt text not null,
  modifiedAt text not null,
  createdBy integer references users (id),
  modifiedBy integer references users (id),
  check ((taxId is null) = (taxIdKey is null))
) strict;
create index form1099FilingsByYear on form1099Filings (year, id);
create index form1099FilingsOfVendor on form1099Filings (vendorId);
`,
};
