import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Schemas } from '../../client/client.ts';
import { Answer } from '../kit/answer.tsx';
import { Button } from '../kit/button.tsx';
import { Notice } from '../kit/notice.tsx';
import { SelectField } from '../kit/select-field.tsx';
import { TextField } from '../kit/text-field.tsx';
import { useSaving } from '../kit/use-saving.ts';
import { useSendKey } from '../kit/use-send-key.ts';
import { FaultNotice } from '../problems/fault-notice.tsx';
import { queryClient } from '../session/query-client.ts';
import type { Field } from './fields.ts';
import { mailQuery, type MailServer as Mail, saveMail, sendTest } from './queries.ts';
import { RecordForm } from './record-form.tsx';
import type { Versioned } from './store.ts';

/** The mail server of the church, what it allows, and a letter that shows whether it works. */
export function MailServer() {
  const { t } = useTranslation('settings');
  return (
    <section className="screen-part">
      <h2>{t('part_mail')}</h2>
      <p className="settings-help">{t('mailHelp')}</p>
      <Answer query={useQuery(mailQuery)}>
        {(seen) => (
          <>
            {seen.record.source === 'Configuration' && <Notice tone="plain">{t('mailFromConfiguration')}</Notice>}
            <Server seen={seen} />
            {seen.record.source !== null && <TestLetter />}
          </>
        )}
      </Answer>
    </section>
  );
}

type Preset = Mail['presets'][number]['name'];

function Server({ seen }: { seen: Versioned<Mail> }) {
  const { t } = useTranslation('settings');
  const { record, etag } = seen;
  const [preset, setPreset] = useState<Preset | '' | undefined>();
  const chosen = record.presets.find(({ name }) => name === preset);
  const isOwn = record.source === 'Configuration';
  const name = preset ?? record.preset ?? '';
  const shown: Mail = chosen ? { ...record, ...serverOf(chosen) } : record;
  const fields = useFields(shown);
  return (
    <>
      {!isOwn && (
        <SelectField
          label={t('mailPreset')}
          help={t('mailPresetHelp')}
          value={name}
          options={[
            { value: '', label: t('mailOther') },
            ...record.presets.map((one) => ({ value: one.name, label: one.title })),
          ]}
          onChange={(value) => setPreset(value as Preset | '')}
        />
      )}
      {record.isMicrosoft && <Notice tone="warn">{t('mailMicrosoft')}</Notice>}
      <RecordForm<Mail>
        key={name}
        label={t('part_mail')}
        groups={[...(isOwn ? [] : [{ fields: fields.server }]), { legend: t('mailLimits'), fields: fields.limits }]}
        before={{ record: shown, etag }}
        readAgain={() => queryClient.fetchQuery({ ...mailQuery, staleTime: 0 })}
        save={(body, basis) => saveMail(isOwn ? body : { ...body, preset: name || null }, (basis ?? seen).etag)}
        saidWhenDone={t('saved')}
        onDone={() => setPreset(undefined)}
      />
    </>
  );
}

const serverOf = ({ host, port, maxConnections, perMinute, perDay }: Mail['presets'][number]) => ({
  host,
  port,
  maxConnections,
  perMinute,
  perDay,
});

/** Returns the fields of the server, and those of its limits. */
function useFields({ isMicrosoft }: Mail): { server: Field[]; limits: Field[] } {
  const { t } = useTranslation('settings');
  return {
    server: [
      { name: 'host', label: t('mailHost'), help: t('mailHostHelp'), max: 253 },
      { name: 'port', label: t('mailPort'), kind: 'number', help: t('mailPortHelp'), isRequired: true, max: 5 },
      { name: 'user', label: t('mailUser'), help: t('mailUserHelp'), max: 320 },
      {
        name: 'password',
        label: t('mailPassword'),
        kind: 'secret',
        help: t(isMicrosoft ? 'mailMicrosoftPassword' : 'mailPasswordHelp'),
        max: 1000,
      },
      { name: 'from', label: t('mailFrom'), help: t('mailFromHelp'), max: 320 },
    ],
    limits: [
      { name: 'maxConnections', label: t('mailConnections'), kind: 'number', isRequired: true, max: 2 },
      { name: 'perMinute', label: t('mailPerMinute'), kind: 'number', help: t('mailNoLimit'), max: 5 },
      { name: 'perDay', label: t('mailPerDay'), kind: 'number', help: t('mailNoLimit'), max: 7 },
    ],
  };
}

function TestLetter() {
  const { t } = useTranslation('settings');
  const [to, setTo] = useState('');
  const [result, setResult] = useState<Schemas['SendResult']>();
  const { key, renew } = useSendKey();
  const { fault, isBusy, save } = useSaving<Schemas['SendResult']>((sent) => {
    renew();
    setResult(sent);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setResult(undefined);
    void save(
      () => sendTest(to, key),
      (sent) => t(`mailTest_${resultOf(sent)}`),
    );
  };
  return (
    <form className="record-form sheet" aria-label={t('mailTest')} onSubmit={submit}>
      {fault && <FaultNotice fault={fault} />}
      <TextField
        label={t('mailTestTo')}
        type="email"
        required
        maxLength={254}
        value={to}
        fault={fault?.fields['to']}
        onChange={(event) => setTo(event.target.value)}
      />
      <div className="screen-actions">
        <Button type="submit" isBusy={isBusy}>
          {t('mailTest')}
        </Button>
      </div>
      {result && <TestResult result={result} />}
    </form>
  );
}

const resultOf = ({ results }: Schemas['SendResult']) => results[0]?.result ?? 'failed';

function TestResult({ result }: { result: Schemas['SendResult'] }) {
  const { t } = useTranslation('settings');
  const how = resultOf(result);
  return (
    <Notice tone={how === 'sent' ? 'plain' : 'bad'}>
      <p>{t(`mailTest_${how}`)}</p>
      {how !== 'sent' && <p>{result.results[0]?.error}</p>}
      <Link href={`/messages/batches/${result.batchId}`}>{t('mailTestHistory')}</Link>
    </Notice>
  );
}
