import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Fact } from '../expenses/facts.tsx';
import { RejectForm } from '../expenses/reject-form.tsx';
import { currentLanguage } from '../i18n/i18n.ts';
import { Button } from '../kit/button.tsx';
import { dateText } from '../kit/dates.ts';
import { MarkedText } from '../kit/marked-text.tsx';
import { amountText, minorOf, moneyText } from '../kit/money.ts';
import { nameOf } from '../kit/record-name.ts';
import { FaultNotice } from '../problems/fault-notice.tsx';
import { type Fault, useFaults } from '../problems/problems.ts';
import { isStale } from '../session/api.ts';
import { useCan } from '../session/session.ts';
import { announce } from '../shell/status.ts';
import { decide, type WaitingItem as Item } from './queries.ts';

type Props = { item: Item; onDone: () => void };

/** A transfer or an adjusting entry that waits: what it is, what it does to balances, and the two decisions. */
export function WaitingItem({ item, onDone }: Props) {
  const { t } = useTranslation('approvals');
  return (
    <article className="sheet screen-part">
      <h2>
        <Title item={item} />
      </h2>
      <dl className="expense-facts">
        <Fact title={t('kind')}>{t(`kind_${item.kind}`)}</Fact>
        <Fact title={t('amount')}>
          <strong className="expense-amount">{moneyText(minorOf(item.amount))}</strong>
        </Fact>
        <Fact title={t('date')}>{dateText(item.date, currentLanguage(), 'withWeekday')}</Fact>
        {item.requestedByName !== null && (
          <Fact title={t('enteredBy')}>
            <MarkedText text={item.requestedByName} />
          </Fact>
        )}
        {item.effects.length > 0 && (
          <Fact title={t('effects')}>
            <ul className="approval-effects">
              {item.effects.map((effect) => (
                <li key={`${effect.account} ${effect.fund}`}>
                  <Effect effect={effect} />
                </li>
              ))}
            </ul>
          </Fact>
        )}
      </dl>
      <Decision item={item} onDone={onDone} />
    </article>
  );
}

/** What it is for. Who may read the books can open the document. */
function Title({ item: { kind, id, description } }: { item: Item }) {
  const text = <MarkedText text={description} />;
  return useCan('reports.read') ? <Link href={`/reports/documents/${kind}/${id}`}>{text}</Link> : text;
}

function Effect({ effect: { account, fund, nameZh, change } }: { effect: Item['effects'][number] }) {
  const { t } = useTranslation('approvals');
  const name = nameOf({ name: account ?? fund ?? '', nameZh });
  const amount = `${change > 0 ? '+' : ''}${amountText(change)}`;
  return <MarkedText text={t(fund === undefined ? 'effectAccount' : 'effectFund', { name, amount })} />;
}

function Decision({ item, onDone }: Props) {
  const { t } = useTranslation('approvals');
  const faults = useFaults();
  const [isRejecting, setRejecting] = useState(false);
  const [state, setState] = useState<{ fault?: Fault; busy?: 'approve' | 'reject' }>({});
  const settle = async (reason?: string) => {
    setState({ busy: reason === undefined ? 'approve' : 'reject' });
    try {
      await decide(item, reason);
      announce(t(reason === undefined ? 'approved' : 'rejected', { name: item.description }));
      onDone();
    } catch (error) {
      setState({ fault: isStale(error) ? { sentence: t('changedMeanwhile'), fields: {} } : faults(error) });
    }
  };
  const { fault, busy } = state;
  return (
    <div className="decision no-print">
      {fault && <FaultNotice fault={fault} />}
      {isRejecting ? (
        <RejectForm
          busy={busy === 'reject'}
          fault={fault}
          onReject={(reason) => void settle(reason)}
          onCancel={() => setRejecting(false)}
        />
      ) : (
        <div className="screen-actions">
          <Button kind="primary" isBusy={busy === 'approve'} onClick={() => void settle()}>
            {t('approve')}
          </Button>
          <Button onClick={() => setRejecting(true)}>{t('reject')}</Button>
        </div>
      )}
    </div>
  );
}
