import { type App, created, inTransaction, NEVER_SAVED } from '../../../app.ts';
import { changesBetween } from '../../audit/rules.ts';
import { record } from '../../audit/service.ts';
import { findRules, replaceRules } from './queries.ts';
import { ApprovalRules, type ApprovalRulesUpdate } from './schema.ts';

const NONE: ApprovalRules = {
  secondApprovalAbove: null,
  payerMayApproveUpTo: null,
  ...NEVER_SAVED,
};

/** Returns the rules in force. Until somebody sets them, both limits are null. */
export async function getApprovalRules(app: App): Promise<ApprovalRules> {
  return (await findRules(app.db)) ?? NONE;
}

/**
 * Replaces both limits. A limit that is left out becomes null, which means no limit. The new limits apply to every
 * later approval and payment.
 */
export function putApprovalRules(app: App, limits: ApprovalRulesUpdate): Promise<ApprovalRules> {
  return inTransaction(app, async (app) => {
    const before = await getApprovalRules(app);
    await replaceRules(app.db, { ...limits, ...created(app) });
    const after = await getApprovalRules(app);
    const changes = changesBetween(ApprovalRules, before, after);
    await record(app, { action: 'ApprovalRulesUpdated', entityType: 'ApprovalRules', entityId: 1, changes });
    return after;
  });
}
