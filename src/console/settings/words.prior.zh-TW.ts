import type { Translation } from '../i18n/translation.ts';
import type { priorWords as en } from './words.prior.en.ts';

export const priorWords: Translation<typeof en> = {
  part_priorFigures: '開帳前的年度',
  priorHelp: '開帳前某個會計年度的全年數字，報表會列在前一年的欄位。請參照該年度的報表填寫，沒有的項目請留白。',
  priorYear: '會計年度',
  priorGroup: '支出：{{name}}',
  priorOwn: '其他項目',
  priorOwnHelp: '不屬於以上任何類別的金額。報表會以您輸入的名稱列出。',
  priorRow: '第 {{number}} 個其他項目',
  priorName_income: '收入名稱',
  priorName_expenses: '支出名稱',
  addPrior_income: '新增收入',
  addPrior_expenses: '新增支出',
  removePriorRow: '移除第 {{number}} 個其他項目',
  priorEnd: '年底',
  priorEndHelp: '淨資產等於資產減去負債。開帳前最後一年年底的淨資產，必須等於開帳的淨資產。',
  prior_assets: '資產',
  prior_liabilities: '負債',
  prior_netAssets: '淨資產',
  noPriorFigures: '這一年沒有數字。',
};
