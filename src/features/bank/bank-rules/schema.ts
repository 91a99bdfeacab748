import * as z from 'zod';
import { FunctionalClass } from '../../../books/functional-classes.ts';
import { audited, date, id, idText, items, line, money, optional, positiveMoney, text } from '../../../lib/wire.ts';
import { DocumentName } from '../matches/schema.ts';
import { fieldFaults, isLongEnough } from './field-rules.ts';

export const Direction = z
  .enum(['In', 'Out'])
  .meta({ id: 'BankLineDirection', description: 'In: the account received money. Out: money left the account.' });
export type Direction = z.output<typeof Direction>;

export const ActionType = z.enum(['Expense', 'OtherIncome', 'Transfer', 'Ignore', 'Match']).meta({
  id: 'BankRuleActionType',
  description:
    'What a rule does with a line. `Expense`, `OtherIncome` and `Transfer` make a document and match it. `Ignore` ignores the line. `Match` matches the suggested document, if it is the only one for the line, and the line the only one for it.',
});
export type ActionType = z.output<typeof ActionType>;

/** The fields of the document that a rule makes, for requests and responses. */
const SAYS = {
  name: 'What the rule is for.',
  contains:
    'The text that the bank’s description must contain. Upper and lower case, accents, spaces, hyphens and periods do not matter.',
  amountFrom: 'The smallest amount, without its sign.',
  amountTo: 'The largest amount, without its sign.',
  subCategoryId: 'Expense: what the money was spent on.',
  ministryId: 'Expense: the ministry that the expense is for.',
  functionalClass: 'Expense: the functional class.',
  vendorId: 'Expense: the vendor, if it is in the list of vendors.',
  vendor: 'Expense: the name of the company or person that was paid.',
  description: 'Expense: what was bought.',
  incomeCategoryId: 'OtherIncome: the category of the income.',
  payer: 'OtherIncome: who paid.',
  fundId: 'Expense or OtherIncome: the fund.',
  otherAccountId: 'Transfer: the account that the money came from or went to.',
};

const NewAction = z
  .strictObject({
    type: ActionType.describe('What the rule does.'),
    subCategoryId: optional(id).describe(`${SAYS.subCategoryId} An Expense needs it.`),
    ministryId: optional(id).describe(`${SAYS.ministryId} An Expense needs it.`),
    functionalClass: optional(FunctionalClass).describe(
      `${SAYS.functionalClass} The default is the class of the ministry.`,
    ),
    vendorId: optional(id).describe(SAYS.vendorId),
    vendor: line().describe(`${SAYS.vendor} With \`vendorId\`, leave it out.`),
    description: line(500).describe(`${SAYS.description} The default is the text of the bank.`),
    incomeCategoryId: optional(id).describe(`${SAYS.incomeCategoryId} OtherIncome needs it.`),
    payer: line().describe(SAYS.payer),
    fundId: optional(id).describe(`${SAYS.fundId} The default is the General fund.`),
    otherAccountId: optional(id).describe(`${SAYS.otherAccountId} A Transfer needs it.`),
  })
  .meta({ id: 'NewBankRuleAction', description: 'What a rule does with a line, as you send it.' });

const RuleAction = z
  .object({
    type: ActionType.describe('What the rule does.'),
    subCategoryId: id.nullable().describe(SAYS.subCategoryId),
    ministryId: id.nullable().describe(SAYS.ministryId),
    functionalClass: FunctionalClass.nullable().describe(SAYS.functionalClass),
    vendorId: id.nullable().describe(SAYS.vendorId),
    vendor: z.string().nullable().describe(SAYS.vendor),
    description: z.string().nullable().describe(SAYS.description),
    incomeCategoryId: id.nullable().describe(SAYS.incomeCategoryId),
    payer: z.string().nullable().describe(SAYS.payer),
    fundId: id.nullable().describe(SAYS.fundId),
    otherAccountId: id.nullable().describe(SAYS.otherAccountId),
  })
  .meta({ id: 'BankRuleAction', description: 'What a rule does with a line.' });
export type RuleAction = z.output<typeof RuleAction>;

export const LAST_POSITION = 1_000_000;

/** Makes the rules about several fields run even if other fields are invalid. */
const when = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null;

export const NewRule = z
  .strictObject({
    name: line().describe(SAYS.name),
    contains: text(200)
      .refine(isLongEnough, {
        error: 'must have at least 3 letters or digits, or 2 Chinese characters',
        params: { code: 'too_short' },
      })
      .describe(SAYS.contains),
    direction: Direction.describe('Whether the rule is for money that arrived or left.'),
    amountFrom: optional(positiveMoney).describe(`${SAYS.amountFrom} If it is left out, any amount.`),
    amountTo: optional(positiveMoney).describe(`${SAYS.amountTo} If it is left out, any amount.`),
    action: NewAction.describe('What the rule does with a line.'),
    isActive: z.boolean().default(true).describe('Whether the rule is applied.'),
    position: z
      .int()
      .min(1)
      .max(LAST_POSITION)
      .nullable()
      .default(null)
      .describe(
        'Rules are tried from the lowest position to the highest, and the first that fits a line is applied. If it is left out, a new rule becomes the last, and a changed rule keeps its position.',
      ),
  })
  .superRefine(
    (rule, context) => {
      for (const { path, code, message } of fieldFaults(rule)) {
        context.addIssue({ code: 'custom', path, message, params: { code } });
      }
    },
    { when },
  )
  .meta({ id: 'NewBankRule', description: 'A rule for lines of a bank statement, as you send it.' });
export type NewRule = z.output<typeof NewRule>;

export const BankRule = z
  .object({
    id,
    accountId: id.describe('The account at the bank.'),
    name: z.string().nullable().describe(SAYS.name),
    contains: z
      .string()
      .nullable()
      .describe(
        `${SAYS.contains} Null for money that arrives, if the caller may not read givings; then no text is shown.`,
      ),
    direction: Direction.describe('Whether the rule is for money that arrived or left.'),
    amountFrom: money.nullable().describe(SAYS.amountFrom),
    amountTo: money.nullable().describe(SAYS.amountTo),
    action: RuleAction.describe('What the rule does with a line.'),
    isActive: z.boolean().describe('Whether the rule is applied.'),
    position: z.int().describe('The place in the order in which rules are tried.'),
    ...audited,
  })
  .meta({ id: 'BankRule', description: 'A rule that a person made for lines of a bank statement.' });
/** A rule as a caller sees it. */
export type ShownRule = z.output<typeof BankRule>;
/** A rule as stored: with its text. */
export type BankRule = ShownRule & { contains: string };
export const BankRuleList = items(BankRule);
export type BankRuleList = z.output<typeof BankRuleList>;

/** A rule as the audit log shows it. */
export const ToldRule = BankRule.omit({ id: true, action: true }).extend(RuleAction.shape);

/** How many rules can be named at once. */
const MOST = 200;

export const RuleApplication = z
  .strictObject({
    ruleIds: z
      .array(id)
      .max(MOST)
      .nullable()
      .default(null)
      .describe('Only these rules. The default is all rules in use.'),
    from: optional(date).describe('Only lines from this day on.'),
    to: optional(date).describe('Only lines up to this day.'),
    dryRun: z.boolean().default(false).describe('Only says what the rules would do.'),
  })
  .meta({ id: 'BankRuleApplication', description: 'Which rules to apply to the open lines of an account.' });
export type RuleApplication = z.output<typeof RuleApplication>;

export const RuleUndo = z
  .strictObject({ from: optional(date).describe('Only lines from this day on.') })
  .meta({ id: 'BankRuleUndo', description: 'Which deeds of a rule to take back.' });
export type RuleUndo = z.output<typeof RuleUndo>;

export const RuledLine = z
  .object({
    lineId: id.describe('The line.'),
    date: date.describe('The day of the line.'),
    amount: money.describe('The amount of the line.'),
    description: z.string().describe('The text of the bank.'),
    ruleId: id.describe('The rule.'),
    outcome: z
      .enum(['Done', 'Refused'])
      .describe('`Done`: as the rule says or, for an undo, taken back. `Refused`: the line did not change.'),
    matchId: id.nullable().describe('The match that the rule made; null if there is none.'),
    documents: z.array(DocumentName).describe('The documents of that match.'),
    code: z
      .string()
      .nullable()
      .describe(
        'Why the line was refused: the code of a problem, `maybe_entered` if a document of the same amount is open, or `no_suggestion`. Null if it was not refused.',
      ),
    message: z.string().nullable().describe('The same for people.'),
  })
  .meta({ id: 'RuledBankLine', description: 'What a rule did with a line of a bank statement.' });
export type RuledLine = z.output<typeof RuledLine>;

export const RuledLines = z
  .object({
    done: z.int().min(0).describe('How many lines were settled or, for an undo, taken back.'),
    refused: z.int().min(0).describe('How many lines were refused.'),
    left: z.int().min(0).describe('How many more lines there are. Send the request again for them.'),
    items: z.array(RuledLine).describe('The lines, the oldest first.'),
  })
  .meta({ id: 'RuledBankLines', description: 'What rules did with lines of a bank statement.' });
export type RuledLines = z.output<typeof RuledLines>;

export const AccountRulesPath = z.strictObject({ id: idText });
export const RulePath = z.strictObject({ id: idText, ruleId: idText });
