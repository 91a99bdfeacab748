import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHasIrs } from '../../kit/church.ts';
import { CheckedField } from '../../kit/checked-field.tsx';
import { SelectField } from '../../kit/select-field.tsx';
import type { Source } from './row.ts';
import './source-fields.css';

/** Where a gift came from, and the name on the check of a company. */
export type TypedSource = { source: Source; companyName: string };

const SOURCES = ['Personal', 'IRA', 'DAF', 'Business'] as const satisfies readonly Source[];

/** The sources that only the tax law of the United States knows. */
const ONLY_US: ReadonlySet<Source> = new Set(['IRA', 'DAF']);

type Props = {
  value: TypedSource;
  onChange: (value: TypedSource) => void;
  /** True for a gift of a company from an earlier version, which may stay without a name. */
  mayLackName: boolean;
  /** The present values of the fields, if somebody else changed the gift. */
  now?: { source?: string | undefined; companyName?: string | undefined };
  fault?: string | undefined;
};

/**
 * Where a gift came from. For the check of a company, asks whose gift it is: a company gets a statement of its own, but
 * the gift of a sole proprietor is their own, and is saved as a personal one. Outside the United States, an IRA and a DAF
 * are offered only if the gift has this source already.
 */
export function SourceFields({ value, onChange, mayLackName, now = {}, fault }: Props) {
  const { t } = useTranslation('offerings');
  const name = useId();
  const [isOwn, setOwn] = useState(false);
  const [before] = useState(value.source);
  const hasIrs = useHasIrs();
  const { source, companyName } = value;
  const isAsked = source === 'Business' || isOwn;
  const choose = (next: Source) => {
    setOwn(false);
    onChange({ source: next, companyName: next === 'Business' ? companyName : '' });
  };
  const answer = (own: boolean) => {
    setOwn(own);
    onChange({ source: own ? 'Personal' : 'Business', companyName });
  };
  const isMissing = companyName.trim() === '' && !mayLackName;
  return (
    <>
      <SelectField
        label={t('source')}
        value={isOwn ? 'Business' : source}
        options={SOURCES.filter((one) => hasIrs || one === before || !ONLY_US.has(one)).map((one) => ({
          value: one,
          label: t(`source${one}`),
        }))}
        help={now.source}
        onChange={(next) => choose(next as Source)}
      />
      {isAsked && (
        <fieldset className="source-whose">
          <legend>{t('whose')}</legend>
          {[false, true].map((own) => (
            <label key={String(own)}>
              <input type="radio" name={name} checked={isOwn === own} onChange={() => answer(own)} />
              <span>{t(own ? 'whoseOwn' : 'whoseCompany')}</span>
            </label>
          ))}
        </fieldset>
      )}
      {source === 'Business' && (
        <CheckedField
          label={t('companyName')}
          help={now.companyName ?? t('companyNameHelp')}
          maxLength={200}
          autoComplete="off"
          value={companyName}
          unreadable={isMissing ? t('companyNameMissing') : undefined}
          fault={fault}
          onChange={(event) => onChange({ source, companyName: event.target.value })}
        />
      )}
    </>
  );
}
