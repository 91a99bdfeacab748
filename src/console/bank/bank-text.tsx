import { useTranslation } from 'react-i18next';
import { MarkedText } from '../kit/marked-text.tsx';

/** A text of the bank. For money that came in, the service leaves it out if the person may not read givings. */
export function BankText({ text }: { text: string | null }) {
  const { t } = useTranslation('bank');
  return <MarkedText text={text ?? t('textHidden')} />;
}
