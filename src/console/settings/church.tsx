import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { hasIrs, rulingCountry } from '../../lib/country.ts';
import { currentLanguage } from '../i18n/i18n.ts';
import { Answer } from '../kit/answer.tsx';
import { monthNames, timeZones } from '../kit/calendar.ts';
import { queryClient } from '../session/query-client.ts';
import { useCan } from '../session/session.ts';
import { AI_PROVIDERS, RELEASE_RULES } from './choices.ts';
import { Facts } from './facts.tsx';
import type { Field } from './fields.ts';
import { type Profile, profileQuery, saveProfile } from './queries.ts';
import { type Group, RecordForm } from './record-form.tsx';

/** The profile of the church: a form for whoever may change it, otherwise its facts. */
export function Church() {
  const { t } = useTranslation('settings');
  const mayWrite = useCan('profile.write');
  const groups = useGroups();
  return (
    <section className="screen-part">
      <h2>{t('part_church')}</h2>
      <Answer query={useQuery(profileQuery)}>
        {(seen) =>
          mayWrite ? (
            <RecordForm<Profile>
              label={t('part_church')}
              groups={groups(seen.record)}
              before={seen}
              readAgain={() => queryClient.fetchQuery({ ...profileQuery, staleTime: 0 })}
              save={(body, basis) => saveProfile(body, (basis ?? seen).etag)}
              saidWhenDone={t('saved')}
              onDone={() => {}}
            />
          ) : (
            <Facts record={seen.record} fields={groups(seen.record).flatMap(({ fields }) => fields)} />
          )
        }
      </Answer>
    </section>
  );
}

/** Returns a function that returns the fields of the profile, in groups. */
function useGroups(): (profile: Profile) => Group[] {
  const { t } = useTranslation('settings');
  return ({ timeZone, ...profile }) => [
    {
      legend: t('namesGroup'),
      fields: [
        { name: 'name', label: t('churchName'), isRequired: true },
        { name: 'legalName', label: t('legalName'), help: t('legalNameHelp') },
        { name: 'ein', label: t('ein'), max: 20, help: t('einHelp'), isHidden: !hasIrs(rulingCountry(profile)) },
      ],
    },
    {
      legend: t('addressGroup'),
      fields: [
        ...(['line1', 'line2', 'city', 'state', 'postalCode'] as const).map((part): Field => ({
          name: `address.${part}`,
          label: t(`address_${part}`),
        })),
        { name: 'address.country', label: t('address_country'), kind: 'country', help: t('countryHelp') },
        { name: 'phone', label: t('phone'), max: 50 },
        { name: 'email', label: t('email'), kind: 'email', max: 254 },
        { name: 'website', label: t('website'), max: 500 },
      ],
    },
    {
      legend: t('booksGroup'),
      fields: [
        {
          name: 'fiscalYearStartMonth',
          label: t('fiscalYear'),
          kind: 'number',
          options: monthNames(currentLanguage()),
          isRequired: true,
        },
        { name: 'timeZone', label: t('timeZone'), kind: 'choice', options: timeZones(timeZone), isRequired: true },
        { name: 'currency', label: t('currency'), isRequired: true, max: 3 },
        {
          name: 'locale',
          label: t('locale'),
          kind: 'choice',
          isRequired: true,
          options: [
            { value: 'en-US', label: t('localeEnglish') },
            { value: 'zh-TW', label: t('localeChinese') },
          ],
        },
        {
          name: 'releaseRule',
          label: t('releaseRule'),
          kind: 'choice',
          isRequired: true,
          options: RELEASE_RULES.map((value) => ({ value, label: t(`releaseRule_${value}`) })),
          help: t('releaseRuleHelp'),
        },
      ],
    },
    {
      legend: t('aiGroup'),
      fields: [
        {
          name: 'aiProvider',
          label: t('aiProvider'),
          kind: 'choice',
          isRequired: true,
          options: AI_PROVIDERS.map((value) => ({ value, label: t(`ai_${value}`) })),
          help: t('aiHelp'),
        },
        { name: 'aiModel', label: t('aiModel'), help: t('aiModelHelp') },
        { name: 'aiBaseUrl', label: t('aiBaseUrl'), help: t('aiBaseUrlHelp'), max: 500 },
        ...(['openAiApiKey', 'anthropicApiKey', 'googleApiKey', 'compatibleApiKey'] as const).map((key): Field => ({
          name: key,
          label: t(key),
          help: t('keyHelp'),
          max: 4096,
        })),
      ],
    },
  ];
}
