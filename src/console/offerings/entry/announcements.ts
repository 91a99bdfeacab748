/** Announces saved and refused rows. */
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../../lib/money.ts';
import { amountText } from '../../kit/money.ts';
import { faultOf } from '../../problems/problems.ts';
import { Refusal } from '../../session/api.ts';
import { announce, announceRefusal } from '../../shell/status.ts';
import type { Entry, Deed } from './entry.ts';
import { hearEntries } from './own-outbox.ts';
import { forgetDouble, noteDouble } from './use-doubles.ts';
import type { Row, Sums } from './rows.ts';
import type { GiftWords } from './words-of.ts';

/**
 * Announces each new gift that this tab saves (in the status line) and each refusal (to screen readers). If a saved
 * gift is a likely double, or its giver died before, the announcement says so first. Other people's gifts are not announced.
 */
export function useAnnouncements(rows: readonly Row[], sums: Sums, words: GiftWords): void {
  const { t } = useTranslation('offerings');
  const { t: problems } = useTranslation('problems');
  // The listeners below are used after later renders, too. Each message must describe the rows at the time of its
  // event.
  const latest = useRef({ rows, sums });
  latest.current = { rows, sums };
  const doubles = useRef(new Set<string>());
  const lateGifts = useRef(new Set<string>());
  useEffect(() => {
    const numberOf = (key: string) =>
      latest.current.rows.find((row) => row.key === key || row.entry?.key === key)?.number ??
      latest.current.rows.length;
    return hearEntries({
      onDone: (entry: Entry, deed: Deed) => {
        if (deed.kind !== 'create') {
          const corrected = latest.current.rows.find(({ gift }) => gift !== undefined && gift.id === entry.givingId);
          return forgetDouble(corrected?.key ?? entry.key);
        }
        const { sums } = latest.current;
        const double = doubles.current.delete(entry.key) ? [t('likelyDouble', { gift: words.gift(deed.body) })] : [];
        const late = lateGifts.current.delete(entry.key) ? [t('giverDeceased', { giver: words.giver(deed.body) })] : [];
        const saved = t('announceSaved', {
          number: numberOf(entry.key),
          giver: words.giver(deed.body),
          amount: amountText(deed.body.amount),
          method: words.methodWithin(deed.body.method),
          count: sums.count,
          total: formatMoney(sums.total),
        });
        announce([...double, ...late, saved].join(' '));
      },
      onRefused: (entry, problem) => {
        const reason = faultOf(new Refusal(problem), problems).sentence;
        announceRefusal(t('announceRefused', { number: numberOf(entry.key), reason }));
      },
      onWarning: (entry, warnings) => {
        if (warnings.some(({ code }) => code === 'giver_deceased')) lateGifts.current.add(entry.key);
        const double = warnings.find(({ code }) => code === 'likely_duplicate');
        if (typeof double?.duplicateOf !== 'number') return;
        doubles.current.add(entry.key);
        noteDouble(entry.key, double.duplicateOf);
      },
    });
  }, [t, problems, words]);
}
