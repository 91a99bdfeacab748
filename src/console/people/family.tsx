import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { currentLanguage } from '../i18n/i18n.ts';
import { Answer } from '../kit/answer.tsx';
import { Button } from '../kit/button.tsx';
import { Confirm } from '../kit/confirm.tsx';
import { DataTable } from '../kit/data-table.tsx';
import { nameText } from '../kit/names.ts';
import { FaultNotice } from '../problems/fault-notice.tsx';
import { PersonName } from '../kit/person-name.tsx';
import { useSaving } from '../kit/use-saving.ts';
import { addressToWriteTo, readersIn } from '../kit/write-to.ts';
import { useCan } from '../session/session.ts';
import { addressText } from '../kit/address-text.ts';
import { isSameAddress } from './address.ts';
import { FAMILY_ROLES, type FamilyRole, roleChanges } from './family.ts';
import { FamilyForm } from './family-forms.tsx';
import { JoinForm } from './join-form.tsx';
import { deleteFamily, type Family, familyQuery, moveToFamily, type Person, setRoles } from './queries.ts';

/** The family on a person's card: who belongs to it and in which role. Who may change people can change it here. */
export function FamilyPart({ person }: { person: Person }) {
  const { t } = useTranslation('people');
  const mayWrite = useCan('members.write');
  const { familyUnitId } = person;
  if (familyUnitId === null && !mayWrite) return null;
  return (
    <section className="sheet screen-part" aria-label={t('family')}>
      {familyUnitId === null ? <NoFamily person={person} /> : <Known id={familyUnitId} person={person} />}
    </section>
  );
}

function NoFamily({ person }: { person: Person }) {
  const { t } = useTranslation('people');
  const [asked, setAsked] = useState<'join' | 'found'>();
  const close = () => setAsked(undefined);
  return (
    <>
      <h2>{t('family')}</h2>
      <p>{t('noFamily')}</p>
      <div className="screen-actions no-print">
        <Button onClick={() => setAsked('join')}>{t('joinFamily')}</Button>
        <Button onClick={() => setAsked('found')}>{t('newFamily')}</Button>
      </div>
      {asked === 'join' && <JoinForm person={person} onClose={close} />}
      {asked === 'found' && <FamilyForm person={person} onClose={close} />}
    </>
  );
}

function Known({ id, person }: { id: number; person: Person }) {
  const family = useQuery(familyQuery(id));
  return <Answer query={family}>{(found) => <Members found={found} person={person} />}</Answer>;
}

type MembersProps = { found: { family: Family; etag: string }; person: Person };

function Members({ found, person }: MembersProps) {
  const { t } = useTranslation('people');
  const { t: common } = useTranslation();
  const mayWrite = useCan('members.write');
  const [asked, setAsked] = useState<'edit' | 'leave' | 'dissolve'>();
  const { fault, isBusy, save } = useSaving<unknown>(() => setAsked(undefined));
  const { family } = found;
  const { id, name, phone, address, jointStatement, jointProblem, members } = family;
  const isElsewhere = (own: Person['address']) => own !== null && !(address && isSameAddress(own, address));
  const own = nameText(person, currentLanguage());
  const facts = [phone, jointStatement ? t('jointStatement') : null].filter(Boolean).join(' · ');
  return (
    <>
      <h2>{t('familyOf', { name })}</h2>
      <p>{address === null ? t('noFamilyAddress') : addressText(address)}</p>
      {facts !== '' && <p>{facts}</p>}
      {jointProblem && <p className="field-fault">{t(`joint${jointProblem}`)}</p>}
      {fault && asked === undefined && <FaultNotice fault={fault} />}
      <DataTable
        label={t('familyOf', { name })}
        rows={members}
        keyOf={(member) => member.id}
        columns={[
          {
            key: 'name',
            title: t('name'),
            cell: (member) => <MemberName member={member} isSelf={member.id === person.id} />,
          },
          {
            key: 'role',
            title: t('role'),
            cell: (member) =>
              mayWrite ? (
                <Role
                  member={member}
                  onChange={(role) =>
                    void save(() => setRoles(id, roleChanges(members, member.id, role)), t('familySaved', { name }))
                  }
                />
              ) : (
                member.familyRole && t(`role${member.familyRole}`)
              ),
          },
          ...(members.some((member) => isElsewhere(member.address))
            ? [
                {
                  key: 'address',
                  title: t('ownAddress'),
                  cell: (member: Person) =>
                    isElsewhere(member.address) && member.address && addressText(member.address),
                },
              ]
            : []),
        ]}
      />
      <div className="screen-actions no-print">
        {mayWrite && (
          <>
            <Button onClick={() => setAsked('leave')}>{t('leaveFamily')}</Button>
            <Button onClick={() => setAsked('edit')}>{t('editFamily')}</Button>
            <Button onClick={() => setAsked('dissolve')}>{t('deleteFamily')}</Button>
          </>
        )}
        <WriteToFamily members={members} />
      </div>
      {asked === 'edit' && <FamilyForm before={found} onClose={() => setAsked(undefined)} />}
      {asked === 'leave' && (
        <Confirm
          title={t('leaveFamilyTitle', { person: own, name })}
          action={t('leaveFamily')}
          isBusy={isBusy}
          fault={fault?.sentence}
          onConfirm={() => void save(() => moveToFamily(person.id, null, null), t('familyLeft', { name: own }))}
          onClose={() => setAsked(undefined)}
        >
          <p>
            {t(isElsewhere(person.address) || address === null ? 'leaveFamilyHelp' : 'leaveAddressHelp', { name: own })}
          </p>
        </Confirm>
      )}
      {asked === 'dissolve' && (
        <Confirm
          title={t('deleteFamilyTitle', { name })}
          action={common('delete')}
          isBusy={isBusy}
          fault={fault?.sentence}
          onConfirm={() => void save(() => deleteFamily(id, found.etag), t('familyDeleted', { name }))}
          onClose={() => setAsked(undefined)}
        >
          <p>{t('deleteFamilyHelp', { count: members.length })}</p>
        </Confirm>
      )}
    </>
  );
}

/** A link to the message form with the family chosen, for who may send, if the family has several people to write to. */
function WriteToFamily({ members }: { members: readonly Person[] }) {
  const { t } = useTranslation('people');
  const maySend = useCan('notifications.manage');
  const readers = readersIn(members);
  if (!maySend || readers.length < 2) return null;
  return (
    <Link href={addressToWriteTo(readers)} className="button">
      {t('writeToFamily')}
    </Link>
  );
}

function MemberName({ member, isSelf }: { member: Person; isSelf: boolean }) {
  const name = <PersonName names={member} />;
  return isSelf ? <strong>{name}</strong> : <Link href={`/people/${member.id}`}>{name}</Link>;
}

function Role({ member, onChange }: { member: Person; onChange: (role: FamilyRole) => void }) {
  const { t } = useTranslation('people');
  return (
    <select
      className="family-role"
      aria-label={t('roleOf', { name: nameText(member, currentLanguage()) })}
      value={member.familyRole ?? ''}
      onChange={(event) => onChange(event.target.value as FamilyRole)}
    >
      {member.familyRole === null && <option value="">–</option>}
      {FAMILY_ROLES.map((role) => (
        <option key={role} value={role}>
          {t(`role${role}`)}
        </option>
      ))}
    </select>
  );
}
