import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Button } from '../kit/button.tsx';
import { Notice } from '../kit/notice.tsx';
import { remember, remembered } from '../kit/tab-memory.ts';

const PUT_OFF = 'second-factor-put-off';

/** Asks a person whose account can do a lot to set up a second factor. `Not now` hides it until the next sign-in. */
export function SecondFactorAdvice() {
  const { t } = useTranslation('home');
  const [isPutOff, setPutOff] = useState(() => remembered(PUT_OFF, false) === true);
  if (isPutOff) return null;
  const putOff = () => {
    remember(PUT_OFF, true);
    setPutOff(true);
  };
  return (
    <Notice tone="warn">
      <p>{t('secondFactorAdvice')}</p>
      <div className="screen-actions">
        <Link href="/account" className="button">
          {t('setUpSecondFactor')}
        </Link>
        <Button kind="quiet" onClick={putOff}>
          {t('notNow')}
        </Button>
      </div>
    </Notice>
  );
}
