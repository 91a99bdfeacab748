import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../kit/button.tsx';
import { Notice } from '../kit/notice.tsx';
import { textOf } from '../kit/form.ts';
import { TextField } from '../kit/text-field.tsx';
import { useFaults } from '../problems/problems.ts';
import { Frame } from './frame.tsx';
import { canUsePasskeys, usePasskey } from './passkey.ts';
import { type Asked, askedBy, SecondStep } from './second-step.tsx';
import { type Me, signIn, signInWithPasskey } from './session.ts';
import './sign-in.css';

/** The sign-in page. After signing in, the person sees the screen for the current address. */
export function SignInPage() {
  const { t } = useTranslation('session');
  return (
    <Frame title={t('signIn')}>
      {globalThis.isSecureContext ? <SignInForm /> : <Notice tone="bad">{t('insecure')}</Notice>}
    </Frame>
  );
}

/** A dialog for signing in again over the page, after the sign-in has ended in the middle of work. */
export function SignInOver({ me }: { me: Me }) {
  const { t } = useTranslation('session');
  return (
    <dialog
      className="sign-in-over"
      aria-label={t('signIn')}
      ref={openModal}
      onCancel={(event) => event.preventDefault()}
    >
      <h1>{t('signIn')}</h1>
      <p>{t('interrupted')}</p>
      <SignInForm email={me.email} />
    </dialog>
  );
}

/** Opens the dialog over the page. When the dialog closes, the browser returns the focus to the field that had it. */
function openModal(dialog: HTMLDialogElement): () => void {
  dialog.showModal();
  // The e-mail address is already filled in.
  dialog.querySelector<HTMLInputElement>('[name=password]')?.focus();
  return () => dialog.close();
}

/** The steps of a sign-in: the password or a passkey, then the second factor if the account has one. */
function SignInForm({ email: known = '' }: { email?: string }) {
  const faults = useFaults();
  const [asked, setAsked] = useState<Asked>();
  const [email, setEmail] = useState(known);
  const [problem, setProblem] = useState<string>();
  const onExpired = (error: unknown) => {
    setAsked(undefined);
    setProblem(faults(error).sentence);
  };
  if (asked) return <SecondStep asked={asked} onExpired={onExpired} />;
  return <PasswordStep {...{ email, problem }} onEmail={setEmail} onProblem={setProblem} onAsked={setAsked} />;
}

type PasswordStepProps = {
  email: string;
  /** Called with the address that is sent, which stays when the password must be given again. */
  onEmail: (email: string) => void;
  problem: string | undefined;
  onProblem: (problem: string | undefined) => void;
  onAsked: (asked: Asked) => void;
};

function PasswordStep({ email, onEmail, problem, onProblem, onAsked }: PasswordStepProps) {
  const { t } = useTranslation('session');
  const faults = useFaults();
  const [busy, setBusy] = useState(false);
  const attempt = async (act: () => Promise<void>) => {
    setBusy(true);
    onProblem(undefined);
    try {
      await act();
    } catch (error) {
      const asked = askedBy(error);
      if (asked) return onAsked(asked);
      onProblem(faults(error).sentence);
      setBusy(false);
    }
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const values = new FormData(form);
    const login = { email: textOf(values, 'email'), password: values.get('password') as string };
    onEmail(login.email);
    await attempt(() => signIn(login));
    form.querySelector<HTMLInputElement>('[name=password]')?.select();
  };
  const withPasskey = () => attempt(async () => signInWithPasskey(await usePasskey(null)));
  return (
    <form className="sign-in-form" onSubmit={(event) => void submit(event)}>
      {problem !== undefined && <Notice tone="bad">{problem}</Notice>}
      <TextField
        label={t('email')}
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={email}
        autoFocus={email === ''}
        required
      />
      <TextField
        label={t('password')}
        name="password"
        type="password"
        autoComplete="current-password"
        autoFocus={email !== ''}
        required
      />
      <Button type="submit" kind="primary" isBusy={busy}>
        {t('signIn')}
      </Button>
      {canUsePasskeys() && (
        <Button isBusy={busy} onClick={() => void withPasskey()}>
          {t('usePasskey')}
        </Button>
      )}
    </form>
  );
}
