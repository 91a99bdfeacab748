/**
 * The type of a translation of the English words. A missing or additional word does not compile. Chinese has no
 * singular forms.
 */
export type Translation<English extends Readonly<Record<string, string>>> = {
  [Word in keyof English as Word extends `${string}_one` ? never : Word]: string;
};
