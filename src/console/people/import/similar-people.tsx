import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Button } from '../../kit/button.tsx';
import { allTheSame, type Check, type Decision, type Draft, leaveOut, withDecisions } from './draft.ts';

type Props = { draft: Draft; onChange: (draft: Draft) => void };
type AskedRow = Check['undecided'][number];

/** The rows that may be no new person, each with the question who it is. */
export function SimilarPeople({ draft, onChange }: Props) {
  const { t } = useTranslation('people');
  const rows = [...draft.asked.values()].filter(({ line }) => !draft.leftOut.has(line));
  const same = allTheSame(draft);
  if (rows.length === 0) return null;
  return (
    <section className="sheet screen-part" aria-label={t('similarPeople')}>
      <h2>{t('similarPeople')}</h2>
      <p className="field-help">{t('similarHelp')}</p>
      {same.length > 1 && (
        <p>
          <Button onClick={() => onChange(withDecisions(draft, same))}>
            {t('allTheSame', { count: same.length })}
          </Button>
        </p>
      )}
      <ol className="import-rows">
        {rows.map((row) => (
          <li key={row.line}>
            <Question row={row} draft={draft} onChange={onChange} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Question({ row: { line, name, people, reason }, draft, onChange }: Props & { row: AskedRow }) {
  const { t } = useTranslation('people');
  const group = useId();
  const decided = draft.decisions.get(line);
  const decide = (decision: Decision) => onChange(withDecisions(draft, [[line, decision]]));
  return (
    <fieldset>
      <legend>{t('rowNamed', { line, name })}</legend>
      {reason !== 'Similar' && <p className="field-help">{t(`doubt${reason}`)}</p>}
      {people.map(({ memberId, line: other, name: theirs }) =>
        memberId == null ? (
          <p key={`line ${other}`}>{t('sameAsRow', { line: other ?? 0, name: theirs })}</p>
        ) : (
          <p key={memberId} className="import-choice">
            <label>
              <input type="radio" name={group} checked={decided === memberId} onChange={() => decide(memberId)} />
              <span>{t('samePerson', { name: theirs })}</span>
            </label>
            <Link href={`/people/${memberId}`} target="_blank" aria-label={t('openCard', { name: theirs })}>
              {t('card')}
            </Link>
          </p>
        ),
      )}
      <p className="import-choice">
        <label>
          <input type="radio" name={group} checked={decided === 'new'} onChange={() => decide('new')} />
          <span>{t('anotherPerson')}</span>
        </label>
      </p>
      <Button kind="quiet" aria-label={t('leaveOutNamed', { line })} onClick={() => onChange(leaveOut(draft, line))}>
        {t('leaveOut')}
      </Button>
    </fieldset>
  );
}
