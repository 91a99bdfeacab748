/**
 * Examples for the API document. A key is the name of a schema, or of an operation whose response needs its own
 * example.
 */
import { audited, type Examples, type RefusalExamples } from '../../../lib/examples.ts';

const address = { line1: '410 Maple Street', city: 'Naperville', state: 'IL', postalCode: '60540', country: 'US' };

const update = {
  name: 'Grace Community Church 恩典社區教會',
  legalName: 'Grace Community Church, Inc.',
  ein: '36-1234567',
  address,
  phone: '+1 630 555 0142',
  email: 'office@grace.example.org',
  website: 'https://grace.example.org',
  currency: 'USD',
  timeZone: 'America/Chicago',
  locale: 'en-US',
  fiscalYearStartMonth: 1,
  releaseRule: 'PlacedInService',
  aiProvider: 'Anthropic',
  anthropicApiKey: '••••4f2a',
};

export const EXAMPLES: Examples = {
  ChurchProfileUpdate: update,
  Church: {
    name: 'Grace Church',
    currency: 'USD',
    country: 'US',
    timeZone: 'America/Chicago',
    locale: 'en-US',
    today: '2026-03-01',
  },
  ChurchProfile: {
    ...update,
    address: { ...address, line2: null },
    aiModel: null,
    aiBaseUrl: null,
    openAiApiKey: null,
    googleApiKey: null,
    compatibleApiKey: null,
    ...audited,
  },
};

export const REFUSALS: RefusalExamples = {
  putChurchProfile: {
    conflict: [
      'The currency cannot be changed to TWD, because there are finalized months in USD. Their amounts would not be converted. If USD was wrong from the start, reopen those months first.',
    ],
  },
};
