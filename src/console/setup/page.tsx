import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Schemas } from '../../client/client.ts';
import { currentLanguage } from '../i18n/i18n.ts';
import { CountryBox } from '../kit/country-box.tsx';
import { Button } from '../kit/button.tsx';
import { Loading } from '../kit/loading.tsx';
import { Notice } from '../kit/notice.tsx';
import { SelectField } from '../kit/select-field.tsx';
import { TextField } from '../kit/text-field.tsx';
import { monthNames, timeZones } from '../kit/calendar.ts';
import { type Fault, useFaults } from '../problems/problems.ts';
import { Refusal } from '../session/api.ts';
import { Frame } from '../session/frame.tsx';
import { setUp } from '../session/session.ts';
import {
  type AnswerPath,
  type Answers,
  firstAnswers,
  isAsked,
  ORDER,
  setupOf,
  type Step,
  stepOf,
  STEPS,
} from './answers.ts';
import { setupQuery } from './queries.ts';
import { useToken } from './token.ts';
import '../session/sign-in.css';
import './setup.css';

const isGone = (error: unknown) => error instanceof Refusal && error.problem.status === 404;

/** The page that the one-time link opens. It asks for the church and its first account, and then signs the person in. */
export function Page() {
  const { t } = useTranslation('setup');
  const faults = useFaults();
  const token = useToken();
  const { data, error } = useQuery(setupQuery);
  return (
    <Frame title={t('title')}>
      {error && <Notice tone="bad">{isGone(error) ? t('gone') : faults(error).sentence}</Notice>}
      {!error && token === '' && <Notice tone="bad">{t('noToken')}</Notice>}
      {!error && !data && <Loading />}
      {data && token !== '' && <Questions known={data} token={token} />}
    </Frame>
  );
}

function Questions({ known, token }: { known: Schemas['OpenSetup']; token: string }) {
  const { t } = useTranslation('setup');
  const [, navigate] = useLocation();
  const faults = useFaults();
  const [answers, setAnswers] = useState(() =>
    firstAnswers(known, currentLanguage() === 'zh-TW' ? 'zh-TW' : known.church.locale),
  );
  const [step, setStep] = useState<Step>('church');
  const [fault, setFault] = useState<Fault>();
  const [isBusy, setBusy] = useState(false);
  const place = ORDER.indexOf(step);
  const send = async () => {
    setBusy(true);
    setFault(undefined);
    try {
      await setUp(setupOf(answers, token));
      navigate('/', { replace: true });
    } catch (error) {
      const refused = isGone(error) ? { sentence: t('gone'), fields: {} } : faults(error);
      setFault(refused);
      setStep(stepOf(refused.fields) ?? step);
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const next = ORDER[place + 1];
    if (next) setStep(next);
    else void send();
  };
  return (
    <form className="sign-in-form" onSubmit={submit}>
      <StepHeading key={step} text={t(`step_${step}`)} place={t('place', { step: place + 1, steps: ORDER.length })} />
      {fault && <Notice tone="bad">{fault.sentence}</Notice>}
      <p className="setup-help">{t(`help_${step}`)}</p>
      {STEPS[step]
        .filter((path) => isAsked(path, answers))
        .map((path) => (
          <Question
            key={path}
            path={path}
            answers={answers}
            fault={fault?.fields[path]}
            onAnswer={(text) => setAnswers((all) => ({ ...all, [path]: text }))}
          />
        ))}
      <div className="screen-actions">
        {place > 0 && <Button onClick={() => setStep(ORDER[place - 1] ?? step)}>{t('back')}</Button>}
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {t(step === 'account' ? 'finish' : 'next')}
        </Button>
      </div>
    </form>
  );
}

/** The heading of a step. It receives the focus when a person comes from another step. */
function StepHeading({ text, place }: { text: string; place: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <h2 ref={heading} tabIndex={-1} className="setup-step">
      {text} <small>{place}</small>
    </h2>
  );
}

type QuestionProps = {
  path: AnswerPath;
  answers: Answers;
  fault: string | undefined;
  onAnswer: (text: string) => void;
};

const REQUIRED: ReadonlySet<string> = new Set(['church.name', ...STEPS.account]);
const AUTOCOMPLETE: Partial<Record<AnswerPath, string>> = {
  'user.displayName': 'name',
  'user.email': 'username',
  'user.password': 'new-password',
};

function Question({ path, answers, fault, onAnswer }: QuestionProps) {
  const { t } = useTranslation('setup');
  const name = path.replaceAll('.', '_');
  const label = t(`ask_${name}` as 'ask_church_name');
  const options = useOptions(path, answers[path]);
  if (options)
    return <SelectField label={label} value={answers[path]} options={options} onChange={onAnswer} fault={fault} />;
  if (path === 'church.address.country')
    return <CountryBox label={label} value={answers[path]} help={t('countryHelp')} onChange={onAnswer} fault={fault} />;
  const isPassword = path === 'user.password';
  return (
    <TextField
      label={label}
      help={isPassword ? t('passwordHelp') : path === 'church.ein' ? t('einHelp') : undefined}
      type={isPassword ? 'password' : path.endsWith('.email') ? 'email' : 'text'}
      name={name}
      autoComplete={AUTOCOMPLETE[path] ?? 'off'}
      required={REQUIRED.has(path)}
      {...(isPassword && { minLength: 12, maxLength: 128 })}
      maxLength={200}
      value={answers[path]}
      fault={fault}
      onChange={(event) => onAnswer(event.target.value)}
    />
  );
}

/** Returns the options of an answer that is chosen from a list, or undefined. */
function useOptions(path: AnswerPath, value: string): { value: string; label: string }[] | undefined {
  const { t } = useTranslation('setup');
  if (path === 'church.timeZone') return timeZones(value);
  if (path === 'church.fiscalYearStartMonth') return monthNames(currentLanguage());
  if (path !== 'church.locale') return undefined;
  return [
    { value: 'en-US', label: t('localeEnglish') },
    { value: 'zh-TW', label: t('localeChinese') },
  ];
}
