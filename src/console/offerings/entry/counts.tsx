import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../kit/text-field.tsx';
import { Notice } from '../../kit/notice.tsx';
import { listText } from '../../kit/list-text.ts';
import { useFaults } from '../../problems/problems.ts';
import { useMe } from '../../session/session.ts';
import { announce } from '../../shell/status.ts';
import type { Offering } from '../queries.ts';
import { countedOf, type CountName, isBadCount, textsOf } from './count-texts.ts';
import { ownNameIn } from './counters.ts';
import type { CountsKeeper } from './counts-keeper.ts';
import { countsKeeperOf } from './own-counts.ts';
import type { Counted } from './totals.tsx';

type Props = { offering: Offering; keeper: CountsKeeper; onCounted: (counted: Counted) => void };

/**
 * Returns the keeper of an offering's counts and announces each save. The keeper saves even after the person opens
 * another page.
 */
export function useCountsKeeper(offeringId: number): CountsKeeper {
  const { t } = useTranslation('offerings');
  const keeper = countsKeeperOf(offeringId, useMe());
  useEffect(() => keeper.hear(() => announce(t('countsSaved'))), [keeper, t]);
  return keeper;
}

/**
 * The boxes for the counts of an offering. Changed boxes are saved shortly after the person stops typing. A save
 * replaces only the values of boxes that were changed here, so people at two laptops can fill in different boxes.
 */
export function Counts({ offering, keeper, onCounted }: Props) {
  const { t } = useTranslation('offerings');
  const { t: common } = useTranslation();
  const faults = useFaults();
  const me = useMe();
  const { typed, error } = useSyncExternalStore(keeper.subscribe, keeper.now);
  const ownName = ownNameIn({ ownerId: me.id, offeringId: offering.id }, me.displayName);
  const shown = { ...textsOf(offering, ownName), ...typed };
  const others = offering.countedBy.filter((name) => name !== ownName);

  useEffect(() => onCounted(countedOf(shown)), [shown.controlTotal, shown.countedCash, shown.countedChecks]);
  const bad = (name: CountName) => {
    if (!isBadCount(name, shown[name])) return undefined;
    return common(name === 'attendance' ? 'wholeNumberBad' : 'amountBad');
  };
  const box = (name: CountName, label: string, help?: string) => (
    <TextField
      label={label}
      help={help}
      autoComplete="off"
      inputMode={name === 'countedBy' ? 'text' : name === 'attendance' ? 'numeric' : 'decimal'}
      value={shown[name]}
      fault={bad(name)}
      onChange={(event) => keeper.type(name, event.target.value)}
      onBlur={() => void keeper.flush()}
    />
  );
  const countersHelp = others.length > 0 ? t('countedByOthers', { names: listText(others) }) : t('countedByHelp');
  return (
    <section className="counts sheet" aria-label={t('counts')}>
      {error !== undefined && <Notice tone="bad">{faults(error).sentence}</Notice>}
      {box('attendance', t('attendance'))}
      {box('controlTotal', t('controlTotal'), t('controlTotalHelp'))}
      {box('countedCash', t('countedCash'))}
      {box('countedChecks', t('countedChecks'))}
      {box('countedBy', t('countedBy'), countersHelp)}
    </section>
  );
}
