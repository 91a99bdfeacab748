import { useTranslation } from 'react-i18next';
import { Button } from '../kit/button.tsx';
import { Notice } from '../kit/notice.tsx';
import { announce } from '../shell/status.ts';

const HERE = new Set(['localhost', '127.0.0.1', '[::1]']);

type Props = {
  label: string;
  text: string;
  isLink?: boolean;
  /** What to say about it, if it is neither a link nor a password. */
  help?: string;
};

/** A link, a password or another secret that is shown only once, with a button to copy it. Says if a link works on this computer only. */
export function Secret({ label, text, isLink = false, help }: Props) {
  const { t } = useTranslation('settings');
  const isOnlyHere = isLink && HERE.has(new URL(text).hostname);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    announce(t('copied'));
  };
  return (
    <Notice tone="warn">
      <div className="secret-once">
        <strong>{label}</strong> <code>{text}</code>
        <Button onClick={() => void copy()}>{t('copy')}</Button>
      </div>
      <p>{help ?? t(isLink ? 'linkOnce' : 'passwordOnce')}</p>
      {isOnlyHere && <p>{t('onlyHere')}</p>}
    </Notice>
  );
}
