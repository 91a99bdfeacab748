import type { Db } from '../../../db/connect.ts';
import type { ApprovalRules } from './schema.ts';

/** Returns the stored rules, or undefined if nobody has set them. */
export function findRules(db: Db): Promise<ApprovalRules | undefined> {
  return db
    .selectFrom('approvalRules')
    .select([
      'secondApprovalAboveMinor as secondApprovalAbove',
      'payerMayApproveUpToMinor as payerMayApproveUpTo',
      'createdAt',
      'modifiedAt',
      'createdBy',
      'modifiedBy',
    ])
    .executeTakeFirst();
}

/** Stores the rules, replacing any earlier ones. */
export async function replaceRules(
  db: Db,
  { secondApprovalAbove, payerMayApproveUpTo, ...audit }: ApprovalRules & { createdAt: string; modifiedAt: string },
): Promise<void> {
  const limits = { secondApprovalAboveMinor: secondApprovalAbove, payerMayApproveUpToMinor: payerMayApproveUpTo };
  const { modifiedAt, modifiedBy } = audit;
  await db
    .insertInto('approvalRules')
    .values({ id: 1, ...limits, ...audit })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...limits, modifiedAt, modifiedBy }))
    .execute();
}
