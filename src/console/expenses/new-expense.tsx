import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { churchQuery } from '../kit/church.ts';
import { Answer } from '../kit/answer.tsx';
import { Loading } from '../kit/loading.tsx';
import { Notice } from '../kit/notice.tsx';
import { Screen } from '../kit/page.tsx';
import { useMe } from '../session/session.ts';
import { announce } from '../shell/status.ts';
import { ExpenseForm } from './hand-in/form.tsx';
import { type KeptExpense, newProgress, openKept } from './hand-in/kept.ts';
import { emptyTyped } from './hand-in/typed.ts';

/** The form for a new expense. If the page was closed while one was entered, the form continues with that expense. */
export function Page() {
  const { t } = useTranslation('expenses');
  const church = useQuery(churchQuery);
  return (
    <Screen title={t('newExpense')}>
      {<Answer query={church}>{({ today }) => <NewForm today={today} />}</Answer>}
    </Screen>
  );
}

function NewForm({ today }: { today: string }) {
  const { t } = useTranslation('expenses');
  const [, navigate] = useLocation();
  const me = useMe();
  const [kept, setKept] = useState<KeptExpense | 'none'>();
  useEffect(() => {
    void openKept()
      .then(({ read }) => read(me.id))
      .then(
        (found) => setKept(found ?? 'none'),
        () => setKept('none'),
      );
  }, [me.id]);
  if (!kept) return <Loading />;
  const begun = kept === 'none' ? { typed: emptyTyped(today, me), progress: newProgress() } : kept;
  return (
    <>
      {kept !== 'none' && <Notice tone="warn">{t('continued')}</Notice>}
      <ExpenseForm
        begun={begun}
        today={today}
        onCancel={() => navigate('/expenses')}
        onDone={({ expense }, isSubmitted) => {
          announce(isSubmitted ? t('submitted') : t('draftSaved'));
          navigate(`/expenses/${expense.id}`, { replace: true });
        }}
      />
    </>
  );
}
