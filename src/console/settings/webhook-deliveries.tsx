import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/i18n.ts';
import { Answer } from '../kit/answer.tsx';
import { Button } from '../kit/button.tsx';
import { DataTable } from '../kit/data-table.tsx';
import { instantText } from '../kit/dates.ts';
import { listText } from '../kit/list-text.ts';
import { Notice } from '../kit/notice.tsx';
import { Pager } from '../kit/pager.tsx';
import { useAddress } from '../kit/use-address.ts';
import { useFaults } from '../problems/problems.ts';
import { announce } from '../shell/status.ts';
import { useEventNames } from './webhook-fields.ts';
import { type Delivery, deliveriesQuery, type Endpoint, repeatDelivery } from './webhook-queries.ts';

/** The events for an endpoint, and how their delivery went. */
export function WebhookDeliveries({ endpoint: { id, isActive } }: { endpoint: Endpoint }) {
  const { t } = useTranslation('settings');
  const faults = useFaults();
  const address = useAddress();
  const names = useEventNames();
  // The subject of a test is the test itself.
  const nameOf = ({ event, subjectId }: Delivery) =>
    event === 'endpoint.test' ? names(event) : `${names(event)} (${subjectId})`;
  const timeOf = ({ occurredAt }: Delivery) => instantText(occurredAt, currentLanguage());
  const [problem, setProblem] = useState<string>();
  const repeat = async ({ id: deliveryId }: Delivery) => {
    setProblem(undefined);
    try {
      await repeatDelivery(id, deliveryId);
      announce(t('sentAgain'));
    } catch (error) {
      setProblem(faults(error).sentence);
    }
  };
  return (
    <section className="screen-part" aria-label={t('deliveries')}>
      <h3>{t('deliveries')}</h3>
      {problem !== undefined && <Notice tone="bad">{problem}</Notice>}
      <Answer query={useQuery(deliveriesQuery(id, address.page))}>
        {({ items, page, totalPages }) => (
          <>
            {items.length === 0 && <p className="empty">{t('noDeliveries')}</p>}
            {items.length > 0 && (
              <DataTable
                label={t('deliveries')}
                rows={items}
                keyOf={(item) => item.id}
                columns={[
                  {
                    key: 'when',
                    title: t('webhookWhen'),
                    kind: 'date',
                    cell: timeOf,
                  },
                  {
                    key: 'event',
                    title: t('webhookEvent'),
                    cell: (item) => <span className="webhook-name">{nameOf(item)}</span>,
                  },
                  { key: 'state', title: t('state'), cell: (item) => <State delivery={item} /> },
                  {
                    key: 'repeat',
                    title: t('sendAgain'),
                    cell: (item) =>
                      isActive &&
                      item.state !== 'Pending' && (
                        <Button
                          aria-label={t('sendAgainNamed', { name: listText([nameOf(item), timeOf(item)]) })}
                          onClick={() => void repeat(item)}
                        >
                          {t('sendAgain')}
                        </Button>
                      ),
                  },
                ]}
              />
            )}
            <Pager page={page} pages={totalPages} onPage={(next) => address.set({ page: next })} />
          </>
        )}
      </Answer>
    </section>
  );
}

/** How a delivery went. */
function State({ delivery: { state, attempts, lastFailure, lastStatus, nextAttemptAt } }: { delivery: Delivery }) {
  const { t } = useTranslation('settings');
  const next = nextAttemptAt === null ? '' : instantText(nextAttemptAt, currentLanguage());
  return (
    <>
      {state === 'Pending' && attempts > 0 ? t('triedAgainAt', { time: next }) : t(`delivery_${state}`)}
      {lastFailure !== null && (
        <span className="field-help passage">{t(`failure_${lastFailure}`, { status: String(lastStatus) })}</span>
      )}
    </>
  );
}
