import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Answer } from '../kit/answer.tsx';
import { Button } from '../kit/button.tsx';
import { Confirm } from '../kit/confirm.tsx';
import { Notice } from '../kit/notice.tsx';
import { useFaults } from '../problems/problems.ts';
import { queryClient } from '../session/query-client.ts';
import { announce } from '../shell/status.ts';
import { RecordForm } from './record-form.tsx';
import type { Versioned } from './store.ts';
import { WebhookDeliveries } from './webhook-deliveries.tsx';
import { useEndpointFields } from './webhook-fields.ts';
import {
  type Endpoint,
  endpointQuery,
  moveEndpoint,
  removeEndpoint,
  rotateSecret,
  saveEndpoint,
  testEndpoint,
} from './webhook-queries.ts';

type Props = { id: number; onSecret: (secret: string) => void; onClose: () => void };

/** One endpoint: its form, what can be done with it, and its deliveries. */
export function WebhookEndpoint({ id, ...rest }: Props) {
  return <Answer query={useQuery(endpointQuery(id))}>{(seen) => <Opened seen={seen} {...rest} />}</Answer>;
}

type OpenedProps = Omit<Props, 'id'> & { seen: Versioned<Endpoint> };

function Opened({ seen, onSecret, onClose }: OpenedProps) {
  const { t } = useTranslation('settings');
  const { id, url, description, isActive, switchedOffReason } = seen.record;
  return (
    <>
      {!isActive && <Notice tone="warn">{t(`webhookOffHelp_${switchedOffReason ?? 'Owner'}`)}</Notice>}
      <RecordForm<Endpoint>
        label={description ?? url}
        groups={[{ fields: useEndpointFields() }]}
        before={seen}
        readAgain={() => queryClient.fetchQuery({ ...endpointQuery(id), staleTime: 0 })}
        save={(body, basis) => saveEndpoint(id, body, (basis ?? seen).etag)}
        saidWhenDone={t('saved')}
        onDone={onClose}
        onCancel={onClose}
      />
      <Steps endpoint={seen.record} onSecret={onSecret} onClose={onClose} />
      <WebhookDeliveries endpoint={seen.record} />
    </>
  );
}

type StepsProps = Omit<Props, 'id'> & { endpoint: Endpoint };

function Steps({ endpoint, onSecret, onClose }: StepsProps) {
  const { t } = useTranslation('settings');
  const faults = useFaults();
  const [problem, setProblem] = useState<string>();
  const [asks, setAsks] = useState<'rotate' | 'remove'>();
  const { id, isActive } = endpoint;
  const attempt = async (act: () => Promise<void>) => {
    setAsks(undefined);
    setProblem(undefined);
    try {
      await act();
    } catch (error) {
      setProblem(faults(error).sentence);
    }
  };
  const test = () =>
    attempt(async () => {
      await testEndpoint(id);
      announce(t('testSent'));
    });
  const move = (step: 'activate' | 'deactivate') =>
    attempt(async () => {
      await moveEndpoint(id, step);
      announce(t(step === 'activate' ? 'webhookOn' : 'webhookOff'));
    });
  const rotate = () =>
    attempt(async () => {
      onSecret(await rotateSecret(id));
      announce(t('secretMade'));
    });
  const remove = () =>
    attempt(async () => {
      await removeEndpoint(id);
      announce(t('webhookRemoved'));
      onClose();
    });
  return (
    <>
      {problem !== undefined && <Notice tone="bad">{problem}</Notice>}
      <div className="screen-actions">
        {isActive && <Button onClick={() => void test()}>{t('sendTest')}</Button>}
        <Button onClick={() => void move(isActive ? 'deactivate' : 'activate')}>
          {t(isActive ? 'switchOff' : 'switchOn')}
        </Button>
        <Button onClick={() => setAsks('rotate')}>{t('newSecret')}</Button>
        <Button onClick={() => setAsks('remove')}>{t('removeWebhook')}</Button>
      </div>
      {asks === 'rotate' && (
        <Confirm
          title={t('newSecret')}
          action={t('newSecret')}
          kind="primary"
          onConfirm={() => void rotate()}
          onClose={() => setAsks(undefined)}
        >
          <p>{t('newSecretHelp')}</p>
        </Confirm>
      )}
      {asks === 'remove' && (
        <Confirm
          title={t('removeWebhook')}
          action={t('removeWebhook')}
          onConfirm={() => void remove()}
          onClose={() => setAsks(undefined)}
        >
          <p>{t('removeWebhookHelp')}</p>
        </Confirm>
      )}
    </>
  );
}
