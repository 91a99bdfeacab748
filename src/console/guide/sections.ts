/** The sections of the guide, in their order in both languages, by the name in their address. */
export const SECTIONS = [
  'in-short',
  'set-up',
  'people',
  'opening',
  'budget',
  'sunday',
  'other-money',
  'bills',
  'transfers',
  'bank',
  'finalize-the-month',
  'reports',
  'other-months',
  'end-of-year',
] as const;

export type SectionName = (typeof SECTIONS)[number];
