/** Things with a name in English and one in Chinese. */
import { fold } from './fold.ts';
import type { Locale } from './wire.ts';

export type Named = { name: string; nameZh: string | null };

/** Returns the entries by folded name. An English name has priority over an equal Chinese one. */
export function byNames<T extends Named>(list: readonly T[]): ReadonlyMap<string, T> {
  const chinese = list.flatMap((one): [string, T][] => (one.nameZh === null ? [] : [[fold(one.nameZh), one]]));
  return new Map([...chinese, ...list.map((one): [string, T] => [fold(one.name), one])]);
}

/** The name in a language. In Chinese it is the Chinese name, if there is one. */
export function inLanguage({ name, nameZh }: Named, locale: Locale): string {
  return locale === 'zh-TW' ? (nameZh ?? name) : name;
}
