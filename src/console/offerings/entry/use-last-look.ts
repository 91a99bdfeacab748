/** The last look at an offering before it is submitted. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { typedCharacters } from '../../kit/typing.ts';
import { useFaults } from '../../problems/problems.ts';
import { readOffering, showOffering, type Versioned } from '../queries.ts';
import type { CountsKeeper } from './counts-keeper.ts';

type Options = { offeringId: number; counts: CountsKeeper; isUnsaved: boolean };

/**
 * Returns `look`, which saves the counts and then reads the offering that is to be submitted. On success, `seen` is
 * this offering. Otherwise, `problem` is the message that is shown above the button.
 */
export function useLastLook({ offeringId, counts, isUnsaved }: Options) {
  const { t } = useTranslation('offerings');
  const faults = useFaults();
  const [seen, setSeen] = useState<Versioned>();
  const [problem, setProblem] = useState<string>();
  const lookNow = async () => {
    setProblem(undefined);
    const typedBefore = typedCharacters();
    try {
      await counts.flush();
      if (Object.keys(counts.now().typed).length > 0) return setProblem(t('countsUnsaved'));
      const now = await readOffering(offeringId);
      showOffering(now.offering);
      // The dialog takes the focus, so it does not open for somebody who has gone on typing.
      if (seen || typedCharacters() === typedBefore) setSeen(now);
    } catch (error) {
      setProblem(faults(error).sentence);
    }
  };
  const latest = useRef(lookNow);
  latest.current = lookNow;
  const look = useCallback(() => void latest.current(), []);
  // If rows were still unsaved at the last look, the offering is read again after these rows have reached the books.
  useEffect(() => {
    if (seen && !isUnsaved) look();
    // eslint-disable-next-line react/exhaustive-deps
  }, [isUnsaved]);
  return { seen, problem, look, close: () => setSeen(undefined) };
}
