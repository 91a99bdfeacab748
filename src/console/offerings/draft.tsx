import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../kit/button.tsx';
import { Notice } from '../kit/notice.tsx';
import { useMe } from '../session/session.ts';
import { announce } from '../shell/status.ts';
import { DeleteEmpty } from './delete-empty.tsx';
import { Counts, useCountsKeeper } from './entry/counts.tsx';
import { ownNameIn } from './entry/counters.ts';
import type { GiverIndex } from '../../lib/giver-index.ts';
import { EntryGrid } from './entry/grid.tsx';
import { OthersUnsent } from './entry/others-unsent.tsx';
import type { Outbox } from './entry/outbox.ts';
import { mayBeEvicted } from './entry/persist.ts';
import { SubmitDialog } from './entry/submit-dialog.tsx';
import { type Counted, Sum, Totals } from './entry/totals.tsx';
import { useGrid } from './entry/use-grid.ts';
import { useLastLook } from './entry/use-last-look.ts';
import { keepUsual, keptUsual } from './entry/usual.ts';
import { UsualCategory } from './entry/usual-category.tsx';
import type { GiftWords } from './entry/words-of.ts';
import type { Church } from '../kit/church.ts';
import type { Category, Offering } from './queries.ts';
import './draft.css';

type Props = {
  offering: Offering;
  church: Church;
  categories: readonly Category[];
  index: GiverIndex;
  outbox: Outbox;
  words: GiftWords;
  isOffline: boolean;
};

const NOT_COUNTED: Counted = { control: null, cash: null, checks: null };

/** An offering that is still a draft: the entry grid, the totals, the counts, and the button to submit. */
export function DraftOffering({ offering, church, categories, index, outbox, words, isOffline }: Props) {
  const { t } = useTranslation('offerings');
  const me = useMe();
  const active = useMemo(() => categories.filter(({ isActive }) => isActive), [categories]);
  const [usualCategoryId, setUsualCategoryId] = useState<number | null>(() => {
    const kept = keptUsual(me.id, offering.id).categoryId;
    return active.some((one) => one.id === kept) ? (kept ?? null) : (active[0]?.id ?? null);
  });
  const [counted, setCounted] = useState(NOT_COUNTED);
  const grid = useGrid({ offering, outbox, words, usualCategoryId });
  const { unsent } = grid;
  const isUnsaved = unsent.count > 0;

  const counts = useCountsKeeper(offering.id);
  const { seen, problem, look, close } = useLastLook({ offeringId: offering.id, counts, isUnsaved });

  /**
   * Opens the dialog for the last check before submitting. If a row has unsaved text, opens that row with a message
   * instead.
   */
  const askSubmit = () => {
    if (grid.openHalfTyped()) announce(t('halfTyped'));
    else look();
  };
  const changeUsual = (next: number) => {
    setUsualCategoryId(next);
    keepUsual(me.id, offering.id, { categoryId: next });
    grid.changeUsual(usualCategoryId, next);
  };
  return (
    <div className="draft">
      <OthersUnsent />
      {!outbox.isDurable && <Notice tone="warn">{t('notDurable')}</Notice>}
      {isOffline && (
        <Notice tone="warn">
          {t('offline')} {mayBeEvicted() && t('mayBeEvicted')}
        </Notice>
      )}
      <div className="draft-work">
        <div className="draft-entry">
          <div className="draft-head">
            <UsualCategory categories={active} value={usualCategoryId} onChange={changeUsual} />
            <p>
              <Sum sums={grid.sums} counted={counted} />
            </p>
          </div>
          <EntryGrid
            grid={grid}
            index={index}
            categories={categories}
            words={words}
            church={church}
            usualCategoryId={usualCategoryId}
            onSubmit={askSubmit}
          />
        </div>
        <div className="draft-foot">
          <Totals sums={grid.sums} counted={counted} words={words} />
          <Counts offering={offering} keeper={counts} onCounted={setCounted} />
          {problem !== undefined && <Notice tone="bad">{problem}</Notice>}
          <div className="screen-actions">
            <Button kind="primary" disabled={isUnsaved} onClick={askSubmit}>
              {t('submit')}
            </Button>
            {offering.givings.length === 0 && !isUnsaved && <DeleteEmpty offering={offering} />}
            {isUnsaved && <span>{t('submitWaiting', { count: unsent.count })}</span>}
            {unsent.elsewhere > 0 && <span>{t('waitingElsewhere', { count: unsent.elsewhere })}</span>}
          </div>
        </div>
      </div>
      {seen && (
        <SubmitDialog
          seen={seen}
          church={church}
          unsaved={unsent.count}
          index={index}
          ownName={ownNameIn({ ownerId: me.id, offeringId: offering.id }, me.displayName)}
          onClose={close}
          onStale={look}
          onDone={(submitted) => {
            close();
            announce(submitted.countedBy.length < 2 ? `${t('submitted')} ${t('oneCounter')}` : t('submitted'));
          }}
        />
      )}
    </div>
  );
}
