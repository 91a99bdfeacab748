import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { currentLanguage } from '../i18n/i18n.ts';
import { Answer } from '../kit/answer.tsx';
import { Button } from '../kit/button.tsx';
import { instantText } from '../kit/dates.ts';
import { FaultNotice } from '../problems/fault-notice.tsx';
import { Screen } from '../kit/page.tsx';
import { Pager } from '../kit/pager.tsx';
import { useAddress } from '../kit/use-address.ts';
import { useSaving } from '../kit/use-saving.ts';
import { useSendKey } from '../kit/use-send-key.ts';
import { List } from './history.tsx';
import { MissedList } from './missed.tsx';
import { batchQuery, historyQuery, resume } from './queries.ts';
import type { BatchDetail, SendResult } from './types.ts';
import './messages.css';

/** One message to several people: how far it was sent, what failed, and who was left out. */
export function Page({ id }: { id: string }) {
  const { t } = useTranslation('messages');
  const batch = useQuery(batchQuery(id));
  return (
    <Answer query={batch}>
      {(known) => (
        <Screen title={known.subject ?? t('lineMessage')}>
          <Progress batch={known} />
          <Results key={known.sent + known.failed} batch={known} />
          <MissedList missed={known.skipped} />
          <p className="no-print">
            <Link href="/messages/history">{t('history')}</Link>
          </p>
        </Screen>
      )}
    </Answer>
  );
}

function Progress({ batch: { id, createdAt, createdByName, sent, failed, open } }: { batch: BatchDetail }) {
  const { t } = useTranslation('messages');
  const { key, renew } = useSendKey();
  const { fault, isBusy, save } = useSaving<SendResult>(renew);
  const send = (retryFailed: boolean) =>
    void save(
      () => resume(id, retryFailed, key),
      (result) => t('sentCount', { sent: result.sent, failed: result.failed }),
    );
  const total = sent + failed + open;
  return (
    <section className="sheet screen-part" aria-label={t('progress')}>
      <p>{t('sentBy', { name: createdByName, at: instantText(createdAt, currentLanguage()) })}</p>
      <p>{t('sentCount', { sent, failed })}</p>
      {open > 0 && (
        <>
          <progress max={total} value={total - open} aria-label={t('progress')} />
          <p>{t('open', { count: open })}</p>
        </>
      )}
      {fault && <FaultNotice fault={fault} />}
      {(open > 0 || failed > 0) && (
        <div className="screen-actions no-print">
          {open > 0 && (
            <Button isBusy={isBusy} onClick={() => send(false)}>
              {t('sendRest')}
            </Button>
          )}
          {failed > 0 && (
            <Button isBusy={isBusy} onClick={() => send(true)}>
              {t('retryFailed', { count: failed })}
            </Button>
          )}
        </div>
      )}
      {open > 0 && <p className="message-note">{t('sendRestHelp')}</p>}
    </section>
  );
}

function Results({ batch: { id } }: { batch: BatchDetail }) {
  const address = useAddress();
  const history = useQuery({ ...historyQuery({ page: address.page, batchId: id }), staleTime: 0 });
  return (
    <Answer query={history}>
      {({ items, page, totalPages }) => (
        <>
          {items.length > 0 && <List entries={items} />}
          <Pager page={page} pages={totalPages} onPage={(next) => address.set({ page: next })} />
        </>
      )}
    </Answer>
  );
}
