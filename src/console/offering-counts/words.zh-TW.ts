import type { Translation } from '../i18n/translation.ts';
import type { words as en } from './words.en.ts';

export const words: Translation<typeof en> = {
  title: '點收紀錄',
  counted: '{{amount}}。清點人：{{names}}。{{time}} 由 {{name}} 送交。',
  notRecorded: '未紀錄總額',
  nobody: '未填',
  reopened: '{{time}} 由 {{name}} 重新開啟：{{reason}}',
};
