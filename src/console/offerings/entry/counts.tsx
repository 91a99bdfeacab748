import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Minor } from '../../../lib/money.ts';
import { toDecimal } from '../../../lib/money.ts';
import { TextField } from '../../kit/text-field.tsx';
import { Notice } from '../../kit/notice.tsx';
import { useFaults } from '../../problems/problems.ts';
import { Refusal } from '../../session/api.ts';
import { announce } from '../../shell/status.ts';
import { type Offering, type OfferingCounts, readOffering, saveCounts, showOffering } from '../queries.ts';
import { readAmount } from './amount.ts';
import type { Counted } from './totals.tsx';

type Typed = {
  attendance: string;
  controlTotal: string;
  countedCash: string;
  countedChecks: string;
  countedBy: string;
};
type Name = keyof Typed;

type Props = { offering: Offering; ownName: string; onCounted: (counted: Counted) => void };

const PAUSE_MS = 700;

/**
 * What the team counted. Each field is saved by itself a moment after it was typed, so that two laptops may fill in
 * different fields: on a stale version the offering is read again and only what was changed here is sent.
 */
export function Counts({ offering, ownName, onCounted }: Props) {
  const { t } = useTranslation('offerings');
  const { t: common } = useTranslation();
  const faults = useFaults();
  const [typed, setTyped] = useState<Partial<Typed>>({});
  const [fault, setFault] = useState<string>();
  const pending = useRef<Partial<Typed>>({});
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const shown = { ...textsOf(offering, ownName), ...typed };
  const bad = (name: Name) => {
    if (!faultOfText(name, shown[name])) return undefined;
    return common(name === 'attendance' ? 'wholeNumberBad' : 'amountBad');
  };

  useEffect(() => onCounted(countedOf(shown)), [shown.controlTotal, shown.countedCash, shown.countedChecks]);

  const flush = async () => {
    clearTimeout(timer.current);
    const changed = pending.current;
    pending.current = {};
    if (Object.keys(changed).length === 0) return;
    try {
      await sendCounts(offering.id, changed, ownName);
      setFault(undefined);
      setTyped((now) => without(now, changed));
      announce(t('countsSaved'));
    } catch (error) {
      pending.current = { ...changed, ...pending.current };
      setFault(faults(error).sentence);
      if (!(error instanceof Refusal)) timer.current = setTimeout(() => void flush(), 5000);
    }
  };
  const change = (name: Name, text: string) => {
    setTyped((now) => ({ ...now, [name]: text }));
    clearTimeout(timer.current);
    if (faultOfText(name, text)) {
      delete pending.current[name];
      return;
    }
    pending.current[name] = text;
    timer.current = setTimeout(() => void flush(), PAUSE_MS);
  };
  const box = (name: Name, label: string, help?: string) => (
    <TextField
      label={label}
      help={help}
      autoComplete="off"
      inputMode={name === 'countedBy' ? 'text' : name === 'attendance' ? 'numeric' : 'decimal'}
      value={shown[name]}
      fault={bad(name)}
      onChange={(event) => change(name, event.target.value)}
      onBlur={() => void flush()}
    />
  );
  return (
    <section className="counts sheet" aria-label={t('counts')}>
      {fault !== undefined && <Notice tone="bad">{fault}</Notice>}
      {box('attendance', t('attendance'))}
      {box('controlTotal', t('controlTotal'))}
      {box('countedCash', t('countedCash'))}
      {box('countedChecks', t('countedChecks'))}
      {box('countedBy', t('countedBy'), t('countedByHelp'))}
    </section>
  );
}

function textsOf(offering: Offering, ownName: string): Typed {
  const text = (value: number | null) => (value === null ? '' : String(value));
  return {
    attendance: text(offering.sundayAttendanceCount),
    controlTotal: text(offering.controlTotal),
    countedCash: text(offering.countedCash),
    countedChecks: text(offering.countedChecks),
    countedBy: offering.countedBy[0] ?? ownName,
  };
}

function countedOf({ controlTotal, countedCash, countedChecks }: Typed): Counted {
  return { control: minorOfText(controlTotal), cash: minorOfText(countedCash), checks: minorOfText(countedChecks) };
}

function minorOfText(text: string): Minor | null {
  const amount = readAmount(text);
  if ('minor' in amount) return amount.minor;
  return amount.fault === 'zero' ? (0 as Minor) : null;
}

function faultOfText(name: Name, text: string): boolean {
  if (name === 'countedBy' || text.trim() === '') return false;
  return name === 'attendance' ? !/^\d{1,7}$/.test(text.normalize('NFKC').trim()) : minorOfText(text) === null;
}

/** Sends the changed fields on top of what the service has now; once more when somebody else was faster. */
async function sendCounts(id: number, changed: Partial<Typed>, ownName: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const { offering, etag } = await readOffering(id);
    try {
      showOffering((await saveCounts(id, merged(offering, changed, ownName), etag)).offering);
      return;
    } catch (error) {
      const isStale = error instanceof Refusal && error.problem.code === 'stale_version';
      if (!isStale || attempt === 5) throw error;
    }
  }
}

function merged(offering: Offering, changed: Partial<Typed>, ownName: string): OfferingCounts {
  const amount = (text: string | undefined, before: number | null) => {
    if (text === undefined) return before;
    const minor = minorOfText(text);
    return minor === null ? null : toDecimal(minor);
  };
  const { attendance, countedBy } = changed;
  return {
    sundayAttendanceCount:
      attendance === undefined
        ? offering.sundayAttendanceCount
        : attendance.trim() === ''
          ? null
          : Number(attendance.normalize('NFKC')),
    controlTotal: amount(changed.controlTotal, offering.controlTotal),
    countedCash: amount(changed.countedCash, offering.countedCash),
    countedChecks: amount(changed.countedChecks, offering.countedChecks),
    countedBy: countersOf(offering.countedBy, countedBy ?? (offering.countedBy[0] === undefined ? ownName : undefined)),
    notes: offering.notes,
  };
}

function countersOf(before: readonly string[], first: string | undefined): string[] {
  const [, ...others] = before;
  if (first === undefined) return [...before];
  return [first.trim(), ...others].filter((name) => name !== '');
}

function without<T extends object>(all: T, gone: object): T {
  return Object.fromEntries(
    Object.entries(all).filter(([name, value]) => (gone as Record<string, unknown>)[name] !== value),
  ) as T;
}
