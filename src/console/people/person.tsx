import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { currentLanguage } from '../i18n/i18n.ts';
import { Button } from '../kit/button.tsx';
import { Confirm } from '../kit/confirm.tsx';
import { Loading } from '../kit/loading.tsx';
import { nameText } from '../kit/names.ts';
import { Notice } from '../kit/notice.tsx';
import { Screen } from '../kit/page.tsx';
import { remembered } from '../kit/tab-memory.ts';
import { PersonName } from '../kit/person-name.tsx';
import { useSaving } from '../kit/use-saving.ts';
import { addressToWriteTo } from '../kit/write-to.ts';
import { useFaults } from '../problems/problems.ts';
import { useCan } from '../session/session.ts';
import { draftName, fieldsOf, type Group, GROUPS, labelOf, type PersonField, typedOf } from './fields.ts';
import { EraseDialog } from './erase.tsx';
import { FamilyPart } from './family.tsx';
import { LatestOfPerson } from './latest.tsx';
import { MergeDialog } from './merge.tsx';
import { PersonForm } from './person-form.tsx';
import { deletePerson, type Person, personQuery, type VersionedPerson } from './queries.ts';
import './people.css';

/**
 * A person's card, which the button `Edit` replaces with a form. The address `/people/new` shows the form for a new
 * person.
 */
export function Page({ id }: { id: string }) {
  return id === 'new' ? <NewPerson /> : <Card id={Number(id)} />;
}

function NewPerson() {
  const { t } = useTranslation('people');
  const [, navigate] = useLocation();
  return (
    <Screen title={t('newPerson')}>
      <PersonForm
        onCancel={() => navigate('/people')}
        onDone={({ person, doubles }) =>
          navigate(`/people/${person.id}${doubles.length > 0 ? `?doubles=${doubles.join(',')}` : ''}`, {
            replace: true,
          })
        }
      />
    </Screen>
  );
}

function Card({ id }: { id: number }) {
  const { t } = useTranslation('people');
  const faults = useFaults();
  const mayWrite = useCan('members.write');
  const maySend = useCan('notifications.manage');
  // What was typed before the card was left is still in its form.
  const [isEditing, setIsEditing] = useState(() => remembered(draftName(id), undefined) !== undefined);
  const [wasEdited, setWasEdited] = useState(false);
  const { data, error } = useQuery(personQuery(id));
  if (error) return <Notice tone="bad">{faults(error).sentence}</Notice>;
  if (!data) return <Loading />;
  const { person } = data;
  const close = () => {
    setIsEditing(false);
    setWasEdited(true);
  };
  return (
    <Screen
      title={nameText(person, currentLanguage())}
      actions={
        !isEditing && (
          <>
            {mayWrite && <Actions found={data} wasEdited={wasEdited} onEdit={() => setIsEditing(true)} />}
            {maySend && person.status !== 'Deceased' && (
              <Link href={addressToWriteTo([person])} className="button">
                {t('writeMessage')}
              </Link>
            )}
          </>
        )
      }
    >
      <Doubles />
      {!isEditing &&
        data.warnings.map((code) => (
          <Notice key={code} tone="warn">
            {t(`warning_${code}`)}
          </Notice>
        ))}
      {isEditing && mayWrite ? (
        <PersonForm before={data} onDone={close} onCancel={close} />
      ) : (
        <>
          {GROUPS.map((group) => (
            <Facts key={group} group={group} person={person} />
          ))}
          <FamilyPart person={person} />
          <LatestOfPerson person={person} />
        </>
      )}
      <p className="no-print">
        <Link href="/people">{t('title')}</Link>
      </p>
    </Screen>
  );
}

type ActionsProps = { found: VersionedPerson; wasEdited: boolean; onEdit: () => void };

/** The buttons of a card. Each is shown to who may press it. */
function Actions({ found, wasEdited, onEdit }: ActionsProps) {
  const { t } = useTranslation('people');
  const { t: common } = useTranslation();
  const [, navigate] = useLocation();
  const mayManage = useCan('users.manage');
  const [asked, setAsked] = useState<'merge' | 'delete' | 'erase'>();
  const close = () => setAsked(undefined);
  const toDeleted = () => navigate('/people?show=deleted', { replace: true });
  const deleting = useSaving<unknown>(toDeleted);
  const name = nameText(found.person, currentLanguage());
  return (
    <>
      <Button autoFocus={wasEdited} onClick={onEdit}>
        {common('edit')}
      </Button>
      {mayManage && <Button onClick={() => setAsked('merge')}>{t('merge')}</Button>}
      <Button onClick={() => setAsked('delete')}>{common('delete')}</Button>
      {mayManage && <Button onClick={() => setAsked('erase')}>{t('erase')}</Button>}
      {asked === 'merge' && (
        <MergeDialog found={found} onClose={close} onDone={(into) => navigate(`/people/${into}`, { replace: true })} />
      )}
      {asked === 'delete' && (
        <Confirm
          title={t('deleteTitle', { name })}
          action={common('delete')}
          isBusy={deleting.isBusy}
          fault={deleting.fault?.sentence}
          onConfirm={() => void deleting.save(() => deletePerson(found), t('deleted', { name }))}
          onClose={close}
        >
          <p>{t('deleteHelp')}</p>
        </Confirm>
      )}
      {asked === 'erase' && (
        <EraseDialog person={found.person} onClose={close} onDone={() => navigate('/people', { replace: true })} />
      )}
    </>
  );
}

/** Links to the people who have the same name as the person who was just added. */
function Doubles() {
  const { t } = useTranslation('people');
  const ids = (new URLSearchParams(location.search).get('doubles') ?? '').split(',').filter(Boolean).map(Number);
  if (ids.length === 0) return null;
  return (
    <Notice tone="warn">
      {t('likelyDouble')}
      {ids.map((id) => (
        <LikelyDouble key={id} id={id} />
      ))}
    </Notice>
  );
}

function LikelyDouble({ id }: { id: number }) {
  const { data } = useQuery(personQuery(id));
  return <Link href={`/people/${id}`}>{data ? <PersonName names={data.person} /> : `#${id}`}</Link>;
}

function Facts({ group, person }: { group: Group; person: Person }) {
  const { t } = useTranslation('people');
  const typed = typedOf(person);
  const shown = fieldsOf(group).filter(({ name }) => typed[name] !== '');
  if (shown.length === 0) return null;
  const text = ({ name }: PersonField) => {
    if (name === 'status') return t(`status${person.status}`);
    return name === 'gender' && person.gender ? t(`gender${person.gender}`) : typed[name];
  };
  return (
    <section className="sheet" aria-label={t(group)}>
      <dl className="card-facts">
        {shown.map((field) => (
          <div key={field.name}>
            <dt>{labelOf(field.name)}</dt>
            <dd lang={field.name === 'chineseName' ? 'zh-Hant' : undefined}>{text(field)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
