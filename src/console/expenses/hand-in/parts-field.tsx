import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { fold } from '../../../lib/fold.ts';
import { formatMoney, ZERO } from '../../../lib/money.ts';
import { AmountField } from '../../kit/amount-field.tsx';
import { Button } from '../../kit/button.tsx';
import { Checkbox } from '../../kit/checkbox.tsx';
import { ChoiceBox } from '../../kit/choice-box.tsx';
import type { Option } from '../../kit/combo.ts';
import { SelectField } from '../../kit/select-field.tsx';
import { useCan } from '../../session/session.ts';
import { FundField } from '../fund-field.tsx';
import { categoryOptions, choices, numberOf, useNames } from '../names.ts';
import { nameOf } from '../../kit/record-name.ts';
import { splitAccountsQuery } from '../queries.ts';
import { isIncomplete, type Part, restOf, type Typed } from './typed.ts';

type Props = {
  typed: Typed;
  /** The sentences of the faults, by the path of their field. */
  fields: Readonly<Record<string, string>>;
  onChange: (changes: Partial<Typed>) => void;
};

const EMPTY: Part = {
  subCategoryId: null,
  accountId: null,
  ministryId: null,
  functionalClass: null,
  fundId: null,
  form1099: null,
  inUse: true,
  amount: null,
};

/** Returns the change that divides an expense into two parts. The first part gets what the form already has. */
export function splitOf({ subCategoryId, ministryId, fundId, functionalClass, amount }: Typed): Partial<Typed> {
  const first = { ...EMPTY, subCategoryId, ministryId, fundId, functionalClass, amount };
  return { parts: [first, { ...EMPTY, ministryId, fundId }], subCategoryId: null, ministryId: null, fundId: null };
}

/** The parts of an expense, with what is left of its amount. A part can also go to an account, such as a loan. */
export function PartsField({ typed, fields, onChange }: Props) {
  const { t } = useTranslation('expenses');
  const parts = typed.parts ?? [];
  const rest = restOf(typed);
  const set = (at: number, changes: Partial<Part>) =>
    onChange({ parts: parts.map((part, index) => (index === at ? { ...part, ...changes } : part)) });
  const remove = (at: number) => {
    const left = parts.filter((_part, index) => index !== at);
    const [only] = left;
    if (left.length > 1 || !only || only.accountId !== null) return onChange({ parts: left });
    const { subCategoryId, ministryId, fundId, functionalClass } = only;
    onChange({ parts: null, subCategoryId, ministryId, fundId, functionalClass });
  };
  return (
    <section className="sheet screen-part" aria-label={t('parts')}>
      {fields['parts'] !== undefined && <p className="field-fault">{fields['parts']}</p>}
      {fields['splits'] !== undefined && <p className="field-fault">{fields['splits']}</p>}
      {parts.map((part, at) => (
        <PartRow
          // eslint-disable-next-line react/no-array-index-key -- A part has no key except its place.
          key={at}
          part={part}
          number={at + 1}
          fault={(name) => fields[`splits.${at}.${name}`]}
          onChange={(changes) => set(at, changes)}
          onRemove={() => remove(at)}
        />
      ))}
      <div className="screen-actions">
        <Button onClick={() => onChange({ parts: [...parts, { ...EMPTY, amount: rest > ZERO ? rest : null }] })}>
          {t('addPart')}
        </Button>
        <span role="note" className={rest === ZERO ? 'receipts-none' : 'field-fault'}>
          {t('partsRest', { amount: formatMoney(rest) })}
        </span>
      </div>
    </section>
  );
}

type RowProps = {
  part: Part;
  number: number;
  fault: (name: string) => string | undefined;
  onChange: (changes: Partial<Part>) => void;
  onRemove: () => void;
};

function PartRow({ part, number, fault, onChange, onRemove }: RowProps) {
  const { t } = useTranslation('expenses');
  const { t: common } = useTranslation();
  const names = useNames();
  const mayUseAccounts = [useCan('finance.manage'), useCan('reports.read')].every(Boolean);
  const { data: accounts = [] } = useQuery({ ...splitAccountsQuery, enabled: mayUseAccounts });
  const account = accounts.find(({ id }) => id === part.accountId);
  const title = t('partNumber', { number });
  const optionsFor = (text: string | undefined): Option<Pick<Part, 'subCategoryId' | 'accountId'>>[] => [
    ...categoryOptions(text, names.groups).map((option) => ({
      ...option,
      value: { subCategoryId: option.value, accountId: null },
    })),
    ...accounts
      .filter((one) => fold(nameOf(one)).includes(fold(text ?? '')))
      .map((one) => ({
        id: `account-${one.id}`,
        label: nameOf(one),
        hint: t('accountHint'),
        value: { subCategoryId: null, accountId: one.id },
      })),
  ];
  return (
    <div className="fields part" role="group" aria-label={title}>
      <ChoiceBox
        label={t('categoryOf', { part: title })}
        chosen={account ? nameOf(account) : names.category({ ...part, subCategoryName: null })}
        optionsFor={optionsFor}
        isSearching={names.isLoading}
        onChoose={onChange}
        fault={fault('subCategoryId') ?? fault('accountId')}
      />
      {part.accountId === null && (
        <SelectField
          label={t('ministryOf', { part: title })}
          value={String(part.ministryId ?? '')}
          options={choices(names.ministries, part.ministryId)}
          onChange={(id) => onChange({ ministryId: numberOf(id) })}
          fault={fault('ministryId')}
        />
      )}
      <FundField
        label={t('fundOf', { part: title })}
        fundId={part.fundId}
        onChange={(fundId) => onChange({ fundId })}
        fault={fault('fundId')}
      />
      {account?.kind === 'FixedAsset' && (
        <Checkbox
          label={t('underConstruction')}
          isChecked={!part.inUse}
          onChange={(isBuilding) => onChange({ inUse: !isBuilding })}
        />
      )}
      <AmountField
        label={t('amountOf', { part: title })}
        value={part.amount}
        isSigned={part.accountId !== null}
        onChange={(amount) => onChange({ amount })}
        fault={fault('amount')}
      />
      <div className="screen-actions">
        <Button kind="quiet" aria-label={common('removeNamed', { name: title })} onClick={onRemove}>
          {common('remove')}
        </Button>
        {isIncomplete(part) && <span className="receipts-none">{t('partIncomplete')}</span>}
      </div>
    </div>
  );
}
