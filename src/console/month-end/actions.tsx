import { Suspense, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/i18n.ts';
import { Button } from '../kit/button.tsx';
import { monthText } from '../kit/dates.ts';
import { FileButton } from '../kit/file-button.tsx';
import { later } from '../kit/later.ts';
import { useCan } from '../session/session.ts';
import { isBehind, runningCheck } from './checks.ts';
import { checklistQuery, reopenMonth, statementFile, type VersionedStatement } from './queries.ts';

const FinalizeDialog = later(() => import('./finalize-dialog.tsx'), 'FinalizeDialog');
const ReasonDialog = later(() => import('../kit/reason-dialog.tsx'), 'ReasonDialog');

type Props = VersionedStatement & { month: string };

/** What can be done with a month: finalize or reopen it, print its statement, and save it as a file. */
export function MonthActions({ month, statement, etag }: Props) {
  const { t } = useTranslation('month-end');
  const { t: common } = useTranslation();
  const name = monthText(month, currentLanguage());
  const [asked, setAsked] = useState<'finalize' | 'reopen'>();
  const close = () => setAsked(undefined);
  const { data: checklist } = useQuery(checklistQuery(month));
  const mayFinalize = useCan('statements.manage') && statement.status === 'Draft';
  const mayReopen = useCan('statements.reopen') && statement.status === 'Finalized';
  const isLast = checklist !== undefined && !isBehind(checklist);
  return (
    <>
      {mayFinalize && isLast && !runningCheck(checklist) && (
        <Button kind="primary" onClick={() => setAsked('finalize')}>
          {t('finalize')}
        </Button>
      )}
      {mayReopen && isLast && <Button onClick={() => setAsked('reopen')}>{t('reopen')}</Button>}
      <Button onClick={() => print()}>{common('print')}</Button>
      {(['pdf', 'xlsx'] as const).map((format) => (
        <FileButton
          key={format}
          label={format.toUpperCase()}
          name={`${t('fileName', { month })}.${format}`}
          load={() => statementFile(month, format, currentLanguage())}
        />
      ))}
      <Suspense>
        {asked === 'finalize' && checklist && <FinalizeDialog {...{ month, checklist, etag }} onClose={close} />}
        {asked === 'reopen' && (
          <ReasonDialog
            title={t('reopenTitle', { month: name })}
            help={t('reopenHelp')}
            button={t('reopenMonth')}
            done={t('reopened', { month: name })}
            act={(reason) => reopenMonth(month, etag, reason)}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}
