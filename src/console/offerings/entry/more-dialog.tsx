import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/button.tsx';
import { CheckedField } from '../../kit/checked-field.tsx';
import { DateField } from '../../kit/date-field.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { amountSentence } from './options.ts';
import type { Extras } from './row.ts';

type Props = { extras: Extras; today: string; onDone: (extras: Extras) => void; onClose: () => void };

/** The dialog for rare details of a gift: its own date, what a gift in kind was, and the value received in return. */
export function MoreDialog({ extras, today, onDone, onClose }: Props) {
  const { t } = useTranslation('offerings');
  const { t: common } = useTranslation();
  const [values, setValues] = useState(extras);
  return (
    <Dialog title={t('moreTitle')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          onDone(values);
        }}
      >
        <div className="fields">
          <DateField
            label={t('giftDate')}
            help={t('giftDateHelp')}
            value={values.giftDate}
            today={today}
            isPast
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
