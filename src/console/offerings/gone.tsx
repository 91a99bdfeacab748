import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/i18n.ts';
import { dateText } from '../kit/dates.ts';
import { MarkedText } from '../kit/marked-text.tsx';
import { Notice } from '../kit/notice.tsx';
import { Screen } from '../kit/page.tsx';
import { useMe } from '../session/session.ts';
import { dropUndo } from '../shell/status.ts';
import { submittedText } from './day-sentence.ts';
import { keptDrafts } from './entry/drafts.ts';
import type { Outbox } from './entry/outbox.ts';
import { useEntries } from './entry/own-outbox.ts';
import type { GiftWords } from './entry/words-of.ts';
import { dayOfOfferingQuery, type Gift, type Offering } from './queries.ts';
import { Unsent } from './unsent.tsx';
import './entry/grid.css';

const NO_GIFTS: readonly Gift[] = [];

type Props = { id: number; last: Offering | undefined; outbox: Outbox; words: GiftWords };

/**
 * The page of an offering that the service does not show to this counter, usually because the offering was submitted.
 * Says who submitted it and when. Lists the counter's unsent rows, which are still on this computer.
 */
export function Gone({ id, last, outbox, words }: Props) {
  const { t } = useTranslation('offerings');
  useEffect(dropUndo, []);
  const me = useMe();
  const entry = useEntries(outbox).find(({ sessionId, owner }) => sessionId === id && owner.id === me.id);
  const { data: day } = useQuery(dayOfOfferingQuery(id));
  const date = last?.date ?? day?.date ?? entry?.date;
  const { drafts } = keptDrafts({ ownerId: me.id, sessionId: id });
  const isKnown = date !== undefined || Object.keys(drafts).length > 0;
  const reason = !isKnown ? 'noOffering' : day === null ? 'deletedElsewhere' : 'submittedElsewhere';
  return (
    <Screen
      title={
        date === undefined ? t('title') : t('offeringOf', { date: dateText(date, currentLanguage(), 'withWeekday') })
      }
    >
      <Notice tone="warn">
        <span>
          <MarkedText
            text={[t(reason), ...(day ? [submittedText(day, t, 'submittedByOn'), t('askToReopen')] : [])].join(' ')}
          />
        </span>
      </Notice>
      <Unsent id={id} gifts={last?.givings ?? NO_GIFTS} outbox={outbox} words={words} />
    </Screen>
  );
}
