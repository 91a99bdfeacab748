import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queryClient } from '../../session/query-client.ts';
import { Answer } from '../../kit/answer.tsx';
import { Button } from '../../kit/button.tsx';
import { Confirm } from '../../kit/confirm.tsx';
import { useRevision } from '../../kit/use-revision.ts';
import { useSaving } from '../../kit/use-saving.ts';
import type { Account } from '../queries.ts';
import { deleteRule, lineQuery, type Rule, ruleQuery, saveRule, type VersionedRule } from './queries.ts';
import { bodyOf, typedOf, type TypedRule } from './rule.ts';
import { RuleForm } from './rule-form.tsx';

type Props = { account: Account; onClose: () => void };

/** A new rule. If it is made of a line, it begins with the text and the direction of the line. */
export function NewRuleForm({ account, lineId, onClose }: Props & { lineId: number | null }) {
  const line = useQuery({ ...lineQuery(account.id, lineId ?? 0), enabled: lineId !== null });
  if (lineId === null) return <Form account={account} begin={typedOf(undefined)} onClose={onClose} />;
  return (
    <Answer query={line}>
      {(one) => <Form account={account} begin={typedOf(undefined, one)} onClose={onClose} />}
    </Answer>
  );
}

/** Changes or deletes a rule. Lines that the rule has settled do not change. */
export function EditRule({ account, ruleId, onClose }: Props & { ruleId: number }) {
  return (
    <Answer query={useQuery(ruleQuery(account.id, ruleId))}>
      {(before) => <Form account={account} before={before} begin={typedOf(before.rule)} onClose={onClose} />}
    </Answer>
  );
}

type FormProps = Props & { before?: VersionedRule; begin: TypedRule };

function Form({ account, before, begin, onClose }: FormProps) {
  const { t } = useTranslation('bank');
  const { t: common } = useTranslation();
  const form = useRevision<VersionedRule | undefined, TypedRule>(
    before,
    (seen) => (seen ? typedOf(seen.rule) : begin),
    async () => before && queryClient.fetchQuery({ ...ruleQuery(account.id, before.rule.id), staleTime: 0 }),
  );
  const saving = useSaving<Rule>(onClose, form.reload);
  const [isAsked, setAsked] = useState(false);
  const deleting = useSaving<void>(onClose);
  return (
    <RuleForm
      account={account}
      title={t(before ? 'changeRule' : 'newRule')}
      typed={form.typed}
      isStale={form.isStale}
      fault={saving.fault ?? deleting.fault}
      isBusy={saving.isBusy}
      onChange={form.set}
      onSubmit={() =>
        void saving.save(() => saveRule(account.id, bodyOf(form.typed, form.basis?.rule), form.basis), t('ruleSaved'))
      }
    >
      <Button onClick={onClose}>{common('cancel')}</Button>
      {before && (
        <Button kind="danger" onClick={() => setAsked(true)}>
          {common('delete')}
        </Button>
      )}
      {before && isAsked && (
        <Confirm
          title={t('deleteRule')}
          action={t('deleteRule')}
          isBusy={deleting.isBusy}
          fault={deleting.fault?.sentence}
          onConfirm={() => void deleting.save(() => deleteRule(before.rule), t('ruleDeleted'))}
          onClose={() => setAsked(false)}
        >
          <p>{t('deleteRuleHelp')}</p>
        </Confirm>
      )}
    </RuleForm>
  );
}
