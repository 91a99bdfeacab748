import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/i18n.ts';
import { Answer } from '../kit/answer.tsx';
import { Button } from '../kit/button.tsx';
import { DataTable } from '../kit/data-table.tsx';
import { instantText } from '../kit/dates.ts';
import { nameText } from '../kit/names.ts';
import { FaultNotice } from '../problems/fault-notice.tsx';
import { PagedRows } from '../kit/paged-rows.tsx';
import { PersonName } from '../kit/person-name.tsx';
import { useAddress } from '../kit/use-address.ts';
import { useSaving } from '../kit/use-saving.ts';
import { useCan } from '../session/session.ts';
import { EraseDialog } from './erase.tsx';
import { type DeletedPerson, deletedPeopleQuery, restorePerson } from './queries.ts';

/** The deleted people, the latest first. Each can be restored, and erased for good by who may. */
export function DeletedPeople() {
  const { t } = useTranslation('people');
  const address = useAddress();
  const people = useQuery(deletedPeopleQuery(address.page));
  return (
    <Answer query={people}>
      {(list) => (
        <PagedRows list={list} empty={t('noDeleted')} note={t('deletedHelp', { count: list.totalCount })}>
          <Rows people={list.items} />
        </PagedRows>
      )}
    </Answer>
  );
}

function Rows({ people }: { people: readonly DeletedPerson[] }) {
  const { t } = useTranslation('people');
  const mayErase = useCan('users.manage');
  const [erased, setErased] = useState<DeletedPerson>();
  const { fault, isBusy, save } = useSaving<unknown>(() => {});
  return (
    <>
      {fault && <FaultNotice fault={fault} />}
      <DataTable
        label={t('deletedPeople')}
        rows={people}
        keyOf={({ id }) => id}
        columns={[
          { key: 'name', title: t('name'), cell: (person) => <PersonName names={person} /> },
          {
            key: 'deletedAt',
            title: t('deletedAt'),
            kind: 'date',
            isWideOnly: true,
            cell: ({ deletedAt }) => instantText(deletedAt, currentLanguage()),
          },
          {
            key: 'actions',
            title: t('actions'),
            cell: (person) => {
              const name = nameText(person, currentLanguage());
              return (
                <span className="row-actions">
                  <Button
                    kind="quiet"
                    isBusy={isBusy}
                    aria-label={t('restoreNamed', { name })}
                    onClick={() => void save(() => restorePerson(person.id), t('restored', { name }))}
                  >
                    {t('restore')}
                  </Button>
                  {mayErase && (
                    <Button kind="quiet" aria-label={t('eraseNamed', { name })} onClick={() => setErased(person)}>
                      {t('erase')}
                    </Button>
                  )}
                </span>
              );
            },
          },
        ]}
      />
      {erased && (
        <EraseDialog person={erased} onClose={() => setErased(undefined)} onDone={() => setErased(undefined)} />
      )}
    </>
  );
}
