import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Answer } from '../../kit/answer.tsx';
import { Button } from '../../kit/button.tsx';
import { Confirm } from '../../kit/confirm.tsx';
import { amountText } from '../../kit/money.ts';
import { Notice } from '../../kit/notice.tsx';
import { useSaving } from '../../kit/use-saving.ts';
import { DocumentLink } from '../document-link.tsx';
import { keyOf } from '../names.ts';
import { documentQuery } from '../../reports/queries.ts';
import { type Account, type BankDocument, readAgain } from '../queries.ts';
import { type Line, matchQuery, openAgain, unmatch } from './queries.ts';
import type { Bench } from './use-workbench.ts';

type Props = { account: Account; line: Line; bench: Bench };

/** A line that is matched or set aside, with the way to open it again. */
export function SettledLine({ account, line, bench }: Props) {
  return line.matchId === null ? (
    <SetAside account={account} line={line} bench={bench} />
  ) : (
    <Matched account={account} line={line} bench={bench} matchId={line.matchId} />
  );
}

function SetAside({ account, line, bench }: Props) {
  const { t } = useTranslation('bank');
  const { fault, isBusy, save } = useSaving<void>(readAgain);
  return (
    <>
      <p>{t(line.ruleId === null ? 'isAside' : 'isAsideByRule')}</p>
      {fault && <Notice tone="bad">{fault.sentence}</Notice>}
      {bench.mayManage && (
        <div className="screen-actions">
          <Button
            isBusy={isBusy}
            onClick={() => void save(() => openAgain(account.id, line.id), t('undone', { count: 1 }))}
          >
            {t('openAgain')}
          </Button>
        </div>
      )}
    </>
  );
}

/** The documents that can be deleted together with their match. */
const DELETABLE: ReadonlySet<string> = new Set(['OtherIncome', 'Transfer', 'Payment']);

type Named = Pick<BankDocument, 'type' | 'id'>;

/** A document of a match. Of a payment, it names the payee and how it was paid. */
function MatchedDocument({ document }: { document: Named }) {
  const isPayment = document.type === 'Payment';
  const { data } = useQuery({ ...documentQuery('Payment', String(document.id)), enabled: isPayment });
  const description = data ? paidWith(data) : String(document.id);
  return <DocumentLink document={{ ...document, description, reference: null, party: data?.payee ?? null }} />;
}

/** Returns how something was paid in the words of the service, such as `Check 1042`. */
function paidWith({ method, reference }: { method: string | null; reference: string | null }): string {
  const how = method === 'BankTransfer' ? 'Bank transfer' : (method ?? 'Payment');
  return [how, reference].filter(Boolean).join(' ');
}

function Matched({ account, bench, matchId }: Props & { matchId: number }) {
  const { t } = useTranslation('bank');
  const [isDeleting, setDeleting] = useState(false);
  const { fault, isBusy, save } = useSaving<void>(() => {
    setDeleting(false);
    readAgain();
  });
  const undo = (isWithDocuments: boolean) =>
    void save(() => unmatch(account.id, matchId, isWithDocuments), t('undone', { count: 1 }));
  return (
    <Answer query={useQuery(matchQuery(account.id, matchId))}>
      {({ lines, documents, reconciliationId, ruleId }) => (
        <>
          <p>{t(ruleId === null ? 'isMatched' : 'isMatchedByRule', { count: lines.length })}</p>
          <ul>
            {documents.map((one) => (
              <li key={keyOf(one)} className="bank-document">
                <span>
                  <MatchedDocument document={one} />
                </span>
                <span className="bank-line-amount">{amountText(one.amount)}</span>
              </li>
            ))}
          </ul>
          {fault && !isDeleting && <Notice tone="bad">{fault.sentence}</Notice>}
          {reconciliationId !== null && <p>{t('isReconciled')}</p>}
          {bench.mayManage && reconciliationId === null && (
            <div className="screen-actions">
              <Button isBusy={isBusy} onClick={() => undo(false)}>
                {t('unmatch')}
              </Button>
              {documents.some(({ type }) => DELETABLE.has(type)) && (
                <Button kind="danger" onClick={() => setDeleting(true)}>
                  {t('unmatchAndDelete')}
                </Button>
              )}
            </div>
          )}
          {isDeleting && (
            <Confirm
              title={t('unmatchAndDelete')}
              action={t('unmatchAndDelete')}
              isBusy={isBusy}
              fault={fault?.sentence}
              onConfirm={() => undo(true)}
              onClose={() => setDeleting(false)}
            >
              <p>{t('deleteHelp')}</p>
            </Confirm>
          )}
        </>
      )}
    </Answer>
  );
}
