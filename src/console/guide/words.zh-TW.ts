import type { Translation } from '../i18n/translation.ts';
import type { words as en } from './words.en.ts';

export const words: Translation<typeof en> = {
  title: '指南：第一年',
  contents: '目錄',
  commands: '指令',
  file: '檔案',
};
