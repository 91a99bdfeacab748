import { useTranslation } from 'react-i18next';
import { ShownOnce } from '../kit/shown-once.tsx';

const HERE = new Set(['localhost', '127.0.0.1', '[::1]']);

type Props = {
  label: string;
  text: string;
  isLink?: boolean;
  /** What to say about it, if it is neither a link nor a password. */
  help?: string;
  takesFocus?: boolean;
};

/** A link, a password or another secret that is shown only once. Says if a link works on this computer only. */
export function Secret({ isLink = false, help, ...shown }: Props) {
  const { t } = useTranslation('settings');
  const isOnlyHere = isLink && HERE.has(new URL(shown.text).hostname);
  return (
    <ShownOnce {...shown}>
      <p>{help ?? t(isLink ? 'linkOnce' : 'passwordOnce')}</p>
      {isOnlyHere && <p>{t('onlyHere')}</p>}
    </ShownOnce>
  );
}
