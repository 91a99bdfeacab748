import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addMoney } from '../../lib/money.ts';
import { currentLanguage } from '../i18n/i18n.ts';
import { Button } from '../kit/button.tsx';
import type { Church } from '../kit/church.ts';
import { DateField } from '../kit/date-field.tsx';
import { dateText } from '../kit/dates.ts';
import { Dialog } from '../kit/dialog.tsx';
import { amountText, minorOf } from '../kit/money.ts';
import { Notice } from '../kit/notice.tsx';
import { TextField } from '../kit/text-field.tsx';
import type { Row } from './entry/rows.ts';
import { type Gift, type Offering, reversalsQuery, reverseGift } from './queries.ts';
import { useMove } from './use-move.ts';

const NO_REVERSALS: readonly Gift[] = [];

/**
 * Returns two functions to look up the reversals of an offering's gifts. Reads the reversals only if `mayLook` is true.
 */
export function useReversals(offering: Offering, mayLook: boolean) {
  const { t } = useTranslation('offerings');
  const { data = NO_REVERSALS } = useQuery({ ...reversalsQuery(offering), enabled: mayLook });
  const of = ({ gift }: Row) => data.filter(({ reversalOf }) => reversalOf === gift?.id);
  return {
    /** Returns the remark for a row: the date and amount of each reversal; undefined if the gift was not reversed. */
    remarkOf: (row: Row) =>
      of(row)
        .map(({ date, amount }) =>
          t('reversedOn', { date: dateText(date, currentLanguage()), amount: amountText(amount) }),
        )
        .join(' ') || undefined,
    /** True if the gift has been reversed in full. */
    isWhole: (row: Row) => {
      const taken = of(row).map(({ amount }) => minorOf(amount));
      return taken.length > 0 && addMoney(minorOf(row.body.amount), ...taken) === 0;
    },
  };
}

type ReverseProps = { offering: Offering; row: Row; gift: string; church: Church; onClose: () => void };

/** The dialog that reverses a gift, with a date and a reason. */
export function Reverse({ offering, row, gift, church, onClose }: ReverseProps) {
  const { t } = useTranslation('offerings');
  const { t: common } = useTranslation();
  const { problem, busy, run } = useMove(onClose);
  const [date, setDate] = useState<string | null>(church.today);
  const [reason, setReason] = useState('');
  return (
    <Dialog title={t('reverse')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (date === null) return;
          void run(() => reverseGift(offering, row.gift?.id ?? 0, { date, reason }), t('reversedGift'));
        }}
      >
        <p>{gift}</p>
        <p>{t('reverseHelp')}</p>
        {problem !== undefined && <Notice tone="bad">{problem}</Notice>}
        <div className="fields">
          <DateField label={t('date')} value={date} today={church.today} onChange={setDate} isRequired isPast />
          <TextField
            label={t('reopenReason')}
            value={reason}
            required
            maxLength={500}
            onChange={(event) => setReason(event.target.value)}
          />
        </div>
        <footer>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" kind="primary" isBusy={busy}>
            {t('reverse')}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
