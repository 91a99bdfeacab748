import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearch } from 'wouter';
import { Loading } from '../kit/loading.tsx';
import { Notice } from '../kit/notice.tsx';
import { Screen } from '../kit/page.tsx';
import { Pager } from '../kit/pager.tsx';
import { PersonName } from '../kit/person-name.tsx';
import { TextField } from '../kit/text-field.tsx';
import { useFaults } from '../problems/problems.ts';
import { useCan } from '../session/session.ts';
import { labelOf } from './fields.ts';
import { peopleQuery, type Person } from './queries.ts';
import '../kit/table.css';
import './people.css';

/** The list of people. The search text and the page number are part of the address. */
export function Page() {
  const { t } = useTranslation('people');
  const faults = useFaults();
  const address = new URLSearchParams(useSearch());
  const [, navigate] = useLocation();
  const [typed, setTyped] = useState(address.get('q') ?? '');
  const search = typed.trim();
  const page = Number(address.get('page') ?? 1);
  const mayAdd = [useCan('members.write'), useCan('members.add')].some(Boolean);
  const { data, error } = useQuery(peopleQuery(search, page));
  const go = (q: string, to: number) => {
    const query = new URLSearchParams({ ...(q !== '' && { q }), ...(to > 1 && { page: String(to) }) }).toString();
    navigate(query === '' ? '/people' : `/people?${query}`, { replace: to === 1 });
  };
  return (
    <Screen
      title={t('title')}
      actions={
        mayAdd && (
          <Link href="/people/new" className="button button-primary">
            {t('add')}
          </Link>
        )
      }
    >
      <TextField
        label={t('search')}
        help={t('searchHelp')}
        type="search"
        className="people-search"
        autoComplete="off"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          go(event.target.value.trim(), 1);
        }}
      />
      {error && <Notice tone="bad">{faults(error).sentence}</Notice>}
      {!data && !error && <Loading />}
      {data && data.items.length > 0 && (
        <>
          <p className="people-count">
            {data.totalIsCapped ? t('moreThan', { count: data.totalCount }) : t('count', { count: data.totalCount })}
          </p>
          <People people={data.items} />
        </>
      )}
      {data?.items.length === 0 && (
        <p className="empty">
          {search === '' ? `${t('empty')} ${mayAdd ? t('addFirst') : ''}` : t('nothingFound', { search })}
        </p>
      )}
      {data && <Pager page={data.page} pages={data.totalPages} onPage={(next) => go(search, next)} />}
    </Screen>
  );
}

function People({ people }: { people: readonly Person[] }) {
  const { t } = useTranslation('people');
  return (
    <div className="table-frame">
      <table className="table" aria-label={t('title')}>
        <thead>
          <tr>
            <th scope="col">{t('name')}</th>
            <th scope="col">{labelOf('offeringNumber')}</th>
            <th scope="col">{labelOf('phone')}</th>
            <th scope="col" className="wide-only">
              {labelOf('status')}
            </th>
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <tr key={person.id}>
              <td>
                <Link href={`/people/${person.id}`}>
                  <PersonName names={person} />
                </Link>
              </td>
              <td>{person.offeringNumber}</td>
              <td className="phone">{person.phone}</td>
              <td className="wide-only">{t(`status${person.status}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
