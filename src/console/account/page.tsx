import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/i18n.ts';
import { Button } from '../kit/button.tsx';
import { instantText } from '../kit/dates.ts';
import { listText } from '../kit/list-text.ts';
import { Loading } from '../kit/loading.tsx';
import { Notice } from '../kit/notice.tsx';
import { Screen } from '../kit/page.tsx';
import { TextField } from '../kit/text-field.tsx';
import { useFaults } from '../problems/problems.ts';
import { useFocusOnLoss } from '../kit/use-focus-back.ts';
import { useSaving } from '../kit/use-saving.ts';
import { useMe } from '../session/session.ts';
import { announce } from '../shell/status.ts';
import { placeNameOf } from './device-name.ts';
import { changePassword, endSignIn, type SignIn, signInsQuery } from './queries.ts';
import { Keys } from './keys.tsx';
import { SecondFactor } from './second-factor.tsx';
import '../kit/table.css';

/** The account page: a form to change the password, and a list of the devices where the account is signed in. */
export function Page() {
  const { t } = useTranslation('account');
  const { email, displayName } = useMe();
  return (
    <Screen title={t('title')}>
      <p>{listText([displayName, email])}</p>
      <PasswordForm />
      <SecondFactor />
      <SignIns />
      <Keys />
    </Screen>
  );
}

function PasswordForm() {
  const { t } = useTranslation('account');
  const { mustChangePassword, email } = useMe();
  const form = useRef<HTMLFormElement>(null);
  const { fault, isBusy, save } = useSaving(() => form.current?.reset());
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const typed = (name: string) => values.get(name) as string;
    const body = { currentPassword: typed('currentPassword'), newPassword: typed('newPassword') };
    void save(() => changePassword(body), t('changed'));
  };
  return (
    <form className="sheet fields" aria-label={t('changePassword')} ref={form} onSubmit={submit}>
      {mustChangePassword && <Notice tone="warn">{t('mustChange')}</Notice>}
      {fault && <Notice tone="bad">{fault.sentence}</Notice>}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <TextField
        label={t('currentPassword')}
        name="currentPassword"
        type="password"
        autoComplete="current-password"
        required
        fault={fault?.fields['currentPassword']}
      />
      <TextField
        label={t('newPassword')}
        help={t('newPasswordHelp')}
        name="newPassword"
        type="password"
        autoComplete="new-password"
        minLength={12}
        maxLength={128}
        required
        fault={fault?.fields['newPassword']}
      />
      <div className="screen-actions">
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {t('changePassword')}
        </Button>
      </div>
    </form>
  );
}

function SignIns() {
  const { t } = useTranslation('account');
  const faults = useFaults();
  const { data, error } = useQuery(signInsQuery);
  const heading = useFocusOnLoss<HTMLHeadingElement>(data?.length ?? 0);
  if (error) return <Notice tone="bad">{faults(error).sentence}</Notice>;
  if (!data) return <Loading />;
  return (
    <section className="screen-part">
      <h2 ref={heading} tabIndex={-1}>
        {t('signIns')}
      </h2>
      <div className="table-frame">
        <table className="table" aria-label={t('signIns')}>
          <thead>
            <tr>
              <th scope="col">{t('device')}</th>
              <th scope="col">{t('lastUsed')}</th>
              <th scope="col">
                <span className="visually-hidden">{t('end')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {data.map((signIn) => (
              <SignInRow key={signIn.id} signIn={signIn} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function SignInRow({ signIn }: { signIn: SignIn }) {
  const { t } = useTranslation('account');
  const faults = useFaults();
  const [problem, setProblem] = useState<string>();
  const end = async () => {
    try {
      await endSignIn(signIn.id);
      announce(t('ended'));
    } catch (error) {
      setProblem(faults(error).sentence);
    }
  };
  const name = placeNameOf(signIn, t('unknownDevice'));
  return (
    <tr>
      <td>
        {name}
        {problem !== undefined && <span className="field-fault">{problem}</span>}
      </td>
      <td>{instantText(signIn.lastUsedAt, currentLanguage())}</td>
      <td className="date state">
        {signIn.current ? (
          t('thisOne')
        ) : (
          <Button aria-label={t('endNamed', { name })} onClick={() => void end()}>
            {t('end')}
          </Button>
        )}
      </td>
    </tr>
  );
}
