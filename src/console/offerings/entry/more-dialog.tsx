import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/button.tsx';
import { CheckedField } from '../../kit/checked-field.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { FundBenefit, GiftDay, isAfter } from './gift-day.tsx';
import { amountSentence } from './options.ts';
import type { Extras } from './row.ts';
import { SourceFields } from './source-fields.tsx';

type Props = {
  extras: Extras;
  /** The day of the offering. */
  date: string;
  today: string;
  onDone: (extras: Extras) => void;
  onClose: () => void;
};

/**
 * The dialog for rare details of a gift: its own date, what a gift in kind was, the value received in return, and where
 * it came from.
 */
export function MoreDialog({ extras, date, today, onDone, onClose }: Props) {
  const { t } = useTranslation('offerings');
  const { t: common } = useTranslation();
  const [values, setValues] = useState(extras);
  const { kept, companyName = '' } = values;
  const isLate = isAfter(values.giftDate, date) && values.giftDate !== extras.giftDate;
  return (
    <Dialog title={t('moreTitle')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          if (!isLate) onDone(values);
        }}
      >
        <div className="fields">
          <GiftDay
            value={values.giftDate}
            date={date}
            today={today}
            autoFocus
            onChange={(giftDate) => setValues({ ...values, giftDate })}
          />
          <TextField
            label={t('nonCash')}
            help={t('nonCashHelp')}
            maxLength={500}
            value={values.nonCashDescription}
            onChange={(event) => setValues({ ...values, nonCashDescription: event.target.value })}
          />
          <CheckedField
            label={t('benefit')}
            help={t('benefitHelp')}
            inputMode="decimal"
            value={values.benefit}
            unreadable={values.benefit.trim() === '' ? undefined : amountSentence(values.benefit, t)}
            onChange={(event) => setValues({ ...values, benefit: event.target.value })}
          />
          <FundBenefit source={kept.source} benefit={values.benefit} />
          <SourceFields
            value={{ source: kept.source, companyName }}
            mayLackName={extras.kept.source === 'Business' && (extras.companyName ?? '') === ''}
            onChange={(next) =>
              setValues({ ...values, companyName: next.companyName, kept: { ...kept, source: next.source } })
            }
          />
        </div>
        <footer>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" kind="primary">
            {common('save')}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
