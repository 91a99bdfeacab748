import { useTranslation } from 'react-i18next';
import type { Account } from '../queries.ts';
import { LineList } from './line-list.tsx';
import { LinePanel } from './line-panel.tsx';
import { MatchAll } from './match-all.tsx';
import type { Line } from './queries.ts';
import type { Work } from './use-work.ts';
import { useWorkbench } from './use-workbench.ts';

type Props = { account: Account; lines: readonly Line[]; work: Work };

/** The lines beside what belongs to the active one. */
export function Workbench({ account, lines, work }: Props) {
  const { t } = useTranslation('bank');
  const bench = useWorkbench(account.id, lines, work);
  return (
    <div className="bank-bench">
      <div className="bank-left">
        <MatchAll bench={bench} isBusy={work.isBusy} />
        <LineList lines={lines} bench={bench} />
        {bench.mayManage && <p className="bank-keys no-print">{t('keys')}</p>}
      </div>
      {bench.active && <LinePanel account={account} line={bench.active} lines={lines} bench={bench} work={work} />}
    </div>
  );
}
