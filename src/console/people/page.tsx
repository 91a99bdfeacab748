import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Answer } from '../kit/answer.tsx';
import { type Column, DataTable } from '../kit/data-table.tsx';
import { FileButton } from '../kit/file-button.tsx';
import { Screen } from '../kit/page.tsx';
import { Pager } from '../kit/pager.tsx';
import { PersonName } from '../kit/person-name.tsx';
import { SelectField } from '../kit/select-field.tsx';
import { TextField } from '../kit/text-field.tsx';
import { useAddress } from '../kit/use-address.ts';
import { useCan } from '../session/session.ts';
import { DeletedPeople } from './deleted.tsx';
import { labelOf } from './fields.ts';
import { exportPeople, MISSING, peopleQuery, type Person } from './queries.ts';
import './people.css';

/** The list of people, or of the deleted people. Which one, the search text and the page are part of the address. */
export function Page() {
  const { t } = useTranslation('people');
  const mayWrite = useCan('members.write');
  const address = useAddress();
  if (!mayWrite || address.get('show') !== 'deleted') return <Living />;
  return (
    <Screen title={t('deletedPeople')}>
      <DeletedPeople />
      <p className="no-print">
        <Link href="/people">{t('title')}</Link>
      </p>
    </Screen>
  );
}

function Living() {
  const { t } = useTranslation('people');
  const address = useAddress();
  const search = address.get('q');
  const [typed, setTyped] = useState(search);
  const mayWrite = useCan('members.write');
  const mayAdd = useCan('members.add') || mayWrite;
  const without = MISSING.find((one) => one === address.get('without'));
  const wanted = { search, without };
  const people = useQuery(peopleQuery(wanted, address.page));
  const emptyText =
    search !== ''
      ? t('nothingFound', { search })
      : without
        ? t(`nobodyWithout_${without}`)
        : `${t('empty')} ${mayAdd ? t('addFirst') : ''}`;
  return (
    <Screen
      title={t('title')}
      actions={
        <>
          {mayAdd && (
            <Link href="/people/new" className="button button-primary">
              {t('add')}
            </Link>
          )}
          {mayWrite && (
            <>
              <Link href="/people/import" className="button button-plain">
                {t('import')}
              </Link>
              <FileButton label={t('export')} name="people.csv" load={() => exportPeople(wanted)} />
            </>
          )}
        </>
      }
    >
      <div className="people-filters">
        <TextField
          label={t('search')}
          help={t('searchHelp')}
          type="search"
          className="people-search"
          autoComplete="off"
          // The address may change without the box, for example by the link of the room.
          value={typed.trim() === search ? typed : search}
          onChange={(event) => {
            setTyped(event.target.value);
            address.set({ q: event.target.value.trim() });
          }}
        />
        <SelectField
          label={t('who')}
          value={without ?? ''}
          options={[
            { value: '', label: t('everybody') },
            ...MISSING.map((value) => ({ value, label: t(`without_${value}`) })),
          ]}
          onChange={(next) => address.set({ without: next })}
        />
      </div>
      <Answer query={people}>
        {({ items, page, totalPages, totalCount, totalIsCapped }) => (
          <>
            {items.length > 0 ? (
              <>
                <p className="people-count">
                  {totalIsCapped ? t('moreThan', { count: totalCount }) : t('count', { count: totalCount })}
                </p>
                <People people={items} />
              </>
            ) : (
              <p className="empty">{emptyText}</p>
            )}
            <Pager page={page} pages={totalPages} onPage={(next) => address.set({ page: next })} />
          </>
        )}
      </Answer>
      {mayWrite && (
        <p className="no-print">
          <Link href="/people?show=deleted">{t('deletedPeople')}</Link>
        </p>
      )}
    </Screen>
  );
}

function People({ people }: { people: readonly Person[] }) {
  const { t } = useTranslation('people');
  const columns: Column<Person>[] = [
    {
      key: 'name',
      title: t('name'),
      cell: (person) => (
        <Link href={`/people/${person.id}`}>
          <PersonName names={person} />
        </Link>
      ),
    },
    { key: 'number', title: labelOf('offeringNumber'), cell: ({ offeringNumber }) => offeringNumber },
    { key: 'phone', title: labelOf('phone'), cell: ({ phone }) => <span className="phone">{phone}</span> },
    { key: 'status', title: labelOf('status'), cell: ({ status }) => t(`status${status}`), isWideOnly: true },
  ];
  return <DataTable label={t('title')} columns={columns} rows={people} keyOf={({ id }) => id} />;
}
