import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/i18n.ts';
import { Answer } from '../kit/answer.tsx';
import { Button } from '../kit/button.tsx';
import { instantText } from '../kit/dates.ts';
import { download } from '../kit/download.ts';
import { Notice } from '../kit/notice.tsx';
import { useSaving } from '../kit/use-saving.ts';
import { useObjectAddress } from '../kit/object-address.ts';
import { FaultNotice } from '../problems/fault-notice.tsx';
import { type Expense, type Receipt, receiptFileQuery, receiptsQuery, removeReceipt } from './queries.ts';

type Props = {
  expense: Expense;
  /** True to offer removing receipts. The service removes only those of an expense that was never submitted. */
  mayRemove?: boolean;
};

/** All receipts of an expense, the newest first. Pictures are shown, and other files can be downloaded. */
export function ReceiptGallery({ expense, mayRemove = false }: Props) {
  const { t } = useTranslation('expenses');
  const [isNear, place] = useNear();
  const receipts = useQuery({ ...receiptsQuery(expense.id), enabled: isNear && expense.receipt !== null });
  if (!expense.receipt && expense.status === 'PendingApproval') return <Notice tone="warn">{t('noReceipt')}</Notice>;
  if (!expense.receipt) return mayRemove ? null : <p className="receipts-none">{t('noReceipt')}</p>;
  const isFixed = expense.status !== 'Draft' || expense.rejections.length > 0;
  return (
    <div ref={place} className="receipts">
      <Answer query={receipts}>
        {(items) => (
          <ul className="receipts-list" aria-label={t('receipts')}>
            {items.toReversed().map((receipt) => (
              <li key={receipt.id}>
                <ReceiptView expenseId={expense.id} receipt={receipt} isEarlier={isFixed && !receipt.isCurrent} />
                {mayRemove && !isFixed && <Remove expenseId={expense.id} receipt={receipt} />}
              </li>
            ))}
          </ul>
        )}
      </Answer>
    </div>
  );
}

/** True once the element is near the visible part of the page, so that a long queue loads few receipts at once. */
function useNear() {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const watcher = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: '400px' },
    );
    if (place.current) watcher.observe(place.current);
    return () => watcher.disconnect();
  }, []);
  return [isNear, place] as const;
}

type ViewProps = { expenseId: number; receipt: Receipt; isEarlier: boolean };

function ReceiptView({ expenseId, receipt, isEarlier }: ViewProps) {
  const { t } = useTranslation('expenses');
  const { fileName, contentType, addedAt } = receipt;
  const file = useQuery(receiptFileQuery(expenseId, receipt.id));
  const address = useObjectAddress(file.data);
  // Only some browsers can show a HEIC photo.
  const [isShown, setShown] = useState(contentType.startsWith('image/'));
  return (
    <figure className="receipt">
      <Answer query={file}>
        {(blob) => (
          <>
            {isShown && address !== undefined && (
              <a href={address} target="_blank" rel="noreferrer">
                <img src={address} alt={t('receiptNamed', { name: fileName })} onError={() => setShown(false)} />
              </a>
            )}
            {!isShown && <Button onClick={() => download(blob, fileName)}>{t('openFile', { name: fileName })}</Button>}
          </>
        )}
      </Answer>
      <figcaption>
        {t(isEarlier ? 'earlierReceipt' : 'addedAt', { at: instantText(addedAt, currentLanguage()) })}
      </figcaption>
    </figure>
  );
}

function Remove({ expenseId, receipt }: { expenseId: number; receipt: Receipt }) {
  const { t } = useTranslation('expenses');
  const { t: common } = useTranslation();
  const { fault, isBusy, save } = useSaving<void>(() => {});
  return (
    <>
      {fault && <FaultNotice fault={fault} />}
      <Button
        kind="quiet"
        isBusy={isBusy}
        aria-label={common('removeNamed', { name: receipt.fileName })}
        onClick={() => void save(() => removeReceipt(expenseId, receipt.id), t('receiptRemoved'))}
      >
        {common('remove')}
      </Button>
    </>
  );
}
