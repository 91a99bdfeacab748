import type { AuditedColumns } from '../../../db/columns.ts';

/** One row at most. Keys of AI providers are encrypted. */
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
  aiProvider: string;
  aiModel: string | null;
  aiBaseUrl: string | null;
  openAiApiKey: string | null;
  anthropicApiKey: string | null;
  googleApiKey: string | null;
  /** Sealed together with the origin of `aiBaseUrl`. */
  compatibleApiKey: string | null;
};
