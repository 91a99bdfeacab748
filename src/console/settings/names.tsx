import { currentLanguage } from '../i18n/i18n.ts';
import type { NamedRecord } from '../kit/record-name.ts';

/** The name of a record: first in the language of the page, then in the other one. */
export function CatalogName({ of: { name, nameZh } }: { of: NamedRecord }) {
  if (nameZh === null || nameZh === name) return name;
  const [chinese, english] = [
    <span key="zh" lang="zh-Hant">
      {nameZh}
    </span>,
    <span key="en">{name}</span>,
  ];
  return currentLanguage() === 'zh-TW' ? [chinese, ' ', english] : [english, ' ', chinese];
}
