/** Matches all shown lines whose only suggestion fits exactly, after a question. */
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../session/session.ts';
import { type Line, match, type Settled } from './queries.ts';
import type { Work } from './use-work.ts';
import { type Exact, exactOnes } from './work.ts';

type Props = {
  accountId: number;
  lines: readonly Line[];
  work: Work;
  goOn: (settled: Settled) => void;
  focusList: () => void;
};

export function useMatchAll({ accountId, lines, work, goOn, focusList }: Props) {
  const { t } = useTranslation('bank');
  const mayManage = useCan('statements.manage');
  const exact = useMemo(() => (mayManage ? exactOnes(lines) : []), [lines, mayManage]);
  const [asked, setAsked] = useState<readonly Exact[]>();
  return {
    exact,
    /** The lines as they were when the question was opened, while it is open. No others are matched. */
    asked,
    ask: () => {
      if (exact.length > 0) setAsked(exact);
    },
    close: () => {
      setAsked(undefined);
      focusList();
    },
    match: () => {
      const acts = (asked ?? []).map(
        ({ suggestion }) =>
          () =>
            match(accountId, suggestion),
      );
      const done = (settled: Settled) => {
        setAsked(undefined);
        goOn(settled);
      };
      void work.runEach(acts, (count) => t('matchedAll', { count }), done);
    },
  };
}
