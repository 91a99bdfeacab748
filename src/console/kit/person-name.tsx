import { currentLanguage } from '../i18n/i18n.ts';
import { type Names, partsOf } from './names.ts';

/** A person's name. `lang` marks the Chinese part as Chinese. */
export function PersonName({ names }: { names: Names }) {
  const { latin, chinese } = partsOf(names);
  const written = chinese !== '' && <span lang="zh-Hant">{chinese}</span>;
  if (latin === '' || !written) return written || latin;
  return currentLanguage() === 'zh-TW' ? (
    <>
      {written} {latin}
    </>
  ) : (
    <>
      {latin} {written}
    </>
  );
}
