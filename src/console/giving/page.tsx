import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { currentLanguage } from '../i18n/i18n.ts';
import { Answer } from '../kit/answer.tsx';
import { Button } from '../kit/button.tsx';
import { churchQuery } from '../kit/church.ts';
import { DateField } from '../kit/date-field.tsx';
import { Screen } from '../kit/page.tsx';
import { Pager } from '../kit/pager.tsx';
import { PersonBox } from '../kit/person-box.tsx';
import { SelectField } from '../kit/select-field.tsx';
import { TextField } from '../kit/text-field.tsx';
import { useAddress } from '../kit/use-address.ts';
import { METHODS } from '../offerings/entry/row.ts';
import { useCan } from '../session/session.ts';
import { FILTERS, filtersOf } from './gift-filters.ts';
import { GiftTable } from './gift-table.tsx';
import { type GivingWords, useGivingWords } from './gift-words.ts';
import { Parts } from './parts.tsx';
import { giftsQuery } from './queries.ts';
import './giving.css';

/** The list of all gifts. The filters, the order and the page are part of the address. */
export function Page() {
  const { t } = useTranslation('giving');
  const address = useAddress();
  const words = useGivingWords();
  const mayEnter = useCan('giving.write');
  const mayImport = useCan('giving.manage');
  const filters = filtersOf(address.get, address.page);
  const gifts = useQuery(giftsQuery(filters));
  const isFiltered = FILTERS.some((name) => address.has(name));
  return (
    <Screen
      title={t('title')}
      actions={
        <>
          {mayImport && (
            <Link href="/giving/import" className="button">
              {t('importGifts')}
            </Link>
          )}
          {mayEnter && (
            <Link href="/giving/gifts/new" className="button button-primary">
              {t('newGift')}
            </Link>
          )}
        </>
      }
    >
      <Parts />
      <Filters words={words} />
      <Answer query={gifts}>
        {({ items, page, totalPages, totalCount, totalIsCapped }) => (
          <>
            {items.length > 0 ? (
              <>
                <p className="list-note">
                  {totalIsCapped
                    ? t('moreThan', { count: totalCount })
                    : t('giftCount', { count: totalCount, number: totalCount.toLocaleString(currentLanguage()) })}
                </p>
                <GiftTable
                  label={t('gifts')}
                  gifts={items}
                  words={words}
                  sort={address.get('sort') || '-date'}
                  onSort={(sort) => address.set({ sort })}
                />
              </>
            ) : (
              <p className="empty">{isFiltered ? t('nothingFound') : t('empty')}</p>
            )}
            <Pager page={page} pages={totalPages} onPage={(next) => address.set({ page: next })} />
          </>
        )}
      </Answer>
    </Screen>
  );
}

function Filters({ words }: { words: GivingWords }) {
  const { t } = useTranslation('giving');
  const { t: common } = useTranslation();
  const { t: offerings } = useTranslation('offerings');
  const address = useAddress();
  const mayFindPeople = useCan('members.read');
  const { data: church } = useQuery(churchQuery);
  const [search, setSearch] = useState(address.get('q'));
  // A new key empties the boxes when all filters are removed.
  const [round, setRound] = useState(0);
  if (!church) return null;
  const all = { value: '', label: t('all') };
  const clear = () => {
    address.set(Object.fromEntries(FILTERS.map((name) => [name, null])));
    setSearch('');
    setRound(round + 1);
  };
  return (
    <search key={round} className="filters no-print" aria-label={t('filters')}>
      <TextField
        label={common('search')}
        type="search"
        autoComplete="off"
        value={search}
        onChange={(event) => {
          setSearch(event.target.value);
          address.set({ q: event.target.value.trim() });
        }}
      />
      {mayFindPeople && (
        <PersonBox
          label={offerings('giver')}
          personId={filtersOf(address.get, 1).memberId ?? null}
          onChange={(giver) => address.set({ giver })}
        />
      )}
      <SelectField
        label={offerings('category')}
        value={address.get('category')}
        options={[all, ...words.categories.map((one) => ({ value: String(one.id), label: words.categoryName(one) }))]}
        onChange={(category) => address.set({ category })}
      />
      <SelectField
        label={offerings('method')}
        value={address.get('method')}
        options={[all, ...METHODS.map((value) => ({ value, label: words.method(value) }))]}
        onChange={(method) => address.set({ method })}
      />
      {(['from', 'to'] as const).map((name) => (
        <DateField
          key={name}
          label={t(name)}
          help=""
          value={address.get(name) || null}
          today={church.today}
          isPast
          onChange={(date) => address.set({ [name]: date })}
        />
      ))}
      {FILTERS.some((name) => address.has(name)) && (
        <div className="filters-clear">
          <Button kind="quiet" onClick={clear}>
            {t('clear')}
          </Button>
        </div>
      )}
    </search>
  );
}
