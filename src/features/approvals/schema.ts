import * as z from 'zod';
import { date, id, idText, instant, money, optional, text, warnings } from '../../lib/wire.ts';
import { WAITING_KINDS } from './kinds.ts';
import { MOST_WAITING } from './waiting.ts';

const Kind = z.enum(WAITING_KINDS).meta({ id: 'WaitingKind', description: 'What may wait for a second person.' });

const Effect = z
  .object({
    account: z.string().optional().describe('The name of the account, unless this is about a fund.'),
    fund: z.string().optional().describe('The name of the fund, unless this is about an account.'),
    nameZh: z.string().nullable().describe('The name in Chinese, if there is one.'),
    change: money.describe('By how much the balance rises. That of a debt is what the church owes.'),
  })
  .meta({ id: 'ApprovalEffect', description: 'What an approval does to the balance of an account or a fund.' });

const WaitingItem = z
  .object({
    kind: Kind.describe('What waits.'),
    id: id.describe('The id of the expense, transfer or entry.'),
    date: date.describe('The day of the document.'),
    amount: money.describe('The amount. It is negative in a reversal.'),
    description: z.string().describe('What it is for.'),
    requestedBy: id.nullable().describe('The user who entered it; null for a command that named nobody.'),
    requestedByName: z.string().nullable().describe('The name of that user.'),
    modifiedAt: instant.describe('When it was last changed. Send it with the decision.'),
    need: z.enum(['Approve']).describe('What the caller is asked to do.'),
    effects: z.array(Effect).describe('What the approval does to the balances of accounts and funds.'),
  })
  .meta({ id: 'WaitingItem', description: 'Something that waits for the decision of the caller.' });

export const WaitingList = z
  .object({
    items: z.array(WaitingItem).describe(`The oldest first, at most ${MOST_WAITING} of each kind.`),
    isCapped: z
      .boolean()
      .describe(`Whether more than ${MOST_WAITING} of one kind wait, so that the list is not complete.`),
  })
  .meta({ id: 'WaitingList', description: 'What waits for the decision of the caller.' });
export type WaitingList = z.output<typeof WaitingList>;

export const WaitingPath = z.strictObject({ kind: Kind.describe('What it is.'), id: idText });
export type WaitingPath = z.output<typeof WaitingPath>;

const seen = {
  modifiedAt: optional(instant).describe(
    'When what the caller saw was last changed. If it was changed since, the decision is refused. If this is left out, any version is meant.',
  ),
};

export const WaitingApproval = z
  .strictObject(seen)
  .meta({ id: 'WaitingApproval', description: 'Which version of something is approved.' });
export type WaitingApproval = z.output<typeof WaitingApproval>;

export const WaitingRejection = z
  .strictObject({ ...seen, reason: text(500).describe('What should be corrected.') })
  .meta({ id: 'WaitingRejection', description: 'The reason why something is rejected.' });
export type WaitingRejection = z.output<typeof WaitingRejection>;

export const Decision = z
  .object({
    kind: Kind.describe('What was decided.'),
    id: id.describe('The id of the expense, transfer or entry.'),
    status: z
      .string()
      .describe(
        'Its status now: `PendingApproval` if a second approval is needed, or if it was rejected and waits for a change.',
      ),
    warnings: warnings(
      'fund_overdrawn',
      'own_family',
      'own_rule',
      'same_approver_and_payer',
      'self_approval',
      'value_booked',
    ),
  })
  .meta({ id: 'ApprovalDecision', description: 'What became of something that waited.' });
export type Decision = z.output<typeof Decision>;
