import type { Kept } from '../../audit/kept.ts';

/** The profile of the church, with its keys of AI providers and the addresses to which they are sent. */
export const keptProfile: Kept = {
  kind: 'ChurchProfile',
  from: '"churchProfiles"',
  values: `json_array("name", "legalName", "ein", "address", "phone", "email", "website", "currency", "timeZone", "locale",
    "fiscalYearStartMonth", "releaseRule", "aiProvider", "aiModel", "aiBaseUrl", "openAiApiKey", "anthropicApiKey",
    "googleApiKey", "compatibleApiKey")`,
  since: '0049-kept-records',
};
