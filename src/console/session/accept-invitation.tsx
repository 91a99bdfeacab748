import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { Button } from '../kit/button.tsx';
import { Loading } from '../kit/loading.tsx';
import { Notice } from '../kit/notice.tsx';
import { TextField } from '../kit/text-field.tsx';
import { type Fault, useFaults } from '../problems/problems.ts';
import { answerOf, client, Refusal } from './api.ts';
import { Frame } from './frame.tsx';
import { type Asked, askedBy, SecondStep } from './second-step.tsx';
import { acceptInvitation } from './session.ts';
import './sign-in.css';

/** Read only once, because the address no longer contains the token after the password is set. */
const token = new URLSearchParams(location.search).get('token') ?? '';

/** The page that an invitation link opens. The person sets a first password and is then signed in. */
export function AcceptInvitation() {
  const { t } = useTranslation('session');
  const faults = useFaults();
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => answerOf(client.GET('/api/auth/invitations/{token}', { params: { path: { token } } })),
  });
  const [asked, setAsked] = useState<Asked>();
  const [isLate, setLate] = useState(false);
  const { data, error } = invitation;
  const isGone = error instanceof Refusal && (error.problem.status === 404 || error.problem.status === 400);
  return (
    <Frame title={t(asked && !isLate ? 'secondStep' : 'invitationTitle')}>
      {invitation.isPending && <Loading />}
      {error && <Notice tone="bad">{isGone ? t('invitationGone') : faults(error).sentence}</Notice>}
      {isGone && <ToSignIn help={t('maybeSet')} />}
      {asked && !isLate && <SecondStep asked={asked} onExpired={() => setLate(true)} />}
      {isLate && (
        <>
          <Notice tone="bad">{t('passwordSetButLate')}</Notice>
          <ToSignIn />
        </>
      )}
      {data && !asked && (
        <>
          <p>{t('invitationFor', { name: data.displayName, email: data.email })}</p>
          <PasswordForm email={data.email} onAsked={setAsked} />
        </>
      )}
    </Frame>
  );
}

/** The way on for somebody who has set the password already. */
function ToSignIn({ help }: { help?: string }) {
  const { t } = useTranslation('session');
  return (
    <p>
      {help} <a href="/sign-in">{t('signIn')}</a>
    </p>
  );
}

function PasswordForm({ email, onAsked }: { email: string; onAsked: (asked: Asked) => void }) {
  const { t } = useTranslation('session');
  const [, navigate] = useLocation();
  const faults = useFaults();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault>();
  const [isGone, setGone] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const newPassword = new FormData(event.currentTarget).get('newPassword') as string;
    setBusy(true);
    setFault(undefined);
    try {
      await acceptInvitation({ token, newPassword });
      navigate('/', { replace: true });
    } catch (error) {
      const asked = askedBy(error);
      if (asked) return onAsked(asked);
      const isUsed = error instanceof Refusal && error.problem.status === 404;
      setGone(isUsed);
      setFault(isUsed ? { sentence: t('invitationGone'), fields: {} } : faults(error));
      setBusy(false);
    }
  };
  return (
    <form className="sign-in-form" onSubmit={(event) => void submit(event)}>
      {fault && <Notice tone="bad">{fault.sentence}</Notice>}
      {isGone && <ToSignIn help={t('maybeSet')} />}
      <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
      <TextField
        label={t('newPassword')}
        help={t('newPasswordHelp')}
        name="newPassword"
        type="password"
        autoComplete="new-password"
        minLength={12}
        fault={fault?.fields['newPassword']}
        autoFocus
        required
      />
      <Button type="submit" kind="primary" isBusy={busy}>
        {t('setPassword')}
      </Button>
    </form>
  );
}
