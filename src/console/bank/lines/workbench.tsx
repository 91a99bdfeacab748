import { useEffect, useRef, useState } from 'react';
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
  const place = useRef<HTMLDivElement>(null);
  const [taps, setTaps] = useState(0);
  // On a phone, what belongs to the line is below the list, and a tap would show nothing new.
  useEffect(() => {
    if (taps > 0) place.current?.querySelector('.bank-panel')?.scrollIntoView({ block: 'nearest' });
  }, [taps]);
  return (
    <div className="bank-bench" ref={place}>
      <div className="bank-left">
        <MatchAll bench={bench} isBusy={work.isBusy} />
        <LineList lines={lines} bench={bench} onTap={() => setTaps((count) => count + 1)} />
        {bench.mayManage && <p className="bank-keys no-print">{t('keys')}</p>}
      </div>
      {bench.active && <LinePanel account={account} line={bench.active} lines={lines} bench={bench} work={work} />}
    </div>
  );
}
