import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/i18n.ts';
import { dateText } from '../kit/dates.ts';
import { Loading } from '../kit/loading.tsx';
import { Notice } from '../kit/notice.tsx';
import { Screen } from '../kit/page.tsx';
import { useFaults } from '../problems/problems.ts';
import { isRefused, Refusal } from '../session/api.ts';
import { useCan } from '../session/session.ts';
import { DraftOffering } from './draft.tsx';
import type { Outbox } from './entry/outbox.ts';
import { startOutbox } from './entry/own-outbox.ts';
import { type Giver, indexGivers } from '../../lib/giver-index.ts';
import { useGiftWords } from './entry/words-of.ts';
import { Gone } from './gone.tsx';
import { churchQuery } from '../kit/church.ts';
import { later } from '../kit/later.ts';
import { categoriesQuery, giversQuery, offeringQuery } from './queries.ts';

/** Whoever enters gifts seldom needs these, so they are loaded when they are first shown. */
const LockedOffering = later(() => import('./locked.tsx'), 'LockedOffering');
const KeptCounts = later(() => import('./kept-counts.tsx'), 'KeptCounts');

const NO_GIVERS: readonly Giver[] = [];

/**
 * One offering. A draft has the entry grid if the person may enter gifts. Otherwise, the page shows the gifts, the sums
 * and the treasurer's actions.
 */
export function Page({ id }: { id: string }) {
  const { t } = useTranslation('offerings');
  const faults = useFaults();
  const mayEnter = useCan('giving.write');
  const offering = useQuery(offeringQuery(Number(id)));
  const church = useQuery(churchQuery);
  const categories = useQuery(categoriesQuery);
  const givers = useQuery({ ...giversQuery, enabled: mayEnter });
  const [outbox, setOutbox] = useState<Outbox>();
  useEffect(() => void startOutbox().then(setOutbox), []);

  const known = givers.data ?? NO_GIVERS;
  const index = useMemo(() => indexGivers(known), [known]);
  const giverMap = useMemo(() => new Map(known.map((giver) => [giver.id, giver])), [known]);
  const categoryMap = useMemo(() => new Map((categories.data ?? []).map((one) => [one.id, one])), [categories.data]);
  const words = useGiftWords(giverMap, categoryMap);

  const isGone = offering.error instanceof Refusal && offering.error.problem.status === 404;
  if (isGone && outbox) return <Gone id={Number(id)} last={offering.data} outbox={outbox} words={words} />;
  const error = offering.data ? undefined : (offering.error ?? church.error ?? categories.error);
  if (error) return <Notice tone="bad">{faults(error).sentence}</Notice>;
  const isReady = offering.data && church.data && categories.data && outbox && (!mayEnter || givers.data);
  if (!isReady) return <Loading />;
  const shared = { offering: offering.data, church: church.data, categories: categories.data, words };
  const isOpen = offering.data.status === 'Draft' && mayEnter;
  const isOffline = offering.isError && !isRefused(offering.error);
  return (
    // When the offering is submitted, the key changes. React then mounts a new screen, and its heading gets the focus.
    <Screen
      key={isOpen ? 'open' : 'locked'}
      title={t('offeringOf', { date: dateText(offering.data.date, currentLanguage(), 'withWeekday') })}
    >
      {isOpen ? (
        <DraftOffering {...shared} index={index} outbox={outbox} isOffline={isOffline} />
      ) : (
        <Suspense fallback={<Loading />}>
          <LockedOffering {...shared} outbox={outbox} />
        </Suspense>
      )}
      {offering.data.counts.some(({ reopenedAt }) => reopenedAt !== null) && (
        <Suspense>
          <KeptCounts counts={offering.data.counts} />
        </Suspense>
      )}
    </Screen>
  );
}
