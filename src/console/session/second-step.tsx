import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../kit/button.tsx';
import { Checkbox } from '../kit/checkbox.tsx';
import { textOf } from '../kit/form.ts';
import { Notice } from '../kit/notice.tsx';
import { TextField } from '../kit/text-field.tsx';
import { useFaults } from '../problems/problems.ts';
import { Refusal } from './api.ts';
import { canUsePasskeys, usePasskey } from './passkey.ts';
import { showSecondFactor } from './session.ts';

/** What the service asks for after the password: the ticket of the sign-in, and what the account has. */
export type Asked = { ticket: string; methods: readonly string[] };

/** Returns what the service asks for, if a sign-in was refused because it needs a second factor. */
export function askedBy(error: unknown): Asked | undefined {
  if (!(error instanceof Refusal) || error.problem.code !== 'second_factor_required') return undefined;
  const { ticket = '', methods = [] } = error.problem;
  return { ticket, methods };
}

type Props = {
  asked: Asked;
  /** Called when the ticket has expired, so that the password must be given again. */
  onExpired: (error: unknown) => void;
};

/** The second step of a sign-in: a code, a recovery code or a passkey. */
export function SecondStep({ asked, onExpired }: Props) {
  const { t } = useTranslation('session');
  const faults = useFaults();
  const hasCode = asked.methods.includes('Code');
  const hasPasskey = asked.methods.includes('Passkey') && canUsePasskeys();
  const [isRecovery, setRecovery] = useState(!hasCode && !hasPasskey);
  const [remembers, setRemembers] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const attempt = async (act: () => Promise<void>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await act();
    } catch (error) {
      if (error instanceof Refusal && error.problem.code === 'invalid_ticket') return onExpired(error);
      setProblem(faults(error).sentence);
      setBusy(false);
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const box = event.currentTarget.querySelector('input');
    const typed = textOf(new FormData(event.currentTarget), 'code');
    const factor = isRecovery ? { recoveryCode: typed } : { code: typed };
    void attempt(() => showSecondFactor({ ticket: asked.ticket, ...factor, remember: remembers })).then(() =>
      box?.select(),
    );
  };
  const withPasskey = () =>
    attempt(async () => {
      const { ticket, credential } = await usePasskey(asked.ticket);
      await showSecondFactor({ ticket, passkey: credential, remember: remembers });
    });
  const toggle = () => {
    setRecovery(!isRecovery);
    setProblem(undefined);
  };
  const asksForCode = asked.methods.length > 0 && (hasCode || isRecovery);
  return (
    <form className="sign-in-form" aria-label={t('secondStep')} onSubmit={submit}>
      {asked.methods.length === 0 && <Notice tone="bad">{t('noWayHere')}</Notice>}
      {asked.methods.length > 0 && <p>{t(isRecovery ? 'recoveryHelp' : hasCode ? 'codeHelp' : 'passkeyHelp')}</p>}
      {problem !== undefined && <Notice tone="bad">{problem}</Notice>}
      {asksForCode && (
        <TextField
          key={String(isRecovery)}
          label={t(isRecovery ? 'recoveryCode' : 'code')}
          name="code"
          inputMode={isRecovery ? 'text' : 'numeric'}
          autoComplete={isRecovery ? 'off' : 'one-time-code'}
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          required
        />
      )}
      <Checkbox label={t('remember')} help={t('rememberHelp')} isChecked={remembers} onChange={setRemembers} />
      {asksForCode && (
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {t('goOn')}
        </Button>
      )}
      {hasPasskey && (
        <Button kind={asksForCode ? 'plain' : 'primary'} isBusy={isBusy} onClick={() => void withPasskey()}>
          {t('usePasskey')}
        </Button>
      )}
      {asked.methods.includes('RecoveryCode') && (
        <Button kind="quiet" onClick={toggle}>
          {t(isRecovery ? 'useOther' : 'useRecovery')}
        </Button>
      )}
    </form>
  );
}
