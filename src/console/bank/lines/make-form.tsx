import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/button.tsx';
import type { Account } from '../queries.ts';
import { ExpenseFields } from './make-expense.tsx';
import { IncomeFields } from './make-income.tsx';
import { TransferFields } from './make-transfer.tsx';
import { type Line, makeDocument, type Making } from './queries.ts';
import type { Work } from './use-work.ts';
import type { Bench } from './use-workbench.ts';
import type { Task } from './work.ts';

type Props = { account: Account; line: Line; task: Exclude<Task, 'match'>; bench: Bench; work: Work };

/** What the fields of a form get: the line, the sentences of a refusal by field, and where they put what is typed. */
export type FieldsProps = {
  account: Account;
  line: Line;
  faults: Readonly<Record<string, string>>;
  onChange: (making: Making) => void;
};

const FIELDS: Record<Props['task'], (props: FieldsProps) => ReactNode> = {
  expense: ExpenseFields,
  income: IncomeFields,
  transfer: TransferFields,
};

/** Makes the document that a line shows. Its amount, day and account are those of the line. */
export function MakeForm({ account, line, task, bench, work }: Props) {
  const { t } = useTranslation('bank');
  const { t: common } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const making = useRef<Making>(undefined);
  const Fields = FIELDS[task];
  useEffect(() => form.current?.querySelector<HTMLElement>('input, select')?.focus(), []);
  const save = (event: FormEvent) => {
    event.preventDefault();
    const { current } = making;
    if (current) void bench.settle(() => makeDocument(account.id, line.id, current), t(`made_${task}`));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.ctrlKey !== event.metaKey) form.current?.requestSubmit();
  };
  return (
    <form ref={form} className="bank-task" aria-label={t(`task_${task}`)} onSubmit={save} onKeyDown={onKeyDown}>
      <h3>{t(`task_${task}`)}</h3>
      <p className="field-help">{t(`help_${task}`)}</p>
      <Fields
        account={account}
        line={line}
        faults={work.fault?.fields ?? {}}
        onChange={(next) => {
          making.current = next;
        }}
      />
      <div className="screen-actions">
        <Button type="submit" kind="primary" isBusy={work.isBusy}>
          {t('makeAndMatch')}
        </Button>
        <Button onClick={bench.leave}>{common('cancel')}</Button>
      </div>
    </form>
  );
}
