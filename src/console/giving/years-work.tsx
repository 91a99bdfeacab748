import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/i18n.ts';
import { Answer } from '../kit/answer.tsx';
import { Button } from '../kit/button.tsx';
import { Confirm } from '../kit/confirm.tsx';
import { instantText } from '../kit/dates.ts';
import { Notice } from '../kit/notice.tsx';
import { FaultNotice } from '../problems/fault-notice.tsx';
import { useSaving } from '../kit/use-saving.ts';
import { useSendKey } from '../kit/use-send-key.ts';
import { useCan } from '../session/session.ts';
import {
  issueAll,
  mailStatements,
  type Overview,
  overviewQuery,
  type SendResult,
  type Wanted,
} from './contributions.ts';
import { PrintStatements } from './print-statements.tsx';

/** The statements that are printed: those of givers without an e-mail address who have not got theirs yet. */
const ON_PAPER = { state: 'Pending', hasEmail: false } as const satisfies Wanted;
/** How often the page reads how many statements are still to be sent while the service sends them. */
const LOOK_EVERY_MS = 1500;

/** What is still to do for the statements of a year, with a button for each step. */
export function YearsWork({ year }: { year: number }) {
  const [isSending, setSending] = useState(false);
  const overview = useQuery({ ...overviewQuery(year), refetchInterval: isSending ? LOOK_EVERY_MS : false });
  return (
    <Answer query={overview}>
      {(known) =>
        known.givers > 0 && <Steps key={year} overview={known} isSending={isSending} setSending={setSending} />
      }
    </Answer>
  );
}

type StepsProps = { overview: Overview; isSending: boolean; setSending: (isSending: boolean) => void };

function Steps({ overview, isSending, setSending }: StepsProps) {
  const { t } = useTranslation('giving');
  const mayManage = useCan('giving.manage');
  const { year, isOver, notIssued, changed, toSend, toPrint } = overview;
  const issuing = useSaving<unknown>(() => {});
  const isIssued = notIssued + changed === 0;
  return (
    <section className="sheet years-work" aria-label={t('stillToDo')}>
      {!isOver && <p>{t('yearNotOver', { year, next: year + 1 })}</p>}
      {issuing.fault && <Notice tone="bad">{issuing.fault.sentence}</Notice>}
      <ul className="plain-list">
        <Step text={isIssued ? t('allIssued') : t('toIssue', { count: notIssued + changed })}>
          {mayManage && isOver && !isIssued && (
            <Button
              kind="primary"
              isBusy={issuing.isBusy}
              onClick={() => void issuing.save(() => issueAll(year), t('issuedAll'))}
            >
              {t('issueAll')}
            </Button>
          )}
        </Step>
        <Step text={isSending ? t('sendingLeft', { count: toSend }) : t('toSend', { count: toSend })}>
          {mayManage && isOver && (toSend > 0 || isSending) && (
            <SendAll overview={overview} isSending={isSending} setSending={setSending} />
          )}
        </Step>
        <Step text={t('toPrint', { count: toPrint })}>
          {toPrint > 0 && <PrintStatements year={year} wanted={ON_PAPER} label={t('printAll', { count: toPrint })} />}
        </Step>
      </ul>
    </section>
  );
}

function Step({ text, children }: { text: string; children: ReactNode }) {
  return (
    <li>
      <span>{text}</span>
      {children}
    </li>
  );
}

function SendAll({ overview: { year, toSend }, isSending, setSending }: StepsProps) {
  const { t } = useTranslation('giving');
  const [isAsking, setAsking] = useState(false);
  const [result, setResult] = useState<SendResult>();
  const { key, renew } = useSendKey();
  const { fault, isBusy, save } = useSaving<SendResult>((sent) => {
    setResult(sent);
    renew();
  });
  const send = async () => {
    setAsking(false);
    setSending(true);
    await save(
      () => mailStatements(year, key),
      ({ sent, failed }) => t('sentAll', { sent, failed }),
    );
    setSending(false);
  };
  const failures = (result?.results ?? []).filter(({ result }) => result === 'failed' || result === 'unknown');
  return (
    <>
      <Button isBusy={isBusy || isSending} onClick={() => setAsking(true)}>
        {t('sendAll', { count: toSend })}
      </Button>
      {fault && <FaultNotice fault={fault} />}
      {failures.length > 0 && (
        <Notice tone="bad">
          <ul className="plain-list">
            {failures.map(({ recipient, error }) => (
              <li key={recipient}>
                {recipient}: {error}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {result && <Waiting result={result} />}
      {isAsking && (
        <Confirm
          title={t('sendAll', { count: toSend })}
          action={t('send')}
          kind="primary"
          onConfirm={() => void send()}
          onClose={() => setAsking(false)}
        >
          <p>{t('sendAllHelp', { count: toSend, year })}</p>
        </Confirm>
      )}
    </>
  );
}

/** Says which letters wait, since when, and until when. */
function Waiting({ result: { deferred, nextTryAt, results, skipped } }: { result: SendResult }) {
  const { t } = useTranslation('giving');
  const already = skipped.filter(({ reason }) => reason === 'waiting').length;
  if (deferred + already === 0) return null;
  const at = nextTryAt === null ? '' : instantText(nextTryAt, currentLanguage());
  return (
    <Notice tone="plain">
      {deferred > 0 && <p>{t('sendingWaits', { count: deferred, at })}</p>}
      {deferred > 0 && <p>{results.find(({ result }) => result === 'deferred')?.error}</p>}
      {already > 0 && <p>{t('alreadyWaits', { count: already })}</p>}
    </Notice>
  );
}
