import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/i18n.ts';
import { instantText } from '../kit/dates.ts';
import { listText } from '../kit/list-text.ts';
import { MarkedText } from '../kit/marked-text.tsx';
import { minorOf, moneyText } from '../kit/money.ts';
import type { Offering } from './queries.ts';

/** Every count of an offering that was reopened: its sum, who counted, submitted and reopened it, and why. */
export function KeptCounts({ counts }: Pick<Offering, 'counts'>) {
  const { t } = useTranslation('offerings');
  const at = (instant: string) => instantText(instant, currentLanguage());
  return (
    <section className="sheet no-print" aria-labelledby="kept-counts">
      <h2 id="kept-counts">{t('keptCounts')}</h2>
      <ol>
        {counts.map((count) => {
          const amount = count.total === null ? t('keptNotRecorded') : moneyText(minorOf(count.total));
          const names = count.countedBy.length === 0 ? t('keptNobody') : listText(count.countedBy);
          return (
            <li key={count.at}>
              <MarkedText text={t('keptCount', { amount, names, name: count.submittedByName, time: at(count.at) })} />
              {count.reopenedAt !== null && (
                <>
                  {' '}
                  <MarkedText
                    text={t('keptReopened', {
                      name: count.reopenedByName ?? '',
                      time: at(count.reopenedAt),
                      reason: count.reason ?? '',
                    })}
                  />
                </>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
