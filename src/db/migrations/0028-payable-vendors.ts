/** Adds the vendor and the box of Form 1099 to the payables of the opening of the books. */
export const payableVendors = {
  name: '0028-payable-vendors',
  sql: `
alter table payables add column vendorId integer references vendors (id);
alter table payables add column form1099 text check (form1099 in ('NEC1', 'MISC1', 'MISC6', 'MISC10'));
create index payablesOfVendor on payables (vendorId) where vendorId is not null;
`,
};
