import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { currentLanguage } from '../i18n/i18n.ts';
import { type Column, DataTable } from '../kit/data-table.tsx';
import { dateText } from '../kit/dates.ts';
import { amountText } from '../kit/money.ts';
import type { GivingWords } from './gift-words.ts';
import type { Giving } from './types.ts';

type Props = {
  label: string;
  gifts: readonly Giving[];
  words: GivingWords;
  sort: string;
  onSort: (sort: string) => void;
  /** True if all gifts are from the same giver. The column of givers is then left out, unless it names a company. */
  isOfOneGiver?: boolean;
};

/** A table of gifts. The date of a gift leads to its card. */
export function GiftTable({ label, gifts, words, sort, onSort, isOfOneGiver = false }: Props) {
  const { t } = useTranslation('giving');
  const { t: offerings } = useTranslation('offerings');
  const isGiverKnown = isOfOneGiver && gifts.every(({ companyName }) => companyName === null);
  const columns: Column<Giving>[] = [
    {
      key: 'date',
      title: offerings('date'),
      kind: 'date',
      sort: 'date',
      cell: ({ id, date }) => <Link href={`/giving/gifts/${id}`}>{dateText(date, currentLanguage())}</Link>,
    },
    { key: 'giver', title: offerings('giver'), sort: 'memberName', cell: (gift) => words.giverOf(gift) },
    { key: 'category', title: offerings('category'), sort: 'categoryName', cell: (gift) => words.categoriesOf(gift) },
    {
      key: 'method',
      title: offerings('method'),
      sort: 'method',
      isWideOnly: true,
      cell: (gift) => [words.method(gift.method), referenceOf(gift)].filter(Boolean).join(' '),
    },
    {
      key: 'note',
      title: offerings('note'),
      isWideOnly: true,
      cell: (gift) => [gift.reversalOf !== null && offerings('reversal'), gift.note].filter(Boolean).join(': '),
    },
    {
      key: 'amount',
      title: offerings('amount'),
      kind: 'number',
      sort: 'amount',
      cell: (gift) =>
        gift.nonCashDescription === null ? (
          amountText(gift.amount)
        ) : (
          <span title={gift.nonCashDescription}>{t('inKind')}</span>
        ),
    },
  ];
  return (
    <DataTable
      label={label}
      columns={isGiverKnown ? columns.filter(({ key }) => key !== 'giver') : columns}
      rows={gifts}
      keyOf={({ id }) => id}
      sort={sort}
      onSort={onSort}
    />
  );
}

/** Returns the check number or the reference of a gift. */
export function referenceOf(gift: Giving): string | null {
  return gift.checkNumber ?? gift.zelleReference ?? gift.payPalReference;
}
