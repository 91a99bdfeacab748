/**
 * The type of a translation of the English words. If a key is missing or unknown, the code does not compile. Chinese
 * has no singular forms, so the keys that end in `_one` are left out.
 */
export type Translation<English extends Readonly<Record<string, string>>> = {
  [Word in keyof English as Word extends `${string}_one` ? never : Word]: string;
};
