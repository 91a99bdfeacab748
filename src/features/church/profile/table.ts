import type { Generated } from 'kysely';
import type { AuditedColumns } from '../../../db/columns.ts';
import type { ReleaseRule } from './schema.ts';

/** The church's profile. The table has at most one row. The API keys are encrypted. */
export type ChurchProfileTable = AuditedColumns & {
  id: 1;
  name: string;
  legalName: string | null;
  ein: string | null;
  /** A postal address as JSON. */
  address: string | null;
  phone: string | null;
  email: string | null;
  website: string | null;
  currency: string;
  timeZone: string;
  locale: string;
  fiscalYearStartMonth: number;
  releaseRule: Generated<ReleaseRule>;
  aiProvider: string;
  aiModel: string | null;
  aiBaseUrl: string | null;
  openAiApiKey: string | null;
  anthropicApiKey: string | null;
  googleApiKey: string | null;
  /** The API key, encrypted for the origin of `aiBaseUrl`. It cannot be decrypted for another origin. */
  compatibleApiKey: string | null;
};
