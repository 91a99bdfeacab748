import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { currentLanguage } from '../i18n/i18n.ts';
import { Button } from '../kit/button.tsx';
import { Confirm } from '../kit/confirm.tsx';
import { Notice } from '../kit/notice.tsx';
import { SelectField } from '../kit/select-field.tsx';
import { sleep } from '../kit/sleep.ts';
import { useFirstFocus } from '../kit/use-first-focus.ts';
import { useSaving } from '../kit/use-saving.ts';
import { useSendKey } from '../kit/use-send-key.ts';
import { MissedList } from './missed.tsx';
import { type Locale, sendMessage } from './queries.ts';
import { batchOf } from './refusals.ts';
import type { Draft, Preview, SendResult } from './types.ts';
import { Unset, useMissing } from './unset.tsx';
import { sendWatched } from './watched.ts';

type Props = { draft: Draft; memberIds: number[]; previews: readonly Preview[]; onBack: () => void };

/** After this time, the page asks which batch is being sent, and shows its progress. */
const ASK_AFTER_MS = 1500;
const wait = () => sleep(ASK_AFTER_MS);

const LOCALES = ['en-US', 'zh-TW'] as const satisfies readonly Locale[];

/** The last look at a message: its text in both languages, who gets it by which way, and who does not. */
export function Check({ draft, memberIds, previews, onBack }: Props) {
  const { t } = useTranslation('messages');
  const [, navigate] = useLocation();
  const [locale, setLocale] = useState<Locale>(currentLanguage() === 'zh-TW' ? 'zh-TW' : 'en-US');
  const [isAsking, setAsking] = useState(false);
  const isSetUp = useMissing(draft.way).length === 0;
  const { key } = useSendKey();
  const preview = useFirstFocus<HTMLElement>();
  const { fault, isBusy, save } = useSaving<SendResult>(({ batchId }) => navigate(`/messages/batches/${batchId}`));
  const shown = previews[draft.way === 'email' ? LOCALES.indexOf(locale) : 0];
  if (!shown) return null;
  const by = (channel: 'Email' | 'Line') => shown.recipients.filter((one) => one.channel === channel);
  const follow = (batchId: string) => navigate(`/messages/batches/${batchId}`);
  const send = async () => {
    setAsking(false);
    await save(
      () =>
        sendWatched(() => sendMessage(draft, memberIds, key, locale), { onBatch: follow, batchOf, wait }).catch(
          (error: unknown) => {
            // The batch was created before the answer was lost, so its page shows how far it was sent.
            const batchId = batchOf(error);
            if (batchId !== undefined) follow(batchId);
            throw error;
          },
        ),
      ({ sent, failed }) => t('sentCount', { sent, failed }),
    );
  };
  return (
    <div className="screen-part">
      {fault && <Notice tone="bad">{fault.sentence}</Notice>}
      <Unset way={draft.way} />
      {draft.way === 'email' && (
        <SelectField
          label={t('language')}
          help={t('languageHelp')}
          value={locale}
          options={LOCALES.map((value) => ({ value, label: value === 'zh-TW' ? '繁體中文' : 'English' }))}
          onChange={(value) => setLocale(value as Locale)}
        />
      )}
      <section ref={preview} tabIndex={-1} className="sheet message-preview" aria-label={t('preview')}>
        {shown.subject !== null && <h2>{shown.subject}</h2>}
        <p>{shown.text}</p>
      </section>
      <ul className="message-counts">
        {by('Email').length > 0 && <li>{t('byEmail', { count: by('Email').length })}</li>}
        {by('Line').length > 0 && <li>{t('byLine', { count: by('Line').length })}</li>}
      </ul>
      <MissedList missed={shown.skipped} />
      <div className="screen-actions">
        {shown.recipients.length > 0 && isSetUp && (
          <Button kind="primary" isBusy={isBusy} onClick={() => setAsking(true)}>
            {t('send', { count: shown.recipients.length })}
          </Button>
        )}
        <Button onClick={onBack}>{t('back')}</Button>
      </div>
      {isAsking && (
        <Confirm
          title={t('send', { count: shown.recipients.length })}
          action={t('sendNow')}
          kind="primary"
          onConfirm={() => void send()}
          onClose={() => setAsking(false)}
        >
          <p>{t('sendHelp')}</p>
        </Confirm>
      )}
    </div>
  );
}
