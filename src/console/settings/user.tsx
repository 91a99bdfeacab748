import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { Answer } from '../kit/answer.tsx';
import { Button } from '../kit/button.tsx';
import { Confirm } from '../kit/confirm.tsx';
import { KeyTable } from '../kit/key-table.tsx';
import { keysQuery } from '../kit/keys.ts';
import { listText } from '../kit/list-text.ts';
import { Notice } from '../kit/notice.tsx';
import { Screen } from '../kit/page.tsx';
import { useFocusOnLoss } from '../kit/use-focus-back.ts';
import { useFaults } from '../problems/problems.ts';
import { queryClient } from '../session/query-client.ts';
import { useCan } from '../session/session.ts';
import { NotAllowed } from '../shell/not-found.tsx';
import { announce } from '../shell/status.ts';
import type { Field } from './fields.ts';
import {
  addUser,
  inviteUser,
  moveUser,
  resetPassword,
  resetSecondFactor,
  rolesQuery,
  saveUser,
  type User,
  userQuery,
} from './queries.ts';
import { RecordForm } from './record-form.tsx';
import { roleName, useMay } from './role-names.ts';
import { Secret } from './secret.tsx';
import type { Versioned } from './store.ts';
import './settings.css';

/** An account. The address `/settings/users/new` shows the form for a new one. */
export function Page({ id }: { id: string }) {
  if (!useCan('users.manage')) return <NotAllowed />;
  return id === 'new' ? <NewUser /> : <Existing id={Number(id)} />;
}

/** Returns the fields of an account. Each role says in plain words what it may do. */
function useFields(): Field[] {
  const { t } = useTranslation('settings');
  const may = useMay();
  const { data: roles = [] } = useQuery(rolesQuery);
  return [
    { name: 'displayName', label: t('displayName'), isRequired: true, max: 100 },
    { name: 'email', label: t('email'), kind: 'email', isRequired: true, max: 254 },
    { name: 'memberId', label: t('member'), kind: 'person' },
    {
      name: 'roles',
      label: t('roles'),
      kind: 'list',
      help: t('chooseRoles'),
      options: roles.map((role) => ({
        value: role.name,
        label: roleName(role),
        help: role.name === 'super_admin' ? t('mayAll') : listText(may(role)),
      })),
    },
  ];
}

function NewUser() {
  const { t } = useTranslation('settings');
  const [, navigate] = useLocation();
  const fields = useFields();
  const [link, setLink] = useState<string>();
  const [made, setMade] = useState<User>();
  if (made) {
    return (
      <Screen
        key="made"
        title={made.displayName}
        actions={<Button onClick={() => setMade(undefined)}>{t('addUser')}</Button>}
      >
        <p>{t('invited', { name: made.displayName })}</p>
        <Secret label={t('invitationLink')} text={link ?? ''} isLink takesFocus={false} />
        <p>
          <Link href="/settings/users">{t('part_users')}</Link>
        </p>
      </Screen>
    );
  }
  return (
    <Screen key="new" title={t('addUser')}>
      <RecordForm<User>
        label={t('addUser')}
        groups={[{ fields }]}
        readAgain={() => Promise.reject(new Error('A new account has no version.'))}
        save={async (body) => {
          const { user, invitation } = await addUser(body);
          setLink(invitation.url ?? '');
          return { record: user, etag: '' };
        }}
        saidWhenDone={t('saved')}
        onDone={({ record }) => setMade(record)}
        onCancel={() => navigate('/settings/users')}
      />
    </Screen>
  );
}

function Existing({ id }: { id: number }) {
  return <Answer query={useQuery(userQuery(id))}>{(seen) => <Account key={id} seen={seen} />}</Answer>;
}

function Account({ seen }: { seen: Versioned<User> }) {
  const { t } = useTranslation('settings');
  const [, navigate] = useLocation();
  const fields = useFields();
  const user = seen.record;
  return (
    <Screen title={user.displayName}>
      {!user.isActive && <Notice tone="warn">{t('isDeactivated')}</Notice>}
      {fields.at(-1)?.options?.length !== 0 && (
        <RecordForm<User>
          label={user.displayName}
          groups={[{ fields }]}
          before={seen}
          readAgain={() => queryClient.fetchQuery({ ...userQuery(user.id), staleTime: 0 })}
          save={(body, basis = seen) => saveUser(user.id, body, basis.etag)}
          saidWhenDone={t('saved')}
          onDone={() => navigate('/settings/users')}
          onCancel={() => navigate('/settings/users')}
        />
      )}
      <Steps user={user} />
      <UserKeys userId={user.id} />
      <p>
        <Link href="/settings/users">{t('part_users')}</Link>
      </p>
    </Screen>
  );
}

/** The keys with which programs act for this user, if there are any. */
function UserKeys({ userId }: { userId: number }) {
  const { t } = useTranslation();
  const { data = [] } = useQuery(keysQuery(userId));
  const heading = useFocusOnLoss<HTMLHeadingElement>(data.length);
  if (data.length === 0) return null;
  return (
    <section className="screen-part" aria-label={t('programKeys')}>
      <h2 ref={heading} tabIndex={-1}>
        {t('programKeys')}
      </h2>
      <KeyTable keys={data} />
    </section>
  );
}

/** What can be done with an account besides changing it. A link or a password is shown only once. */
function Steps({ user }: { user: User }) {
  const { t } = useTranslation('settings');
  const faults = useFaults();
  const [problem, setProblem] = useState<string>();
  const [secret, setSecret] = useState<{ kind: 'link' | 'password'; text: string }>();
  const [isResetting, setResetting] = useState(false);
  const attempt = async (act: () => Promise<void>) => {
    setProblem(undefined);
    try {
      await act();
    } catch (error) {
      setProblem(faults(error).sentence);
    }
  };
  const move = (step: 'activate' | 'deactivate') =>
    attempt(async () => {
      await moveUser(user.id, step);
      const back = step === 'activate' ? 'deactivate' : 'activate';
      announce(
        t(step === 'activate' ? 'activatedNow' : 'deactivatedNow', { name: user.displayName }),
        () => void attempt(async () => void (await moveUser(user.id, back))),
      );
    });
  return (
    <section className="screen-part" aria-label={t('access')}>
      <h2>{t('access')}</h2>
      {problem !== undefined && <Notice tone="bad">{problem}</Notice>}
      {secret && (
        <Secret
          label={t(secret.kind === 'link' ? 'invitationLink' : 'temporaryPassword')}
          text={secret.text}
          isLink={secret.kind === 'link'}
        />
      )}
      <div className="screen-actions">
        {user.isActive && (
          <>
            <Button
              onClick={() => void attempt(async () => setSecret({ kind: 'link', text: await inviteUser(user.id) }))}
            >
              {t('newInvitation')}
            </Button>
            <Button
              onClick={() =>
                void attempt(async () => setSecret({ kind: 'password', text: await resetPassword(user.id) }))
              }
            >
              {t('resetPassword')}
            </Button>
            {user.hasSecondFactor && <Button onClick={() => setResetting(true)}>{t('resetSecondFactor')}</Button>}
            <Button onClick={() => void move('deactivate')}>{t('deactivate')}</Button>
          </>
        )}
        {!user.isActive && <Button onClick={() => void move('activate')}>{t('activate')}</Button>}
      </div>
      {isResetting && (
        <Confirm
          title={t('resetSecondFactor')}
          action={t('resetSecondFactor')}
          onClose={() => setResetting(false)}
          onConfirm={() => {
            setResetting(false);
            void attempt(async () => {
              await resetSecondFactor(user.id);
              announce(t('secondFactorReset', { name: user.displayName }));
            });
          }}
        >
          <p>{t('resetSecondFactorHelp', { name: user.displayName })}</p>
        </Confirm>
      )}
      <p className="settings-help">{t('accessHelp')}</p>
    </section>
  );
}
