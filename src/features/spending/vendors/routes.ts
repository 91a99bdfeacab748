import { route } from '../../../http/route.ts';
import { linkVendor } from '../expenses/vendor-link.ts';
import { mergeVendor } from './merge.ts';
import {
  EnteredVendor,
  LinkedExpenses,
  NewVendor,
  Vendor,
  VendorLink,
  VendorMerge,
  VendorPage,
  VendorPath,
  VendorQuery,
} from './schema.ts';
import { createVendor, deleteVendor, getVendor, listVendors, updateVendor } from './service.ts';

const DETAILS = 'Without `finance.manage`, the response shows only the name of a vendor.';

const readVendor = route({
  method: 'GET',
  path: '/api/vendors/:id',
  summary: 'Read a vendor',
  description: DETAILS,
  tag: 'Expenses',
  permission: 'expenses.submit',
  params: VendorPath,
  answer: Vendor,
  versioned: true,
  handle: (app, { params }) => getVendor(app, params.id),
});

export const vendorRoutes = [
  readVendor,
  route({
    method: 'GET',
    path: '/api/vendors',
    summary: 'List vendors',
    description: DETAILS,
    tag: 'Expenses',
    permission: 'expenses.submit',
    query: VendorQuery,
    answer: VendorPage,
    handle: (app, { query }) => listVendors(app, query),
  }),
  route({
    method: 'POST',
    path: '/api/vendors',
    summary: 'Add a vendor',
    tag: 'Expenses',
    permission: 'finance.manage',
    body: NewVendor,
    answer: EnteredVendor,
    status: 201,
    location: ({ id }) => `/api/vendors/${id}`,
    versionOf: readVendor,
    keyed: 'transaction',
    errors: ['unknown_reference'],
    handle: (app, { body }) => createVendor(app, body),
  }),
  route({
    method: 'PUT',
    path: '/api/vendors/:id',
    summary: 'Replace a vendor',
    description: 'A tax id that is left out or equal to its mask does not change. Neither do the names on expenses.',
    tag: 'Expenses',
    permission: 'finance.manage',
    params: VendorPath,
    body: NewVendor,
    answer: EnteredVendor,
    versionOf: readVendor,
    errors: ['unknown_reference'],
    handle: (app, { params, body }) => updateVendor(app, params.id, body),
  }),
  route({
    method: 'DELETE',
    path: '/api/vendors/:id',
    summary: 'Delete a vendor whom no expense names',
    tag: 'Expenses',
    permission: 'finance.manage',
    params: VendorPath,
    versionOf: readVendor,
    errors: ['vendor_in_use'],
    handle: (app, { params }) => deleteVendor(app, params.id),
  }),
  route({
    method: 'POST',
    path: '/api/vendors/:id/merge',
    summary: 'Merge a duplicate vendor into another, who gets the expenses and any missing details',
    description:
      'Expenses move to the vendor in `into`, and keep the name that they show. Details that this vendor lacks are copied from the duplicate. Afterwards, a request for the id in the path gets 404. No figure changes.',
    tag: 'Expenses',
    permission: 'finance.manage',
    params: VendorPath,
    body: VendorMerge,
    answer: Vendor,
    versionOf: readVendor,
    errors: ['unknown_reference', 'different_tax_ids'],
    handle: (app, { params, body }) => mergeVendor(app, params.id, body),
  }),
  route({
    method: 'POST',
    path: '/api/vendors/:id/link',
    summary: 'Give the expenses with a typed vendor to a vendor of the list',
    description:
      'All expenses without a `vendorId` whose `vendor` is this name get the `vendorId` of the vendor. Case, accents and spaces do not count. Paid expenses and those of finalized months change, too, because no figure changes. An expense with a box of Form 1099 for which nobody typed a vendor has the name of the person whom it pays, as in the report for Form 1099.',
    tag: 'Expenses',
    permission: 'finance.manage',
    params: VendorPath,
    body: VendorLink,
    answer: LinkedExpenses,
    errors: ['vendor_disabled'],
    handle: (app, { params, body }) => linkVendor(app, params.id, body),
  }),
];
