import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { AmountField } from '../../kit/amount-field.tsx';
import { Button } from '../../kit/button.tsx';
import { Checkbox } from '../../kit/checkbox.tsx';
import { Notice } from '../../kit/notice.tsx';
import { SelectField } from '../../kit/select-field.tsx';
import { StaleNotice } from '../../kit/stale.tsx';
import { TextField } from '../../kit/text-field.tsx';
import type { Fault } from '../../problems/problems.ts';
import type { Account } from '../queries.ts';
import { type ActionType, actionsFor, type Direction, type TypedRule } from './rule.ts';
import { ActionFields } from './action-fields.tsx';

type Props = {
  account: Account;
  title: string;
  typed: TypedRule;
  isStale: boolean;
  fault: Fault | undefined;
  isBusy: boolean;
  onChange: <Name extends keyof TypedRule>(name: Name, value: TypedRule[Name]) => void;
  onSubmit: () => void;
  /** Further buttons. */
  children: ReactNode;
};

/** The fields of a rule: which lines it is for, and what it does with them. */
export function RuleForm({ account, title, typed, isStale, fault, isBusy, onChange, onSubmit, children }: Props) {
  const { t } = useTranslation('bank');
  const { t: common } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const faults = fault?.fields ?? {};
  const turn = (direction: Direction) => {
    onChange('direction', direction);
    if (!actionsFor(direction).includes(typed.type)) onChange('type', direction === 'In' ? 'OtherIncome' : 'Expense');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form ref={form} className="sheet screen-part" aria-label={title} onSubmit={submit}>
      <h2>{title}</h2>
      <StaleNotice isStale={isStale} />
      {fault && <Notice tone="bad">{fault.sentence}</Notice>}
      <div className="fields">
        <TextField
          label={t('contains')}
          help={t('containsHelp')}
          required
          maxLength={200}
          autoComplete="off"
          value={typed.contains}
          fault={faults['contains']}
          onChange={(event) => onChange('contains', event.target.value)}
        />
        <SelectField
          label={t('direction')}
          value={typed.direction}
          options={(['Out', 'In'] as const).map((value) => ({ value, label: t(`direction_${value}`) }))}
          onChange={(value) => turn(value as Direction)}
          fault={faults['direction']}
        />
        {(['amountFrom', 'amountTo'] as const).map((name) => (
          <AmountField
            key={name}
            label={t(name)}
            value={typed[name]}
            onChange={(amount) => onChange(name, amount)}
            fault={faults[name]}
          />
        ))}
        <SelectField
          label={t('ruleAction')}
          value={typed.type}
          options={actionsFor(typed.direction).map((value) => ({ value, label: t(`action_${value}`) }))}
          onChange={(type) => onChange('type', type as ActionType)}
          fault={faults['action.type']}
        />
        <ActionFields account={account} typed={typed} faults={faults} onChange={onChange} />
        <TextField
          label={t('ruleName')}
          maxLength={200}
          autoComplete="off"
          value={typed.name}
          fault={faults['name']}
          onChange={(event) => onChange('name', event.target.value)}
        />
      </div>
      <Checkbox
        label={t('inUse')}
        help={t('inUseHelp')}
        isChecked={typed.isActive}
        onChange={(isActive) => onChange('isActive', isActive)}
      />
      <div className="screen-actions">
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {common('save')}
        </Button>
        {children}
      </div>
    </form>
  );
}
