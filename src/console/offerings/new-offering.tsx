import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { addDays } from '../../lib/date.ts';
import { Button } from '../kit/button.tsx';
import { churchQuery } from '../kit/church.ts';
import { DateField } from '../kit/date-field.tsx';
import { lastSunday } from '../kit/dates.ts';
import { Loading } from '../kit/loading.tsx';
import { MarkedText } from '../kit/marked-text.tsx';
import { Notice } from '../kit/notice.tsx';
import { type Fault, useFaults } from '../problems/problems.ts';
import { Refusal } from '../session/api.ts';
import { daySentence } from './day-sentence.ts';
import { dayQuery, type OfferingDay, openOffering, showOffering } from './queries.ts';
import './offerings.css';

/** Asks for a date, then creates its offering. If that date already has an offering, shows the existing one. */
export function NewOffering({ onClose }: { onClose: () => void }) {
  const { data: church } = useQuery(churchQuery);
  const sunday = church && lastSunday(church.today);
  const { data: known, isError } = useQuery({ ...dayQuery(sunday ?? ''), enabled: sunday !== undefined });
  // Without an answer about the last Sunday, the form still opens.
  const isReady = church && sunday !== undefined && (known !== undefined || isError);
  return isReady ? <Form today={church.today} sunday={sunday} known={known ?? null} onClose={onClose} /> : <Loading />;
}

type FormProps = {
  today: string;
  sunday: string;
  /** The offering of the last Sunday, if there is one. */
  known: OfferingDay | null;
  onClose: () => void;
};

function Form({ today, sunday, known, onClose }: FormProps) {
  const { t } = useTranslation('offerings');
  const { t: common } = useTranslation();
  const [, navigate] = useLocation();
  const faults = useFaults();
  // A Sunday whose offering is submitted is not suggested, because nothing more can be entered there.
  const isTaken = known !== null && known.status !== 'Draft';
  const [date, setDate] = useState<string | null>(isTaken ? null : sunday);
  const [isTyped, setTyped] = useState(false);
  const [fault, setFault] = useState<Fault>();
  const [isFuture, setFuture] = useState(false);
  const [busy, setBusy] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => box.current?.select(), []);
  const { data: found } = useQuery({ ...dayQuery(date ?? ''), enabled: date !== null });
  const day = date === null ? !isTyped && known : found;

  const start = async (event: FormEvent) => {
    event.preventDefault();
    if (date === null) return;
    // Gifts may be dated until tomorrow, so an offering may be, too.
    if (date > addDays(today, 1)) {
      setFuture(true);
      return box.current?.focus();
    }
    setBusy(true);
    try {
      const offering = await openOffering(date);
      showOffering(offering);
      navigate(`/offerings/${offering.id}`);
    } catch (error) {
      const existing = existingOf(error);
      if (existing !== undefined) return navigate(`/offerings/${existing}`);
      setFault(faults(error));
      setBusy(false);
    }
  };
  return (
    <form className="sheet fields" onSubmit={(event) => void start(event)}>
      {fault && fault.fields['date'] === undefined && <Notice tone="bad">{fault.sentence}</Notice>}
      <DateField
        label={t('date')}
        value={date}
        today={today}
        fault={isFuture ? t('futureDate') : fault?.fields['date']}
        onChange={(next) => {
          setDate(next);
          setTyped(true);
          setFault(undefined);
          setFuture(false);
        }}
        isRequired
        inputRef={box}
      />
      <div aria-live="polite" className="fields-note">
        {day && <Existing day={day} />}
      </div>
      <div className="screen-actions">
        <Button type="submit" kind="primary" isBusy={busy}>
          {t('start')}
        </Button>
        <Button onClick={onClose}>{common('cancel')}</Button>
      </div>
    </form>
  );
}

/** Says that a day has an offering already, and leads to it. */
function Existing({ day }: { day: OfferingDay }) {
  const { t } = useTranslation('offerings');
  return (
    <Notice tone="plain">
      <span>
        <MarkedText text={daySentence(day, t)} />
      </span>
      <Link href={`/offerings/${day.id}`}>{t(day.status === 'Draft' ? 'continueDay' : 'showDay')}</Link>
    </Notice>
  );
}

/** Returns the id of the existing offering if the date already has one; undefined for other errors. */
function existingOf(error: unknown): number | undefined {
  if (!(error instanceof Refusal) || error.problem.code !== 'session_exists') return undefined;
  return (error.problem as unknown as { existingId: number }).existingId;
}
