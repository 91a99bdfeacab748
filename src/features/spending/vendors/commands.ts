import { type Command, Option } from 'commander';
import * as z from 'zod';
import type { App } from '../../../app.ts';
import { action, type Options } from '../../../cli/kit/action.ts';
import { ADDRESS_FLAGS, addressOptions, changedAddress } from '../../../cli/kit/address.ts';
import { askSecret, isInteractive, readSecretLine } from '../../../cli/kit/prompt.ts';
import { unlessSure } from '../../../cli/kit/sure.ts';
import { SetupError } from '../../../errors.ts';
import { EXIT } from '../../../exit-codes.ts';
import { encode } from '../../../lib/encode.ts';
import { withoutMissing } from '../../../lib/without-missing.ts';
import { decode } from '../../../validate.ts';
import { counted } from '../../../lib/text.ts';
import { memberIn } from '../../people/members/member-cli.ts';
import { linkVendor } from '../expenses/vendor-link.ts';
import { mergeVendor } from './merge.ts';
import { printEntered, printVendor, printVendors } from './print.ts';
import {
  EnteredVendor,
  LinkedExpenses,
  NewVendor,
  TaxClassification,
  TinType,
  Vendor,
  VendorLink,
  VendorMerge,
  VendorPage,
  VendorPath,
  VendorQuery,
} from './schema.ts';
import { createVendor, deleteVendor, getVendor, listVendors, updateVendor, vendorsNamed } from './service.ts';

const FLAGS = {
  ...ADDRESS_FLAGS,
  memberId: '--member',
  taxClassification: '--classification',
  taxId: '--tax-id-stdin',
  w9On: '--w9-on',
};

const TAX_ID_HELP = `
A tax id cannot be an argument, because other users of the computer could read it. Vestry reads it from standard input,
or asks for it at a terminal, and stores it encrypted.
`;

/** Adds `vestry vendor ...`. */
export function vendorCommands(vendor: Command): void {
  listCommand(vendor);
  withFields(vendor.command('add'))
    .description('add a vendor')
    .requiredOption('--name <name>', 'the name of the vendor')
    .addHelpText(
      'after',
      `${TAX_ID_HELP}\nExample:\n  $ vestry vendor add --name "Sparrow Cleaning Co." --classification Partnership --tin-type EIN --tax-id-stdin`,
    )
    .action(
      action({
        flags: FLAGS,
        answer: EnteredVendor,
        run: async (app, _args, options) => createVendor(app, decode(NewVendor, await named(app, options, null))),
        print: printEntered,
      }),
    );
  vendor
    .command('show <id>')
    .description('show a vendor, with the tax id masked')
    .action(action({ answer: Vendor, run: (app, [id]) => getVendor(app, idOf(id)), print: printVendor }));
  updateCommand(vendor);
  mergeCommand(vendor);
  linkCommand(vendor);
  vendor
    .command('delete <id>')
    .description('delete a vendor whom no expense names')
    .action(
      action({
        answer: Deleted,
        run: async (app, [argument]) => {
          const id = idOf(argument);
          await deleteVendor(app, id);
          return { id };
        },
        print: ({ id }) => `Vendor ${id} is deleted.`,
      }),
    );
}

const Deleted = z.object({ id: z.number() });

const idOf = (text: unknown) => decode(VendorPath, { id: text }).id;

function listCommand(vendor: Command): void {
  vendor
    .command('list')
    .description('list vendors')
    .option('--search <text>', 'part of the name')
    .option('--active', 'only vendors in use')
    .option('--page <page>', 'which page to show (default: 1)')
    .option('--page-size <count>', 'how many vendors to show on a page (default: 25)')
    .action(
      action({
        answer: VendorPage,
        run: (app, _args, { search, active, page, pageSize }) => {
          const isActive = active === true ? 'true' : undefined;
          return listVendors(app, decode(VendorQuery, { search, isActive, page, pageSize }));
        },
        print: printVendors,
      }),
    );
}

function updateCommand(vendor: Command): void {
  withFields(vendor.command('update <id>'))
    .description('change the given fields; an empty text clears an optional field')
    .option('--name <name>', 'the name of the vendor; the names on expenses stay')
    .option('--clear-tax-id', 'delete the stored tax id')
    .option('--inactive', 'refuse the vendor for new expenses')
    .option('--active', 'accept the vendor for new expenses again')
    .addHelpText(
      'after',
      `${TAX_ID_HELP}\nExamples:\n  $ vestry vendor update 9 --w9-on 2026-01-08\n  $ vestry vendor update 9 --tin-type EIN --tax-id-stdin < tax-id.txt`,
    )
    .action(
      action({
        flags: FLAGS,
        answer: EnteredVendor,
        run: async (app, [argument], options) => update(app, idOf(argument), options),
        print: printEntered,
      }),
    );
}

async function update(app: App, id: number, options: Options): Promise<EnteredVendor> {
  const {
    id: _id,
    createdAt: _at,
    createdBy: _by,
    modifiedAt: _changed,
    modifiedBy: _who,
    ...before
  } = encode(Vendor, await getVendor(app, id));
  const { taxId: _mask, ...fields } = before;
  return updateVendor(app, id, decode(NewVendor, { ...fields, ...(await named(app, options, before.address)) }));
}

function mergeCommand(vendor: Command): void {
  vendor
    .command('merge <id>')
    .description('merge a duplicate vendor into another, who gets the expenses and any missing details')
    .requiredOption('--into <id>', 'the vendor who stays')
    .option('--confirm', 'merge even if the two vendors have different tax ids')
    .action(
      action({
        flags: { into: '--into' },
        answer: Vendor,
        run: (app, [id], options) => {
          const into = idOf(options.into);
          return unlessSure(options, 'different_tax_ids', (confirm) =>
            mergeVendor(app, idOf(id), decode(VendorMerge, { into, confirm })),
          );
        },
        print: printVendor,
      }),
    );
}

const LINK_HELP = `
Expenses whose vendor was typed and not chosen from the list are on no Form 1099. The report names them: vestry report 1099.
Paid expenses and those of finalized months change, too, because no figure changes.

Example:
  $ vestry vendor link 9 "Bob the plumber"`;

function linkCommand(vendor: Command): void {
  vendor
    .command('link <vendor> <name>')
    .description('give a vendor, named by id or name, the expenses whose vendor was typed as this name')
    .addHelpText('after', LINK_HELP)
    .action(
      action({
        answer: LinkedExpenses,
        run: async (app, [vendor, name]) =>
          linkVendor(app, await vendorIn(app, String(vendor)), decode(VendorLink, { name })),
        print: ({ expenses }) =>
          expenses === 0
            ? 'No expense without a vendor of the list has this name. Nothing was changed.'
            : `${counted(expenses, 'expense')} given to the vendor.`,
      }),
    );
}

/** Returns the id of the vendor whom a text names by id or name. */
async function vendorIn(app: App, text: string): Promise<number> {
  const named = (await vendorsNamed(app, [text])).get(text);
  return named?.id ?? idOf(text);
}

function withFields(command: Command): Command {
  return addressOptions(command, "the vendor's")
    .option('--legal-name <name>', 'the name on the tax return of the vendor, if it differs')
    .option('--email <address>', 'the e-mail address of the vendor')
    .option('--member <name>', 'the member who is this vendor: a name or an id')
    .addOption(
      new Option('--classification <classification>', 'how the vendor is taxed').choices(TaxClassification.options),
    )
    .addOption(new Option('--tin-type <type>', 'the kind of the tax id').choices(TinType.options))
    .option('--w9-on <date>', 'the day on which the church received Form W-9, as YYYY-MM-DD')
    .option('--tax-id-stdin', 'read the tax id from the first line of standard input');
}

const TEXTS = ['name', 'legalName', 'email', 'tinType', 'w9On'] as const;

/** Returns the fields that flags set, in the form of the API. An empty text becomes null, which clears the field. */
async function named(app: App, options: Options, address: object | null): Promise<Record<string, unknown>> {
  const { member, classification, active, inactive } = options;
  const given: Record<string, unknown> = { taxClassification: classification, ...(await taxIdOf(options)) };
  for (const field of TEXTS) given[field] = options[field] === '' ? null : options[field];
  if (options.name === '') given.name = '';
  if (typeof member === 'string') given.memberId = member === '' ? null : idOf(await memberIn(app, member));
  if (active === true || inactive === true) given.isActive = active === true;
  given.address = changedAddress(address, options);
  return withoutMissing(given);
}

async function taxIdOf({ taxIdStdin, clearTaxId }: Options): Promise<{ taxId?: string | null }> {
  if (clearTaxId === true) return { taxId: null };
  if (taxIdStdin !== true) return {};
  const text = isInteractive() ? await askSecret('--tax-id-stdin', 'Tax id:') : (await readSecretLine()).trim();
  if (text) return { taxId: text };
  throw new SetupError('There is no tax id on the first line of standard input.', EXIT.usage);
}
