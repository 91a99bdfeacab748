import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/i18n.ts';
import { useFaults } from '../problems/problems.ts';
import { announce } from '../shell/status.ts';
import { Button } from './button.tsx';
import { Confirm } from './confirm.tsx';
import { DataTable } from './data-table.tsx';
import { instantText } from './dates.ts';
import { endKey, type ProgramKey } from './keys.ts';
import { Notice } from './notice.tsx';

/** Keys for programs, each with a button that ends it. */
export function KeyTable({ keys }: { keys: readonly ProgramKey[] }) {
  const { t } = useTranslation();
  const faults = useFaults();
  const [ending, setEnding] = useState<ProgramKey>();
  const [problem, setProblem] = useState<string>();
  const end = async ({ id, name }: ProgramKey) => {
    setEnding(undefined);
    try {
      await endKey(id);
      announce(t('keyEnded', { name }));
    } catch (error) {
      setProblem(faults(error).sentence);
    }
  };
  return (
    <>
      {problem !== undefined && <Notice tone="bad">{problem}</Notice>}
      <DataTable
        label={t('programKeys')}
        rows={keys}
        keyOf={({ id }) => id}
        columns={[
          { key: 'name', title: t('keyName'), cell: ({ name, hint }) => `${name} (…${hint})` },
          { key: 'access', title: t('keyAccess'), kind: 'state', cell: ({ access }) => t(`key_${access}`) },
          {
            key: 'until',
            title: t('keyUntil'),
            kind: 'date',
            cell: ({ state, expiresAt }) =>
              state === 'Expired' ? t('keyExpired') : instantText(expiresAt, currentLanguage()),
          },
          {
            key: 'last',
            title: t('keyLastUse'),
            kind: 'date',
            isWideOnly: true,
            cell: ({ lastUsedAt }) =>
              lastUsedAt === null ? t('keyNeverUsed') : instantText(lastUsedAt, currentLanguage()),
          },
          {
            key: 'end',
            title: t('endKey'),
            cell: (key) => (
              <Button aria-label={t('endKeyNamed', key)} onClick={() => setEnding(key)}>
                {t('endKey')}
              </Button>
            ),
          },
        ]}
      />
      {ending && (
        <Confirm
          title={t('endKey')}
          action={t('endKey')}
          onConfirm={() => void end(ending)}
          onClose={() => setEnding(undefined)}
        >
          <p>{t('endKeyHelp', { name: ending.name })}</p>
        </Confirm>
      )}
    </>
  );
}
