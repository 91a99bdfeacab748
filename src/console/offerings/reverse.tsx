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
import { FaultNotice } from '../problems/fault-notice.tsx';
import { TextField } from '../kit/text-field.tsx';
import { useSaving } from '../kit/use-saving.ts';
import type { Row } from './entry/rows.ts';
import { type Gift, type Offering, reversalsQuery, reverseGift } from './queries.ts';
import { type ReversalKind, ReversalKindField } from './reversal-kind.tsx';

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

/** The dialog that reverses a gift, with its kind, a date and a reason. */
export function Reverse({ offering, row, gift, church, onClose }: ReverseProps) {
  const { t } = useTranslation('offerings');
  const { t: common } = useTranslation();
  const { fault, isBusy, save } = useSaving<unknown>(onClose);
  const [date, setDate] = useState<string | null>(church.today);
  const [kind, setKind] = useState<ReversalKind>('Correction');
  const [reason, setReason] = useState('');
  return (
    <Dialog title={t('reverse')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (date === null) return;
          void save(() => reverseGift(offering, row.gift?.id ?? 0, { date, kind, reason }), t('reversedGift'));
        }}
      >
        <p>{gift}</p>
        <p>{t('reverseHelp')}</p>
        {fault && <FaultNotice fault={fault} />}
        <div className="fields">
          <ReversalKindField value={kind} onChange={setKind} />
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
          <Button type="submit" kind="primary" isBusy={isBusy}>
            {t('reverse')}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
