/** Reads the fields of a rule from the flags of a command. */
import type { App } from '../../../app.ts';
import type { Options } from '../../../cli/kit/action.ts';
import { amountIn } from '../../../cli/kit/amounts.ts';
import { encode } from '../../../lib/encode.ts';
import { withoutMissing } from '../../../lib/without-missing.ts';
import { decode } from '../../../validate.ts';
import { incomeCategoriesById } from '../../ledger/income-categories/service.ts';
import { expenseFinders, finderOf } from '../../spending/expenses/named-cli.ts';
import { accountIn, idIn } from '../account-cli.ts';
import { getLine } from '../lines/service.ts';
import { BankRule, NewRule } from './schema.ts';
import { ruleTextOf } from './text-rules.ts';

/** The flags of the fields of an action. */
const ACTION_FLAGS = {
  subCategoryId: '--subcategory',
  ministryId: '--ministry',
  functionalClass: '--class',
  vendorId: '--vendor-id',
  vendor: '--vendor',
  description: '--text',
  incomeCategoryId: '--category',
  payer: '--payer',
  fundId: '--fund',
  otherAccountId: '--other-account',
};

/** The flags of the fields whose names differ from their flags. */
export const FLAGS = {
  action: '--do',
  ...ACTION_FLAGS,
  ...Object.fromEntries(Object.entries(ACTION_FLAGS).map(([field, flag]) => [`action.${field}`, flag])),
};

type Fields = Record<string, unknown>;

/** Returns the rule that the flags describe, with the text and the direction of the line in `--from-line`. */
export async function newRule(app: App, accountId: number, options: Options): Promise<NewRule> {
  const shown = options.fromLine === undefined ? {} : await shownBy(app, accountId, idIn(options.fromLine));
  const implied = options.do === 'Expense' ? 'Out' : options.do === 'OtherIncome' ? 'In' : undefined;
  const { action, ...fields } = await given(app, options);
  return decode(NewRule, { direction: implied, ...shown, ...fields, ...(options.do !== undefined && { action }) });
}

/** Returns a rule with the fields that the flags change. */
export async function changedRule(app: App, rule: BankRule, options: Options): Promise<NewRule> {
  const { name, contains, direction, amountFrom, amountTo, isActive, position, action } = encode(BankRule, rule);
  const before = { name, contains, direction, amountFrom, amountTo, isActive, position };
  const { action: changes, ...fields } = await given(app, options);
  const isOther = options.do !== undefined && options.do !== action.type;
  return decode(NewRule, { ...before, ...fields, action: { ...(isOther ? {} : action), ...(changes as Fields) } });
}

async function shownBy(app: App, id: number, lineId: number): Promise<Fields> {
  const { description, amount } = await getLine(app, { id, lineId });
  return { contains: ruleTextOf(description), direction: amount > 0 ? 'In' : 'Out' };
}

/** Returns the fields that flags set, in the form of the API. An empty text becomes null, which clears the field. */
async function given(app: App, options: Options): Promise<Fields> {
  const { subcategory, ministry, fund, otherAccount, vendorId, category, amountFrom, amountTo, position } = options;
  const find = await expenseFinders(app);
  const categories = [...(await incomeCategoriesById(app)).values()];
  const by = async (text: unknown, read: (text: string) => unknown) =>
    typeof text === 'string' && text !== '' ? read(text) : text === '' ? null : undefined;
  const action = withoutMissing({
    type: options.do,
    subCategoryId: await by(subcategory, find.subCategory),
    ministryId: await by(ministry, find.ministry),
    functionalClass: options.class,
    vendorId: options.vendor === undefined ? await by(vendorId, idIn) : null,
    vendor: vendorId === undefined ? await by(options.vendor, String) : null,
    description: await by(options.text, String),
    incomeCategoryId: await by(category, finderOf('incomeCategoryId', categories)),
    payer: await by(options.payer, String),
    fundId: await by(fund, find.fund),
    otherAccountId: await by(otherAccount, (text) => accountIn(app, text)),
  });
  return withoutMissing({
    name: await by(options.name, String),
    contains: options.contains,
    direction: options.direction,
    amountFrom: await by(amountFrom, amountIn),
    amountTo: await by(amountTo, amountIn),
    position: await by(position, Number),
    isActive: options.inactive === true ? false : options.active === true ? true : undefined,
    action,
  });
}
