import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/i18n.ts';
import { Button } from '../kit/button.tsx';
import { monthText } from '../kit/dates.ts';
import { Dialog } from '../kit/dialog.tsx';
import { FaultNotice } from '../problems/fault-notice.tsx';
import { useSaving } from '../kit/use-saving.ts';
import { CheckList } from './checklist.tsx';
import { sorted } from './checks.ts';
import { type Checklist, finalizeMonth, type Statement } from './queries.ts';

type Props = { month: string; checklist: Checklist; etag: string; onClose: () => void };

/**
 * Says what finalizing the month does and what is still to look at. If something is open, the month is finalized only
 * after a second choice, which names it.
 */
export function FinalizeDialog({ month, checklist, etag, onClose }: Props) {
  const { t } = useTranslation('month-end');
  const { t: common } = useTranslation();
  const name = monthText(month, currentLanguage());
  const [isForced, setForced] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const { fault, isBusy, save } = useSaving<Statement>(onClose);
  const { open, look } = sorted(checklist);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (open.length > 0 && !isForced) return;
    void save(() => finalizeMonth(month, etag, open.length > 0), t('finalized', { month: name }));
  };
  return (
    <Dialog title={t('finalizeTitle', { month: name })} onClose={onClose}>
      <form onSubmit={submit}>
        {fault && <FaultNotice fault={fault} />}
        <p>{t('finalizeHelp', { month: name })}</p>
        {open.length > 0 && <CheckList title={t('toSettle')} checks={open} month={month} />}
        {look.length > 0 && <CheckList title={t('toLookAt')} checks={look} month={month} />}
        {open.length > 0 && (
          <div className="month-force">
            <label>
              <input
                type="checkbox"
                checked={isForced}
                aria-invalid={(isAsked && !isForced) || undefined}
                aria-describedby={isAsked && !isForced ? 'month-force-note' : undefined}
                onChange={(event) => setForced(event.target.checked)}
              />
              {t('force', { count: open.length })}
            </label>
            {isAsked && !isForced && (
              <p className="field-fault" id="month-force-note" role="alert">
                {t('forceNeeded')}
              </p>
            )}
          </div>
        )}
        <footer>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" kind={open.length > 0 ? 'danger' : 'primary'} isBusy={isBusy}>
            {t('finalizeMonth')}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
