import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Answer } from '../../kit/answer.tsx';
import { Button } from '../../kit/button.tsx';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { MarkedText } from '../../kit/marked-text.tsx';
import { amountText } from '../../kit/money.ts';
import { useAddress } from '../../kit/use-address.ts';
import { useCan } from '../../session/session.ts';
import { BankText } from '../bank-text.tsx';
import { AccountFrame } from '../frame.tsx';
import type { Account } from '../queries.ts';
import { ApplyRules } from './apply.tsx';
import { EditRule, NewRuleForm } from './edit-rule.tsx';
import { type Rule, rulesQuery } from './queries.ts';
import { TakeBackRule } from './take-back.tsx';

/** The rules for lines that return every month. */
export function Page({ id }: { id: string }) {
  return <AccountFrame id={id}>{(account) => <Rules key={account.id} account={account} />}</AccountFrame>;
}

/** The address names the rule that is changed, `new`, or the line of which a rule is made. */
function Rules({ account }: { account: Account }) {
  const { t } = useTranslation('bank');
  const address = useAddress();
  const mayManage = useCan('statements.manage');
  const [back, setBack] = useState<Rule>();
  const [edited, lineId] = [address.get('edit'), address.get('line')];
  const close = () => address.set({ edit: null, line: null });
  return (
    <>
      {mayManage && edited === '' && lineId === '' && (
        <div className="screen-actions no-print">
          <Button kind="primary" onClick={() => address.set({ edit: 'new' })}>
            {t('newRule')}
          </Button>
        </div>
      )}
      {mayManage && (edited === 'new' || lineId !== '') && (
        <NewRuleForm key={lineId} account={account} lineId={lineId === '' ? null : Number(lineId)} onClose={close} />
      )}
      {mayManage && edited !== '' && edited !== 'new' && (
        <EditRule key={edited} account={account} ruleId={Number(edited)} onClose={close} />
      )}
      <Answer query={useQuery(rulesQuery(account.id))}>
        {(rules) =>
          rules.length === 0 ? (
            <p className="empty">{t('noRules')}</p>
          ) : (
            <>
              <RuleTable
                rules={rules}
                onEdit={mayManage ? (rule) => address.set({ edit: rule.id, line: null }) : undefined}
                onTakeBack={setBack}
              />
              {mayManage && <ApplyRules account={account} />}
            </>
          )
        }
      </Answer>
      {back && <TakeBackRule rule={back} onClose={() => setBack(undefined)} />}
    </>
  );
}

type TableProps = {
  rules: readonly Rule[];
  onEdit: ((rule: Rule) => void) | undefined;
  onTakeBack: (rule: Rule) => void;
};

function RuleTable({ rules, onEdit, onTakeBack }: TableProps) {
  const { t } = useTranslation('bank');
  const { t: common } = useTranslation();
  const range = ({ amountFrom, amountTo }: Rule) =>
    amountFrom === null && amountTo === null
      ? t('anyAmount')
      : [amountFrom, amountTo].map((amount) => (amount === null ? '' : amountText(amount))).join(' – ');
  const columns: Column<Rule>[] = [
    {
      key: 'contains',
      title: t('contains'),
      cell: ({ contains, name }) => (
        <>
          <BankText text={contains} />
          {name !== null && (
            <span className="bank-line-hint">
              <MarkedText text={name} />
            </span>
          )}
        </>
      ),
    },
    { key: 'direction', title: t('direction'), isWideOnly: true, cell: ({ direction }) => t(`direction_${direction}`) },
    { key: 'range', title: t('amount'), isWideOnly: true, cell: range },
    { key: 'action', title: t('ruleAction'), cell: ({ action }) => t(`action_${action.type}`) },
    { key: 'state', title: t('status'), isWideOnly: true, cell: ({ isActive }) => t(isActive ? 'inUse' : 'notInUse') },
  ];
  const actions: Column<Rule> = {
    key: 'actions',
    title: t('ruleButtons'),
    cell: (rule) => (
      <span className="bank-row-actions">
        <Button
          kind="quiet"
          aria-label={t('changeNamed', { name: rule.contains ?? '' })}
          onClick={() => onEdit?.(rule)}
        >
          {common('edit')}
        </Button>
        <Button
          kind="quiet"
          aria-label={t('takeBackNamed', { name: rule.contains ?? '' })}
          onClick={() => onTakeBack(rule)}
        >
          {t('takeBack')}
        </Button>
      </span>
    ),
  };
  return (
    <DataTable
      label={t('rules')}
      columns={onEdit ? [...columns, actions] : columns}
      rows={rules}
      keyOf={({ id }) => id}
    />
  );
}
