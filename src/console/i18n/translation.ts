/** Every word of the English ones in another language; a missing or surplus one does not compile. Chinese has no form for one thing alone. */
export type Translation<English extends Readonly<Record<string, string>>> = {
  [Word in keyof English as Word extends `${string}_one` ? never : Word]: string;
};
