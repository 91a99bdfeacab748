import { useTranslation } from 'react-i18next';
import { amountText } from '../kit/money.ts';
import { isReady, type Plan } from './draft.ts';
import type { Kind } from './kinds.ts';
import { NAMED } from './lines.ts';

/** Returns what a sentence says of records: how many there are, and their sum. */
export const counted = (count: number, total: number | null | undefined) => ({ count, total: amountText(total ?? 0) });

/** Returns a function that says in sentences what an import would do, or has done. */
export function useSummary(kind: Kind) {
  const { t } = useTranslation('imports');
  const leftEmpty = (cells: readonly { line: number; cell: string }[]) => {
    const named = cells.slice(0, NAMED).map(({ line, cell }) => t('lineWithCell', { line, cell }));
    const [lines, more] = [named.join(', '), cells.length - named.length];
    return t('birthDatesLeftEmpty', {
      count: cells.length,
      rows: more > 0 ? t('andMore', { lines, count: more }) : lines,
    });
  };
  return (plan: Plan, isDone: boolean): string => {
    const { questions, faults } = plan;
    const { create, skip, total, familiesCreated = 0, birthDatesLeftEmpty = [] } = plan.plan;
    const about = counted(create, total);
    return [
      isDone
        ? t(`imported_${kind}`, about)
        : create > 0
          ? t(`wouldAdd_${kind}`, about)
          : isReady(plan) && t('nothingToImport'),
      skip > 0 && t(kind === 'members' ? 'skippedPeople' : 'skipped', { count: skip }),
      familiesCreated > 0 && t('newFamilies', { count: familiesCreated }),
      birthDatesLeftEmpty.length > 0 && leftEmpty(birthDatesLeftEmpty),
      questions.length > 0 && t('toAnswer', { count: questions.length }),
      faults.length > 0 && t('toCorrect', { count: faults.length }),
    ]
      .filter(Boolean)
      .join(' ');
  };
}
