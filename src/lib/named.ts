/** What goes by two names, the second in Chinese. */
import { fold } from './fold.ts';
import type { Locale } from './wire.ts';

export type Named = { name: string; nameZh: string | null };

/** What goes by each name, folded. What has a name as its first is preferred to what has it as its Chinese one. */
export function byNames<T extends Named>(list: readonly T[]): ReadonlyMap<string, T> {
  const chinese = list.flatMap((one): [string, T][] => (one.nameZh === null ? [] : [[fold(one.nameZh), one]]));
  return new Map([...chinese, ...list.map((one): [string, T] => [fold(one.name), one])]);
}

/** The name in a language: in Chinese the Chinese one, where there is one. */
export function inLanguage({ name, nameZh }: Named, locale: Locale): string {
  return locale === 'zh-TW' ? (nameZh ?? name) : name;
}
