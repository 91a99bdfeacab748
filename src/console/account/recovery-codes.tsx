import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/i18n.ts';
import { Button } from '../kit/button.tsx';
import { churchQuery } from '../kit/church.ts';
import { dateText } from '../kit/dates.ts';
import { download } from '../kit/download.ts';
import { useCopy } from '../kit/use-copy.ts';
import { useFirstFocus } from '../kit/use-first-focus.ts';
import { useMe } from '../session/session.ts';

type Props = { codes: readonly string[]; onDone: () => void };

/** The recovery codes, which are shown only once, to print, copy or save. */
export function RecoveryCodes({ codes, onDone }: Props) {
  const { t } = useTranslation('account');
  const { t: kit } = useTranslation();
  const { displayName, email } = useMe();
  const { data: church } = useQuery(churchQuery);
  const heading = useFirstFocus<HTMLHeadingElement>();
  const { shown, copy } = useCopy<HTMLOListElement>();
  const text = `${codes.join('\n')}\n`;
  return (
    <section className="sheet recovery-codes" aria-label={t('keepCodes')}>
      <p className="recovery-codes-head">{church?.name}</p>
      <h3 ref={heading} tabIndex={-1}>
        {t('keepCodes')}
      </h3>
      <p>{t('keepCodesHelp')}</p>
      <ol ref={shown} aria-label={t('recoveryCodes')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="recovery-codes-head">
        <p>{t('codesOf', { name: displayName, email })}</p>
        {church && <p>{t('codesAt', { address: location.origin, date: dateText(church.today, currentLanguage()) })}</p>}
      </div>
      <div className="screen-actions no-print">
        <Button onClick={() => print()}>{t('printCodes')}</Button>
        <Button onClick={() => void copy(text, t('codesCopied'))}>{kit('copy')}</Button>
        <Button onClick={() => download(new Blob([text]), 'vestry-recovery-codes.txt')}>{t('saveCodes')}</Button>
        <Button kind="primary" onClick={onDone}>
          {t('codesKept')}
        </Button>
      </div>
    </section>
  );
}
