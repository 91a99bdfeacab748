import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { currentLanguage } from '../i18n/i18n.ts';
import { Answer } from '../kit/answer.tsx';
import { Button } from '../kit/button.tsx';
import { DataTable } from '../kit/data-table.tsx';
import { instantText } from '../kit/dates.ts';
import { listText } from '../kit/list-text.ts';
import { useAddress } from '../kit/use-address.ts';
import { useFocusBack } from '../kit/use-focus-back.ts';
import { RecordForm } from './record-form.tsx';
import { Secret } from './secret.tsx';
import { WebhookEndpoint } from './webhook-endpoint.tsx';
import { useEndpointFields, useEventNames, useStateText } from './webhook-fields.ts';
import { addEndpoint, type Endpoint, endpointsQuery, type ListedEndpoint } from './webhook-queries.ts';

/** The programs outside to which Vestry sends what happens. The address names the one that is open. */
export function Webhooks() {
  const { t } = useTranslation('settings');
  const address = useAddress();
  const opened = address.get('endpoint');
  const [secret, setSecret] = useState<{ id: string; text: string }>();
  const place = useFocusBack<HTMLElement>(opened || undefined);
  const open = (id: string | null) => address.set({ endpoint: id, page: null });
  return (
    <section className="screen-part" ref={place}>
      <header className="screen-head">
        <h2>{t('part_webhooks')}</h2>
        {opened === '' && (
          <Button data-opens="new" onClick={() => open('new')}>
            {t('addWebhook')}
          </Button>
        )}
      </header>
      <p className="settings-help">{t('webhooksHelp')}</p>
      {secret?.id === opened && <Secret label={t('webhookSecret')} text={secret.text} help={t('webhookSecretOnce')} />}
      {opened === 'new' && (
        <NewEndpoint
          onMade={(id, made) => {
            setSecret({ id: String(id), text: made });
            open(String(id));
          }}
          onCancel={() => open(null)}
        />
      )}
      {/^\d+$/.test(opened) && (
        <WebhookEndpoint
          key={opened}
          id={Number(opened)}
          onSecret={(text) => setSecret({ id: opened, text })}
          onClose={() => open(null)}
        />
      )}
      <Answer query={useQuery(endpointsQuery)}>{(endpoints) => <Endpoints endpoints={endpoints} />}</Answer>
    </section>
  );
}

type NewProps = { onMade: (id: number, secret: string) => void; onCancel: () => void };

function NewEndpoint({ onMade, onCancel }: NewProps) {
  const { t } = useTranslation('settings');
  const secret = useRef('');
  return (
    <RecordForm<Endpoint>
      label={t('addWebhook')}
      groups={[{ fields: useEndpointFields() }]}
      readAgain={() => Promise.reject(new Error('A new endpoint has no version.'))}
      save={async (body) => {
        const made = await addEndpoint(body);
        secret.current = made.secret ?? '';
        return { record: made.endpoint, etag: '' };
      }}
      saidWhenDone={t('webhookAdded')}
      onDone={({ record }) => onMade(record.id, secret.current)}
      onCancel={onCancel}
      takesFocus
    />
  );
}

function Endpoints({ endpoints }: { endpoints: readonly ListedEndpoint[] }) {
  const { t } = useTranslation('settings');
  const names = useEventNames();
  const stateText = useStateText();
  if (endpoints.length === 0) return <p className="empty">{t('noWebhooks')}</p>;
  return (
    <DataTable
      label={t('part_webhooks')}
      rows={endpoints}
      keyOf={({ id }) => id}
      columns={[
        {
          key: 'url',
          title: t('webhookUrl'),
          cell: ({ id, url, description }) => (
            <Link href={`?endpoint=${id}`} className="webhook-name" data-opens={id}>
              {description ?? url}
            </Link>
          ),
        },
        {
          key: 'events',
          title: t('webhookEvents'),
          isWideOnly: true,
          cell: ({ events }) => listText(events.map((event) => names(event))),
        },
        { key: 'state', title: t('state'), kind: 'state', cell: stateText },
        { key: 'pending', title: t('webhookWaiting'), kind: 'number', cell: ({ pending }) => pending },
        {
          key: 'last',
          title: t('webhookLast'),
          kind: 'date',
          isWideOnly: true,
          cell: ({ lastDeliveredAt }) =>
            lastDeliveredAt === null ? t('notYetAccepted') : instantText(lastDeliveredAt, currentLanguage()),
        },
      ]}
    />
  );
}
