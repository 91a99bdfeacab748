/** Things with an English name and sometimes a Chinese one. */
import { fold } from './fold.ts';
import type { Locale } from './wire.ts';

export type Named = { name: string; nameZh: string | null };

/**
 * Returns the entries by their folded names, English and Chinese. If a name is the English name of one entry and the
 * Chinese name of another, it leads to the entry with the English name.
 */
export function byNames<T extends Named>(list: readonly T[]): ReadonlyMap<string, T> {
  const chinese = list.flatMap((one): [string, T][] => (one.nameZh === null ? [] : [[fold(one.nameZh), one]]));
  return new Map([...chinese, ...list.map((one): [string, T] => [fold(one.name), one])]);
}

/** Returns the Chinese name if the locale is Chinese and there is one. Otherwise returns the English name. */
export function inLanguage({ name, nameZh }: Named, locale: Locale): string {
  return locale === 'zh-TW' ? (nameZh ?? name) : name;
}
