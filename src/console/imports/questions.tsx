import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../kit/button.tsx';
import { Checkbox } from '../kit/checkbox.tsx';
import { PersonBox } from '../kit/person-box.tsx';
import { SelectField } from '../kit/select-field.tsx';
import { CardLink } from './card-link.tsx';
import {
  allTheSame,
  columnSaid,
  type Decision,
  type Draft,
  isAboutPerson,
  isOpen,
  type Plan,
  type Question,
  withColumn,
  withDecision,
  withoutLines,
  withValue,
} from './draft.ts';
import { useFieldLabel } from './field-label.ts';
import type { Kind } from './kinds.ts';
import { useLinesText } from './lines.ts';

type Props = { kind: Kind; draft: Draft; plan: Plan; onChange: (draft: Draft) => void };
type OneProps = Props & { question: Question };

/** What must be answered before the rows can be stored, and what was answered. */
export function Questions({ answered, ...props }: Props & { answered: readonly Question[] }) {
  const { draft, plan, onChange } = props;
  const { t } = useTranslation('imports');
  const questions = plan.questions.filter((one) => isOpen(draft, one));
  if (questions.length + answered.length === 0) return null;
  const same = allTheSame(draft, questions);
  const unknown = questions.filter(({ code }) => code === 'unknown_giver');
  const addAll = () =>
    onChange(
      withDecision(
        draft,
        unknown.flatMap(({ lines }) => lines),
        'new',
      ),
    );
  return (
    <section className="sheet screen-part" aria-label={t('questions')}>
      <h2>{t('questions')}</h2>
      {unknown.length > 1 && (
        <p>
          <Button onClick={addAll}>{t('allNew', { count: unknown.length })}</Button>
        </p>
      )}
      {same.length > 1 && (
        <p>
          <Button
            onClick={() => onChange({ ...draft, decisions: { ...draft.decisions, ...Object.fromEntries(same) } })}
          >
            {t('allTheSame', { count: same.length })}
          </Button>
        </p>
      )}
      <List {...props} questions={questions} />
      {answered.length > 0 && (
        <details>
          <summary>{t('answered')}</summary>
          <List {...props} questions={answered} />
        </details>
      )}
    </section>
  );
}

function List({ questions, ...props }: Props & { questions: readonly Question[] }) {
  return (
    <ol className="import-rows">
      {questions.map((question) => (
        <li key={JSON.stringify([question.code, question.column, question.cell, question.lines])}>
          <One {...props} question={question} />
        </li>
      ))}
    </ol>
  );
}

function One(props: OneProps) {
  const { kind, draft, question, onChange } = props;
  const { t } = useTranslation('imports');
  const linesText = useLinesText();
  const { lines } = question;
  return (
    <fieldset>
      <legend>{useSentence(kind)(question)}</legend>
      {lines.length > 0 && <p className="field-help">{linesText(lines)}</p>}
      <Answer {...props} />{' '}
      {lines.length > 0 && (
        <Button
          kind="quiet"
          aria-label={t('leaveOutLines', { lines: linesText(lines) })}
          onClick={() => onChange(withoutLines(draft, lines))}
        >
          {t('leaveOut')}
        </Button>
      )}
    </fieldset>
  );
}

function useSentence(kind: Kind) {
  const { t } = useTranslation('imports');
  const labelOf = useFieldLabel(kind);
  return ({ code, column, cell, field, message }: Question) => {
    const said = {
      column,
      cell,
      message,
      field: labelOf(field ?? ''),
      bearing: t(`bearing_${(field ?? '') as 'money'}`),
    };
    const asked = code === 'several_people' && kind === 'members' ? 'several_in_row' : code;
    return t(`question_${asked as 'other'}`, { ...said, defaultValue: t('question_other', said) });
  };
}

/** The way to answer a question: a choice of columns, of texts or of people, or a box to tick. */
function Answer(props: OneProps) {
  const { t } = useTranslation('imports');
  const { draft, question, onChange } = props;
  const { code, column, cell, choices } = question;
  const options = choices.map(({ value, label }) => ({ value: String(value), label }));
  if (isAboutPerson(question)) return <WhoChoice {...props} />;
  switch (code) {
    case 'column_not_understood':
      return <MeaningChoice {...props} column={column ?? ''} />;
    case 'imported_before':
      return (
        <Checkbox
          label={t('importAgain')}
          isChecked={draft.mayRepeat}
          onChange={(mayRepeat) => onChange({ ...draft, mayRepeat })}
        />
      );
    case 'unclear_dates':
      return (
        <Choice
          value={draft.dates ?? ''}
          options={options.map(({ value }) => ({ value, label: t(`order_${value as 'mdy'}`) }))}
          onChange={(dates) => onChange({ ...draft, dates: dates === '' ? null : (dates as 'mdy') })}
        />
      );
    case 'unknown_reference':
      return (
        <Choice
          value={draft.values[column ?? '']?.[cell ?? ''] ?? ''}
          options={options}
          onChange={(text) => onChange(withValue(draft, column ?? '', cell ?? '', text))}
        />
      );
    case 'two_columns':
    case 'column_needed':
    case 'misspelt_column':
    case 'no_giver_column':
      return <ColumnChoice {...props} />;
    default:
      return null;
  }
}

type ChoiceProps = {
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
};

function Choice({ value, options, onChange }: ChoiceProps) {
  const { t } = useTranslation('imports');
  const all = [{ value: '', label: t('choose') }, ...options];
  return <SelectField label={t('answer')} value={value} options={all} onChange={onChange} />;
}

/** Chooses the column that fills a field. */
function ColumnChoice({ draft, plan, question: { code, column, field, choices }, onChange }: OneProps) {
  const { t } = useTranslation('imports');
  const wanted = field ?? 'memberName';
  const names =
    code === 'two_columns'
      ? choices.map(({ label }) => label)
      : plan.columns.map(({ header }) => header).filter(Boolean);
  const suggested = code === 'misspelt_column' ? [column ?? ''] : names;
  const chosen = Object.entries(draft.mapping).find(([, one]) => one === wanted)?.[0] ?? '';
  const choose = (name: string) =>
    onChange(withColumn(draft, name === '' ? chosen : name, name === '' ? undefined : wanted));
  return (
    <>
      <Choice value={chosen} options={suggested.map((name) => ({ value: name, label: name }))} onChange={choose} />
      {code === 'no_giver_column' && (
        <Checkbox
          label={t('namesNobody')}
          isChecked={draft.namesNobody}
          onChange={(namesNobody) => onChange({ ...draft, namesNobody })}
        />
      )}
    </>
  );
}

const LEFT_OUT = '-';

/** Chooses what a column means, or leaves it out. */
function MeaningChoice({ kind, draft, plan, column, onChange }: OneProps & { column: string }) {
  const { t } = useTranslation('imports');
  const labelOf = useFieldLabel(kind);
  const said = columnSaid(draft, column);
  const choose = (value: string) => {
    const field = value === LEFT_OUT ? null : value === '' ? undefined : value;
    onChange(withColumn(draft, column, field));
  };
  return (
    <Choice
      value={said === null ? LEFT_OUT : (said ?? '')}
      options={[
        { value: LEFT_OUT, label: t('leaveColumnOut') },
        ...plan.fields.map((field) => ({ value: field, label: labelOf(field) })),
      ]}
      onChange={choose}
    />
  );
}

/** Chooses the member whom rows mean, or says that the person is new. */
function WhoChoice({ kind, draft, question: { code, lines, choices, rows }, onChange }: OneProps) {
  const { t } = useTranslation('imports');
  const group = useId();
  const decided = draft.decisions[lines[0] ?? 0];
  const [isOther, setOther] = useState(false);
  const decide = (decision: Decision) => onChange(withDecision(draft, lines, decision));
  const other = typeof decided === 'number' && !choices.some(({ value }) => value === decided) ? decided : null;
  return (
    <>
      {code === 'giver_blank' && (
        <Checkbox
          label={t('noGiver')}
          isChecked={draft.blankGivers}
          onChange={(blankGivers) => onChange({ ...draft, blankGivers })}
        />
      )}
      {choices.map(({ value, label }) => (
        <p key={value} className="import-choice">
          <label>
            <input type="radio" name={group} checked={decided === value} onChange={() => decide(value as Decision)} />
            <span>{value === 'new' ? t('aNewPerson') : label}</span>
          </label>
          {kind === 'members' && typeof value === 'number' && <CardLink id={value} name={label} />}
        </p>
      ))}
      {rows.map(({ line, name }) => (
        <p key={line}>{t('sameAsRow', { line, name })}</p>
      ))}
      {isOther || other !== null || choices.length === 0 ? (
        <PersonBox
          label={t('anotherMember')}
          personId={other}
          onChange={(id) => (id === null ? setOther(true) : decide(id))}
        />
      ) : (
        <Button kind="quiet" onClick={() => setOther(true)}>
          {t('anotherMember')}
        </Button>
      )}
    </>
  );
}
