import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../kit/button.tsx';
import { download } from '../kit/download.ts';
import { announce } from '../shell/status.ts';

type Props = { codes: readonly string[]; onDone: () => void };

/** The recovery codes, which are shown only once, to print, copy or save. */
export function RecoveryCodes({ codes, onDone }: Props) {
  const { t } = useTranslation('account');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const text = `${codes.join('\n')}\n`;
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    announce(t('codesCopied'));
  };
  return (
    <section className="sheet recovery-codes" aria-label={t('keepCodes')}>
      <h3 ref={heading} tabIndex={-1}>
        {t('keepCodes')}
      </h3>
      <p>{t('keepCodesHelp')}</p>
      <ol aria-label={t('recoveryCodes')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="screen-actions no-print">
        <Button onClick={() => print()}>{t('printCodes')}</Button>
        <Button onClick={() => void copy()}>{t('copyCodes')}</Button>
        <Button onClick={() => download(new Blob([text]), 'vestry-recovery-codes.txt')}>{t('saveCodes')}</Button>
        <Button kind="primary" onClick={onDone}>
          {t('codesKept')}
        </Button>
      </div>
    </section>
  );
}
