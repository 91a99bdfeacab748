import { useTranslation } from 'react-i18next';
import type { Field } from './fields.ts';
import { type Delivery, EVENTS, type ListedEndpoint } from './webhook-queries.ts';

/** Returns a function that says an event in the language of the page. */
export function useEventNames(): (event: Delivery['event']) => string {
  const { t } = useTranslation('settings');
  return (event) => t(`event_${event.replaceAll(/[.-]/g, '_')}` as 'event_month_finalized');
}

/** Returns the fields of an endpoint. */
export function useEndpointFields(): Field[] {
  const { t } = useTranslation('settings');
  const names = useEventNames();
  return [
    { name: 'url', label: t('webhookUrl'), isRequired: true, max: 2000, help: t('webhookUrlHelp') },
    { name: 'description', label: t('webhookDescription'), max: 200 },
    {
      name: 'events',
      label: t('webhookEvents'),
      kind: 'list',
      saidIfNone: t('chooseEvent'),
      options: EVENTS.map((value) => ({ value, label: names(value) })),
    },
    {
      name: 'includesDetails',
      label: t('includesDetails'),
      kind: 'flag',
      isOffAtFirst: true,
      help: t('includesDetailsHelp'),
    },
  ];
}

/** Returns a function that says whether an endpoint works. */
export function useStateText(): (endpoint: ListedEndpoint) => string {
  const { t } = useTranslation('settings');
  return ({ isActive, switchedOffReason, failingSince }) => {
    if (!isActive) return t(`webhookOff_${switchedOffReason ?? 'Owner'}`);
    return t(failingSince === null ? 'active' : 'webhookFailing');
  };
}
