import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../kit/button.tsx';
import { Notice } from '../kit/notice.tsx';
import { textOf } from '../kit/form.ts';
import { TextField } from '../kit/text-field.tsx';
import { borrowFocus } from '../kit/borrow-focus.ts';
import { useTypingPause } from '../kit/typing.ts';
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

/**
 * A dialog for signing in again over the page, after the sign-in has ended in the middle of work. It opens at the next
 * pause in typing. The page does not hear of it: afterwards, the next key goes on with a half-typed text. The closed
 * dialog stays in the document, because Chromium shows no cursor in the field that gets the focus back if the dialog is
 * closed and removed in one step.
 */
export function SignInOver({ me, isInterrupted }: { me: Me; isInterrupted: boolean }) {
  const { t } = useTranslation('session');
  const dialog = useRef<HTMLDialogElement>(null);
  const isOpen = useTypingPause(isInterrupted);
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const giveBack = borrowFocus(() => open(dialog.current));
    return () => giveBack(() => dialog.current?.close());
  }, [isOpen]);
  return (
    <dialog
      className="sign-in-over"
      aria-label={t('signIn')}
      ref={dialog}
      // Chromium would close it at the second Escape, even if the page prevents that. A browser that does not know this
      // attribute yet leaves the dialog open if the page handles the key.
      closedby="none"
      onKeyDown={(event) => event.key === 'Escape' && event.preventDefault()}
    >
      {isOpen && (
        <>
          <h1>{t('signIn')}</h1>
          <p>{t('interrupted')}</p>
          <SignInForm email={me.email} />
        </>
      )}
    </dialog>
  );
}

function open(dialog: HTMLDialogElement | null): void {
  dialog?.showModal();
  // The e-mail address is already filled in.
  dialog?.querySelector<HTMLInputElement>('[name=password]')?.focus();
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
