import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../i18n/i18n.ts';
import { Answer } from '../../kit/answer.tsx';
import { Button } from '../../kit/button.tsx';
import { Confirm } from '../../kit/confirm.tsx';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { instantText } from '../../kit/dates.ts';
import { useSaving } from '../../kit/use-saving.ts';
import { Refusal } from '../../session/api.ts';
import { useCan } from '../../session/session.ts';
import type { Account } from '../queries.ts';
import { type BankImport, importsQuery, takeBack } from './queries.ts';

/** The files that were imported, the latest first. The lines of a file can be removed again. */
export function Imports({ account }: { account: Account }) {
  const { t } = useTranslation('bank');
  const mayManage = useCan('statements.manage');
  const [chosen, setChosen] = useState<BankImport>();
  const nameOf = ({ fileName, id }: BankImport) => fileName ?? String(id);
  const at = (instant: string) => instantText(instant, currentLanguage());
  const columns: Column<BankImport>[] = [
    { key: 'file', title: t('bankFile'), cell: nameOf },
    { key: 'at', title: t('importedAt'), cell: ({ createdAt }) => at(createdAt) },
    { key: 'by', title: t('importedBy'), isWideOnly: true, cell: ({ importedByName }) => importedByName },
    { key: 'count', title: t('newLines'), kind: 'number', cell: ({ imported }) => imported },
    {
      key: 'undo',
      title: t('takeBack'),
      cell: (one) => {
        if (one.undoneAt !== null) return t('takenBack');
        if (!mayManage) return null;
        return (
          <Button kind="quiet" aria-label={t('takeBackNamed', { name: nameOf(one) })} onClick={() => setChosen(one)}>
            {t('takeBack')}
          </Button>
        );
      },
    },
  ];
  return (
    <section className="screen-part">
      <h2>{t('imports')}</h2>
      <Answer query={useQuery(importsQuery(account.id))}>
        {(items) =>
          items.length === 0 ? (
            <p className="empty">{t('noImports')}</p>
          ) : (
            <DataTable label={t('imports')} columns={columns} rows={items} keyOf={({ id }) => id} />
          )
        }
      </Answer>
      {chosen && <TakeBack one={chosen} name={nameOf(chosen)} onClose={() => setChosen(undefined)} />}
    </section>
  );
}

/** Why a file stays, by the code of the refusal. */
const USED: Readonly<Record<string, 'fileMatched' | 'fileReconciled'>> = {
  already_matched: 'fileMatched',
  reconciled: 'fileReconciled',
};

function TakeBack({ one, name, onClose }: { one: BankImport; name: string; onClose: () => void }) {
  const { t } = useTranslation('bank');
  const { fault, isBusy, save } = useSaving<number>(onClose);
  const [used, setUsed] = useState<'fileMatched' | 'fileReconciled'>();
  const act = async () => {
    setUsed(undefined);
    try {
      return await takeBack(one);
    } catch (error) {
      if (error instanceof Refusal) setUsed(USED[error.problem.code]);
      throw error;
    }
  };
  return (
    <Confirm
      title={t('takeBackNamed', { name })}
      action={t('takeBack')}
      isBusy={isBusy}
      fault={fault && (used ? t(used) : fault.sentence)}
      onConfirm={() => void save(act, (count) => t('removedLines', { count }))}
      onClose={onClose}
    >
      <p>{t('takeBackHelp')}</p>
    </Confirm>
  );
}
