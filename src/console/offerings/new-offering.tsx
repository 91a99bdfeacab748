import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { Button } from '../kit/button.tsx';
import { DateField } from '../kit/date-field.tsx';
import { lastSunday } from '../kit/dates.ts';
import { Loading } from '../kit/loading.tsx';
import { Notice } from '../kit/notice.tsx';
import { useFaults } from '../problems/problems.ts';
import { Refusal } from '../session/api.ts';
import { churchQuery } from '../kit/church.ts';
import { openOffering, showOffering } from './queries.ts';

/** Asks for a date, then creates its offering. If that date already has an offering, shows the existing one. */
export function NewOffering({ onClose }: { onClose: () => void }) {
  const { data: church } = useQuery(churchQuery);
  return church ? <Form today={church.today} onClose={onClose} /> : <Loading />;
}

function Form({ today, onClose }: { today: string; onClose: () => void }) {
  const { t } = useTranslation('offerings');
  const { t: common } = useTranslation();
  const [, navigate] = useLocation();
  const faults = useFaults();
  const [date, setDate] = useState<string | null>(lastSunday(today));
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => box.current?.select(), []);

  const start = async (event: FormEvent) => {
    event.preventDefault();
    if (date === null) return;
    setBusy(true);
    try {
      const offering = await openOffering(date);
      showOffering(offering);
      navigate(`/offerings/${offering.id}`);
    } catch (error) {
      const existing = existingOf(error);
      if (existing !== undefined) return navigate(`/offerings/${existing}`);
      setProblem(faults(error).sentence);
      setBusy(false);
    }
  };
  return (
    <form className="sheet fields" onSubmit={(event) => void start(event)}>
      {problem !== undefined && <Notice tone="bad">{problem}</Notice>}
      <DateField label={t('date')} value={date} today={today} onChange={setDate} isRequired inputRef={box} />
      <div className="screen-actions">
        <Button type="submit" kind="primary" isBusy={busy}>
          {t('start')}
        </Button>
        <Button onClick={onClose}>{common('cancel')}</Button>
      </div>
    </form>
  );
}

/** Returns the id of the existing offering if the date already has one; undefined for other errors. */
function existingOf(error: unknown): number | undefined {
  if (!(error instanceof Refusal) || error.problem.code !== 'session_exists') return undefined;
  return (error.problem as unknown as { existingId: number }).existingId;
}
