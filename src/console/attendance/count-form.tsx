import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/i18n.ts';
import { Button } from '../kit/button.tsx';
import { DateField } from '../kit/date-field.tsx';
import { dateText, lastSunday } from '../kit/dates.ts';
import { Notice } from '../kit/notice.tsx';
import { FaultNotice } from '../problems/fault-notice.tsx';
import { TextField } from '../kit/text-field.tsx';
import { listText } from '../kit/list-text.ts';
import { type Fault, useFaults } from '../problems/problems.ts';
import { announce } from '../shell/status.ts';
import { badGroups, FIELDS, GROUPS, textOfGroup, type Typed } from './counts.ts';
import { mealQuery, saveMeal } from './queries.ts';

/** The form for the meal count of a day. Its boxes start with the counts that are already stored for that day. */
export function CountForm({ today }: { today: string }) {
  const { t } = useTranslation('attendance');
  const { t: common } = useTranslation();
  const faults = useFaults();
  const [date, setDate] = useState<string | null>(lastSunday(today));
  const [typed, setTyped] = useState<Typed>({});
  const [fault, setFault] = useState<Fault>();
  // The stored count that the person was asked to replace. Pressing the button again confirms it.
  const [asked, setAsked] = useState<string>();
  const day = useQuery({ ...mealQuery(date ?? ''), enabled: date !== null });
  const known = (date === null ? null : day.data) ?? null;

  const counted = listText(GROUPS.map((group) => `${t(group)} ${textOfGroup(group, {}, known)}`));

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const bad = badGroups(typed, known);
    if (date === null || bad.length > 0) {
      const fields = Object.fromEntries(bad.map((group) => [FIELDS[group], common('wholeNumberBad')]));
      setFault({ sentence: date === null ? common('dateBad') : common('wholeNumberBad'), fields });
      return;
    }
    if (known && Object.keys(typed).length > 0 && asked === undefined) {
      setFault(undefined);
      return setAsked(counted);
    }
    try {
      if ((await saveMeal(date, typed, known)) === 'countedMeanwhile') {
        setAsked('');
        return setFault({ sentence: t('countedMeanwhile'), fields: {} });
      }
      setFault(undefined);
      setTyped({});
      setAsked(undefined);
      announce(t('saved', { date: dateText(date, currentLanguage()) }));
    } catch (error) {
      setFault(faults(error));
    }
  };
  return (
    <form className="sheet fields" aria-label={t('newCount')} onSubmit={(event) => void submit(event)}>
      {fault && <FaultNotice fault={fault} />}
      {known && <p className="fields-note">{t('countedAlready', { counted })}</p>}
      <DateField
        label={t('date')}
        value={date}
        today={today}
        isRequired
        onChange={(next) => {
          setDate(next);
          // The typed numbers belong to the previous date.
          if (next !== date) {
            setTyped({});
            setAsked(undefined);
          }
        }}
      />
      {GROUPS.map((group) => (
        <TextField
          key={group}
          label={t(group)}
          inputMode="numeric"
          autoComplete="off"
          value={textOfGroup(group, typed, known)}
          fault={fault?.fields[FIELDS[group]]}
          onChange={(event) => setTyped((all) => ({ ...all, [group]: event.target.value }))}
        />
      ))}
      {asked !== undefined && asked !== '' && (
        <div className="fields-note">
          <Notice tone="bad">{t('replaceAsk', { counted: asked })}</Notice>
        </div>
      )}
      <div className="screen-actions">
        <Button type="submit" kind="primary">
          {t('save')}
        </Button>
      </div>
    </form>
  );
}
