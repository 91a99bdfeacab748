import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Answer } from '../kit/answer.tsx';
import { Button } from '../kit/button.tsx';
import { instantText } from '../kit/dates.ts';
import { currentLanguage } from '../i18n/i18n.ts';
import { Notice } from '../kit/notice.tsx';
import { useFocusBack, useFocusOnLoss } from '../kit/use-focus-back.ts';
import { readMe, useMe } from '../session/session.ts';
import { announce } from '../shell/status.ts';
import { AppSetup } from './app-setup.tsx';
import { LastFactor, PasswordConfirm } from './password-confirm.tsx';
import { Passkeys } from './passkeys.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { RememberedDevices } from './remembered-devices.tsx';
import { type OwnSecondFactor, removeApp, replaceCodes, secondFactorQuery } from './second-factor-queries.ts';
import './second-factor.css';

/** What the account has besides the password: an authenticator app, passkeys, recovery codes, remembered browsers. */
export function SecondFactor() {
  const { t } = useTranslation('account');
  const { secondFactor } = useMe();
  const [codes, setCodes] = useState<readonly string[]>();
  const query = useQuery(secondFactorQuery);
  const heading = useFocusOnLoss<HTMLHeadingElement>(codes ? 1 : 0);
  // The account itself is read again only after the codes were kept.
  const isSetUp = query.data?.state === 'SetUp';
  // The account opens the other screens only after the codes were kept, because they are shown only once.
  const take = (fresh: readonly string[] | null) => {
    if (fresh) setCodes(fresh);
    else void readMe();
  };
  const kept = () => {
    setCodes(undefined);
    void readMe();
  };
  return (
    <section className="screen-part" id="second-factor" aria-label={t('secondFactor')}>
      <h2 ref={heading} tabIndex={-1}>
        {t('secondFactor')}
      </h2>
      {secondFactor === 'Required' && !isSetUp && <Notice tone="warn">{t('isRequired')}</Notice>}
      {secondFactor === 'Advised' && !isSetUp && <Notice tone="warn">{t('isAdvised')}</Notice>}
      <p className="account-help">{t('secondFactorHelp')}</p>
      {codes && <RecoveryCodes codes={codes} onDone={kept} />}
      <Answer query={query}>
        {(own) => (
          <>
            <App own={own} onChanged={take} />
            <Passkeys own={own} onChanged={take} />
            {own.state === 'SetUp' && <CodesLeft own={own} onChanged={take} />}
            {own.rememberedDevices.length > 0 && <RememberedDevices devices={own.rememberedDevices} />}
          </>
        )}
      </Answer>
    </section>
  );
}

type PartProps = {
  own: OwnSecondFactor;
  /** Called after a change, with the recovery codes that came with it. */
  onChanged: (codes: readonly string[] | null) => void;
};

function App({ own, onChanged }: PartProps) {
  const { authenticator } = own;
  const { t } = useTranslation('account');
  const [step, setStep] = useState<'setUp' | 'remove'>();
  const place = useFocusBack<HTMLElement>(step);
  const heading = useFocusOnLoss<HTMLHeadingElement>(authenticator ? 1 : 0);
  const done = (codes: readonly string[] | null) => {
    setStep(undefined);
    onChanged(codes);
  };
  return (
    <section className="account-part" aria-label={t('app')} ref={place}>
      <h3 ref={heading} tabIndex={-1}>
        {t('app')}
      </h3>
      <p>
        {authenticator
          ? t('appSince', { date: instantText(authenticator.confirmedAt, currentLanguage()) })
          : t('appHelp')}
      </p>
      {step === 'setUp' && <AppSetup onDone={done} onCancel={() => setStep(undefined)} />}
      {step === 'remove' && (
        <PasswordConfirm
          label={t('removeApp')}
          kind="danger"
          confirm={async (password) => {
            await removeApp(password);
            announce(t('appRemoved'));
            done(null);
          }}
          onCancel={() => setStep(undefined)}
        >
          {own.passkeys.length === 0 && <LastFactor />}
        </PasswordConfirm>
      )}
      {step === undefined && (
        <div className="screen-actions">
          <Button data-opens="setUp" kind={authenticator ? 'plain' : 'primary'} onClick={() => setStep('setUp')}>
            {t(authenticator ? 'replaceApp' : 'setUpApp')}
          </Button>
          {authenticator && (
            <Button data-opens="remove" onClick={() => setStep('remove')}>
              {t('removeApp')}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

function CodesLeft({ own: { recoveryCodesLeft }, onChanged }: PartProps) {
  const { t } = useTranslation('account');
  const [isOpen, setOpen] = useState(false);
  const place = useFocusBack<HTMLElement>(isOpen ? 'codes' : undefined);
  return (
    <section className="account-part" aria-label={t('recoveryCodes')} ref={place}>
      <h3>{t('recoveryCodes')}</h3>
      <p>{t('codesLeft', { count: recoveryCodesLeft })}</p>
      {isOpen ? (
        <PasswordConfirm
          label={t('replaceCodes')}
          confirm={async (password) => {
            onChanged(await replaceCodes(password));
            setOpen(false);
          }}
          onCancel={() => setOpen(false)}
        />
      ) : (
        <div className="screen-actions">
          <Button data-opens="codes" onClick={() => setOpen(true)}>
            {t('replaceCodes')}
          </Button>
        </div>
      )}
    </section>
  );
}
