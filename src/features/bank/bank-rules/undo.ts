import { type App, inTransaction } from '../../../app.ts';
import { notFound } from '../../../errors.ts';
import { breathe, inChunks } from '../../../lib/chunks.ts';
import { findLines } from '../lines/queries.ts';
import { MOST_RULED, totalOf } from './apply.ts';
import { attempt, takeBack } from './carry-out.ts';
import { findRule, listRuleMade, listSettledBy } from './queries.ts';
import type { RuledLine, RuledLines, RuleUndo } from './schema.ts';
import type { RulePath } from './service.ts';

/** How many lines are taken back before another writer may run. */
const AT_ONCE = 10;

/**
 * Takes back what a rule did from a day on, also for a deleted rule. A line that is refused, for example because it is
 * reconciled or its expense is approved, stays as it is and stops no other. Raises `not_found`.
 */
export async function undoRule(app: App, { id, ruleId }: RulePath, { from }: RuleUndo): Promise<RuledLines> {
  const rule = await findRule(app.db, ruleId);
  if (rule?.accountId !== id) throw notFound('bank rule');
  const all = await listSettledBy(app.db, ruleId, from);
  const now = all.slice(0, MOST_RULED);
  const undone: RuledLine[] = [];
  await inChunks(
    now,
    async (part) => {
      undone.push(...(await inTransaction(app, (app) => undoPart(app, ruleId, part))));
    },
    AT_ONCE,
  );
  return totalOf(undone, all.length - now.length);
}

/** Takes back what a rule did with some lines. Must run inside a transaction. */
async function undoPart(app: App, ruleId: number, ids: readonly number[]): Promise<RuledLine[]> {
  const lines = await findLines(app.db, ids);
  const made = await listRuleMade(
    app.db,
    [...lines.values()].flatMap(({ matchId }) => matchId ?? []),
  );
  const undone: RuledLine[] = [];
  for (const id of ids) {
    const line = lines.get(id);
    if (line?.ruleId !== ruleId) continue;
    const isRuleMade = made.has(line.matchId ?? 0);
    undone.push(await attempt(app, { line, ruleId, isKept: true }, () => takeBack(app, line, isRuleMade)));
    await breathe();
  }
  return undone;
}
