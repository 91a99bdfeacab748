import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { currentLanguage } from '../i18n/i18n.ts';
import { Answer } from '../kit/answer.tsx';
import { Button } from '../kit/button.tsx';
import { Confirm } from '../kit/confirm.tsx';
import { instantText } from '../kit/dates.ts';
import { FaultNotice } from '../problems/fault-notice.tsx';
import { Screen } from '../kit/page.tsx';
import { Pager } from '../kit/pager.tsx';
import { useAddress } from '../kit/use-address.ts';
import { useSaving } from '../kit/use-saving.ts';
import { useSendKey } from '../kit/use-send-key.ts';
import { List } from './history.tsx';
import { MissedList } from './missed.tsx';
import { batchQuery, historyQuery, resume, type Retries, stop } from './queries.ts';
import type { BatchDetail } from './types.ts';
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
          <Results key={known.sent + known.failed + known.unknown} batch={known} />
          <MissedList missed={known.skipped} />
          <p className="no-print">
            <Link href="/messages/history">{t('history')}</Link>
          </p>
        </Screen>
      )}
    </Answer>
  );
}

function Progress({ batch }: { batch: BatchDetail }) {
  const { t } = useTranslation('messages');
  const { createdAt, createdByName, sent, failed, unknown, open } = batch;
  const at = (instant: string) => instantText(instant, currentLanguage());
  const total = sent + failed + unknown + open;
  return (
    <section className="sheet screen-part" aria-label={t('progress')}>
      <p>{t('sentBy', { name: createdByName, at: at(createdAt) })}</p>
      <p>{t('sentCount', { sent, failed })}</p>
      {unknown > 0 && <p>{t('unknownCount', { count: unknown })}</p>}
      {open > 0 && (
        <>
          <progress max={total} value={total - open} aria-label={t('progress')} />
          <p>{t('open', { count: open })}</p>
        </>
      )}
      <Waiting batch={batch} />
      <Deeds batch={batch} />
    </section>
  );
}

/** Says when what waits is tried again, and why it waits. */
function Waiting({ batch }: { batch: BatchDetail }) {
  const { t } = useTranslation('messages');
  const { deferred, nextTryAt, waitsFor, stoppedAt, expectedEnd } = batch;
  const at = (instant: string) => instantText(instant, currentLanguage());
  if (stoppedAt !== null) return <p>{t('stopped', { at: at(stoppedAt) })}</p>;
  return (
    <>
      {nextTryAt !== null && (
        <>
          <p>{t('waiting', { count: deferred, at: at(nextTryAt) })}</p>
          <p className="message-note">{waitsFor}</p>
        </>
      )}
      {expectedEnd !== null && <p>{t('expectedEnd', { at: at(expectedEnd) })}</p>}
    </>
  );
}

/** The buttons that send the rest, send again, or stop. */
function Deeds({ batch: { id, failed, unknown, open, deferred, stoppedAt } }: { batch: BatchDetail }) {
  const { t } = useTranslation('messages');
  const { key, renew } = useSendKey();
  const { fault, isBusy, save } = useSaving<Pick<BatchDetail, 'sent' | 'failed'>>(renew);
  const [asked, setAsked] = useState<'stop' | 'unknown'>();
  const send = (retries: Retries) => {
    setAsked(undefined);
    void save(
      () => resume(id, retries, key),
      (result) => t('sentCount', { sent: result.sent, failed: result.failed }),
    );
  };
  const end = () => {
    setAsked(undefined);
    void save(() => stop(id), t('stoppedDone'));
  };
  const isCutOff = open > deferred || stoppedAt !== null;
  return (
    <>
      {fault && <FaultNotice fault={fault} />}
      {open + failed + unknown > 0 && (
        <div className="screen-actions no-print">
          {open > 0 && (
            <Button isBusy={isBusy} onClick={() => send({})}>
              {t(isCutOff ? 'sendRest' : 'tryNow')}
            </Button>
          )}
          {open > 0 && stoppedAt === null && <Button onClick={() => setAsked('stop')}>{t('stop')}</Button>}
          {failed > 0 && (
            <Button isBusy={isBusy} onClick={() => send({ retryFailed: true })}>
              {t('retryFailed', { count: failed })}
            </Button>
          )}
          {unknown > 0 && (
            <Button isBusy={isBusy} onClick={() => setAsked('unknown')}>
              {t('retryUnknown', { count: unknown })}
            </Button>
          )}
        </div>
      )}
      {open > 0 && isCutOff && <p className="message-note">{t('sendRestHelp')}</p>}
      {asked === 'stop' && (
        <Confirm title={t('stop')} action={t('stop')} onConfirm={end} onClose={() => setAsked(undefined)}>
          <p>{t('stopHelp')}</p>
        </Confirm>
      )}
      {asked === 'unknown' && (
        <Confirm
          title={t('retryUnknown', { count: unknown })}
          action={t('sendNow')}
          onConfirm={() => send({ retryUnknown: true })}
          onClose={() => setAsked(undefined)}
        >
          <p>{t('retryUnknownHelp')}</p>
        </Confirm>
      )}
    </>
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
