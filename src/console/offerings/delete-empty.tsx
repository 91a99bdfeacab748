import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { currentLanguage } from '../i18n/i18n.ts';
import { Button } from '../kit/button.tsx';
import { Confirm } from '../kit/confirm.tsx';
import { dateText } from '../kit/dates.ts';
import { useSaving } from '../kit/use-saving.ts';
import { deleteOffering, type Offering } from './queries.ts';

/** The button to delete an offering that has no gifts, for example because it was started for a wrong date. */
export function DeleteEmpty({ offering: { id, date } }: { offering: Offering }) {
  const { t } = useTranslation('offerings');
  const [, navigate] = useLocation();
  const [isAsking, setAsking] = useState(false);
  const { fault, isBusy, save } = useSaving<unknown>(() => navigate('/offerings', { replace: true }));
  const day = { date: dateText(date, currentLanguage(), 'withWeekday') };
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('deleteOffering')}</Button>
      {isAsking && (
        <Confirm
          title={t('deleteOffering')}
          action={t('deleteOffering')}
          isBusy={isBusy}
          fault={fault?.sentence}
          onConfirm={() => void save(() => deleteOffering(id), t('offeringDeleted', day))}
          onClose={() => setAsking(false)}
        >
          <p>{t('deleteOfferingAsk', day)}</p>
        </Confirm>
      )}
    </>
  );
}
