/** The name of a person as other documents show it. */

type Names = { firstName: string | null; lastName: string | null; chineseName: string | null };

/** Returns the names of a person as one text, or undefined if the person has none. */
export const personName = ({ firstName, lastName, chineseName }: Names): string | undefined =>
  [firstName, lastName, chineseName].filter(Boolean).join(' ') || undefined;
