import type { Giving } from './schema.ts';

/**
 * Returns the giver of a gift as the terminal shows it, or null if no giver is known. For a company, this is the name on
 * the check and who brought it.
 */
export function giverText(gift: Pick<Giving, 'memberName' | 'isAnonymous' | 'companyName'>): string | null {
  const { memberName, isAnonymous, companyName } = gift;
  if (isAnonymous) return 'Anonymous';
  if (companyName === null) return memberName;
  return memberName === null ? companyName : `${companyName} (${memberName})`;
}
