import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { Answer } from '../kit/answer.tsx';
import { Button } from '../kit/button.tsx';
import { churchQuery } from '../kit/church.ts';
import { FaultNotice } from '../problems/fault-notice.tsx';
import { Screen } from '../kit/page.tsx';
import { useSaving } from '../kit/use-saving.ts';
import { useCan, useMe } from '../session/session.ts';
import { announce } from '../shell/status.ts';
import { Decision } from './decision.tsx';
import { Decisions, Facts, Parts, RejectedNotice } from './facts.tsx';
import { ExpenseForm } from './hand-in/form.tsx';
import { newProgress } from './hand-in/kept.ts';
import { typedOf } from './hand-in/typed.ts';
import { deleteExpense, type Expense, expenseQuery, submitExpense, type Versioned } from './queries.ts';
import { ReceiptGallery } from './receipts.tsx';
import { InUseForm, PayForm, Reverse } from './settle.tsx';
import { Status } from './status.tsx';
import './expenses.css';

/** One expense with its receipts and its history, and what the account may do with it. */
export function Page({ id }: { id: string }) {
  const expense = useQuery(expenseQuery(Number(id)));
  return <Answer query={expense}>{(found) => <Card key={found.expense.id} found={found} />}</Answer>;
}

function Card({ found }: { found: Versioned }) {
  const { t } = useTranslation('expenses');
  const { expense } = found;
  const me = useMe();
  const isFinance = useCan('finance.manage');
  const mayApprove = useCan('expenses.approve');
  const [isEditing, setEditing] = useState(false);
  const isDraft = expense.status === 'Draft' && (isFinance || expense.submittedBy === me.id);
  const edit = () => setEditing(true);
  return (
    <Screen title={expense.description} actions={isDraft && !isEditing && <DraftActions found={found} onEdit={edit} />}>
      <RejectedNotice expense={expense} />
      {isEditing ? (
        <Edit found={found} onClose={() => setEditing(false)} />
      ) : (
        <>
          <p>
            <Status expense={expense} />
          </p>
          <div className="expense-card">
            <section className="sheet screen-part" aria-label={t('expense')}>
              <Facts expense={expense} />
              <Parts expense={expense} />
              <Decisions expense={expense} />
              {mayApprove && expense.status === 'PendingApproval' && <Decision expense={expense} />}
            </section>
            <section className="sheet screen-part" aria-label={t('receipts')}>
              <ReceiptGallery expense={expense} mayRemove={isDraft} />
              {isDraft && !expense.receipt && <p className="receipts-none">{t('noReceipt')}</p>}
            </section>
          </div>
          {isFinance && <FinancePart expense={expense} />}
        </>
      )}
      <p className="no-print">
        <Link href="/expenses">{t('title')}</Link>
      </p>
    </Screen>
  );
}

/** What finance may do with an approved or paid expense: pay it, and reverse it. */
function FinancePart({ expense }: { expense: Expense }) {
  const { t: common } = useTranslation();
  const [, navigate] = useLocation();
  const church = useQuery(churchQuery);
  const [isReversing, setReversing] = useState(false);
  const { status, reversalOf } = expense;
  if (reversalOf !== null || (status !== 'Approved' && status !== 'Paid')) return null;
  return (
    <Answer query={church}>
      {({ today }) => (
        <>
          {status === 'Approved' && <PayForm expense={expense} today={today} />}
          <InUseForm expense={expense} today={today} />
          <div className="screen-actions no-print">
            <Button onClick={() => setReversing(true)}>{common('reverse')}</Button>
          </div>
          {isReversing && (
            <Reverse
              expense={expense}
              today={today}
              onClose={() => setReversing(false)}
              onDone={({ id }) => navigate(`/expenses/${id}`)}
            />
          )}
        </>
      )}
    </Answer>
  );
}

function Edit({ found, onClose }: { found: Versioned; onClose: () => void }) {
  const { t } = useTranslation('expenses');
  const church = useQuery(churchQuery);
  const { expense, etag } = found;
  return (
    <Answer query={church}>
      {({ today }) => (
        <ExpenseForm
          begun={{
            typed: typedOf(expense),
            progress: { ...newProgress(), saved: { id: expense.id, etag, body: null } },
          }}
          before={found}
          today={today}
          onCancel={onClose}
          onDone={(_done, isSubmitted) => {
            announce(isSubmitted ? t('submitted') : t('draftSaved'));
            onClose();
          }}
        />
      )}
    </Answer>
  );
}

/** What can be done with a draft. Deleting asks first, because a deleted draft does not come back. */
function DraftActions({ found: { expense, etag }, onEdit }: { found: Versioned; onEdit: () => void }) {
  const { t } = useTranslation('expenses');
  const { t: common } = useTranslation();
  const [, navigate] = useLocation();
  const [isAsking, setAsking] = useState(false);
  const submitting = useSaving<unknown>(() => {});
  const deleting = useSaving<unknown>(() => navigate('/expenses', { replace: true }));
  const fault = submitting.fault ?? deleting.fault;
  return (
    <>
      {fault && <FaultNotice fault={fault} />}
      {isAsking ? (
        <>
          <span>{t('deleteAsk')}</span>
          <Button
            kind="danger"
            autoFocus
            isBusy={deleting.isBusy}
            onClick={() => void deleting.save(() => deleteExpense(expense.id, etag), t('deleted'))}
          >
            {common('delete')}
          </Button>
          <Button onClick={() => setAsking(false)}>{common('cancel')}</Button>
        </>
      ) : (
        <>
          <Button
            kind="primary"
            isBusy={submitting.isBusy}
            onClick={() => void submitting.save(() => submitExpense(expense.id), t('submitted'))}
          >
            {t('submit')}
          </Button>
          <Button onClick={onEdit}>{common('edit')}</Button>
          {expense.settled?.paymentId == null && (
            <Button kind="quiet" onClick={() => setAsking(true)}>
              {common('delete')}
            </Button>
          )}
        </>
      )}
    </>
  );
}
