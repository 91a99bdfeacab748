import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../../lib/money.ts';
import { currentLanguage } from '../../i18n/i18n.ts';
import { Button } from '../../kit/button.tsx';
import { timeText } from '../../kit/dates.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { Notice } from '../../kit/notice.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { useFaults } from '../../problems/problems.ts';
import { Refusal } from '../../session/api.ts';
import type { Church } from '../../kit/church.ts';
import { moveOffering, type Offering, saveCounts, type Versioned } from '../queries.ts';
import { pairOfCounters, withCounter } from './counters.ts';
import { CounterNames } from './counter-names.tsx';
import type { GiverIndex } from '../../../lib/giver-index.ts';
import { type Row, rowsOf, sumsOf } from './rows.ts';
import { secondCounters } from './second-counters.ts';

type Props = {
  /** The offering that the dialog shows, with its version. */
  seen: Versioned;
  church: Church;
  /** How many gifts on this computer are not saved yet. */
  unsaved: number;
  ownName: string;
  index: GiverIndex;
  onDone: (submitted: Offering) => void;
  /** Called when the service refuses the submission. The offering may have changed, so it must be read again. */
  onStale: () => void;
  onClose: () => void;
};

/** The dialog for the last check before an offering is submitted: what each person entered, and who counted. */
export function SubmitDialog({ seen, church, unsaved, ownName, index, onDone, onStale, onClose }: Props) {
  const { t } = useTranslation('offerings');
  const { t: common } = useTranslation();
  const faults = useFaults();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  // The service accepts an offering with a single counter. Pressing the button again confirms that this is intended.
  const [mayBeOne, setMayBeOne] = useState(false);
  const counters = pairOfCounters(seen.offering.countedBy, ownName);
  const [typed, setTyped] = useState(counters.second);
  const saved = rowsOf(seen.offering.givings, [], 0);
  const sums = sumsOf(saved);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const second = typed.trim();
    if (second === '' && !mayBeOne) {
      setMayBeOne(true);
      return;
    }
    setBusy(true);
    setProblem(undefined);
    try {
      onDone(await submitSeen(seen, counters, second));
    } catch (error) {
      setProblem(faults(error).sentence);
      setBusy(false);
      // The version may have changed, because somebody entered a gift or because the counters were saved first.
      if (error instanceof Refusal) onStale();
    }
  };
  return (
    <Dialog title={t('submitOffering')} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        {problem !== undefined && <Notice tone="bad">{problem}</Notice>}
        {unsaved > 0 && <Notice tone="warn">{t('submitWaiting', { count: unsaved })}</Notice>}
        <p>
          <strong>{formatMoney(sums.total)}</strong>, {t('giftCount')}: {sums.count}
        </p>
        <ul>
          {peopleOf(saved).map(({ name, rows: theirs, last }) => (
            <li key={name}>
              {t('submitPerson', {
                name,
                count: theirs.length,
                total: formatMoney(sumsOf(theirs).total),
                time: last === undefined ? '–' : timeText(last, currentLanguage(), church.timeZone),
              })}
            </li>
          ))}
        </ul>
        <TextField
          label={t('countedBy')}
          name="second"
          help={t('secondCounter')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
          maxLength={100}
          autoFocus
        />
        <CounterNames
          names={secondCounters(typed, {
            first: counters.first,
            entered: saved.map((row) => row.enteredByName),
            index,
          })}
          onChoose={setTyped}
        />
        {mayBeOne && <Notice tone="bad">{t('oneCounterAsk')}</Notice>}
        <footer>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" kind="primary" isBusy={busy} disabled={unsaved > 0}>
            {t('submitOffering')}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

/**
 * Saves the counters if they changed, then submits the offering. The service refuses if the offering has changed since
 * it was shown.
 */
async function submitSeen(
  { offering, etag }: Versioned,
  { first, second: before }: ReturnType<typeof pairOfCounters>,
  second: string,
): Promise<Offering> {
  const countedBy = withCounter(withCounter(offering.countedBy, first, first), before, second);
  if (countedBy.join('\n') === offering.countedBy.join('\n'))
    return moveOffering(offering.id, { kind: 'submit' }, etag);
  const { id, sundayAttendanceCount, controlTotal, countedCash, countedChecks, notes } = offering;
  const counts = { sundayAttendanceCount, controlTotal, countedCash, countedChecks, countedBy, notes };
  const named = await saveCounts(id, counts, etag);
  return moveOffering(id, { kind: 'submit' }, named.etag);
}

type Person = { name: string; rows: Row[]; last: string | undefined };

function peopleOf(rows: readonly Row[]): Person[] {
  const people = new Map<string, Person>();
  for (const row of rows) {
    const person = people.get(row.enteredByName) ?? { name: row.enteredByName, rows: [], last: undefined };
    person.rows.push(row);
    const at = row.gift?.createdAt;
    if (at !== undefined && (person.last === undefined || at > person.last)) person.last = at;
    people.set(row.enteredByName, person);
  }
  return Array.from(people.values());
}
