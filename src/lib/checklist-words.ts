/** The checklist of a month in Traditional Chinese, for the page and for the terminal. The service writes it in English. */

type Item = { type: string | null; date: string | null };
type ItemWithAmount = Pick<Item, 'type'> & { amount: number | null };
type Check = { code: string; state: 'done' | 'look' | 'open'; items: readonly Item[] };

/**
 * Returns the end of the key of a check's sentence. An opening balance can be open for two reasons, which have
 * different sentences. What is outstanding is known only of accounts that were reconciled, so a check that names
 * accounts has a sentence about them.
 */
export function wordOf({ code, state, items }: Check): string {
  if (code === 'opening' && state === 'open') return items[0]?.date ? 'openingDraft_open' : 'openingDiffers_open';
  if (code === 'outstanding' && items[0]?.type === 'Account')
    return state === 'done' ? 'outstandingIn_done' : 'outstandingUnknown_look';
  return `${code}_${state}`;
}

/** Returns the end of the key of the words for an item. A count that was reopened has words for both of its sums. */
export function itemWordOf({ code }: Pick<Check, 'code'>, { type, amount }: ItemWithAmount): string {
  if (code !== 'reopened') return String(type);
  return amount === null ? 'NotRecounted' : 'Recounted';
}

/** The checks whose sentence already contains everything about their only item. */
const SAID = new Set(['period', 'undeposited']);

/** True if the items of a check are listed after its sentence. */
export function listsItems({ code, items }: Pick<Check, 'code' | 'items'>): boolean {
  return items.length > 0 && !SAID.has(code) && !(code === 'opening' && items[0]?.date === null);
}

/** The sentences by key. `{{amount}}` and the like stand for values. */
export const CHECKLIST_WORDS = {
  check_period_done: '本月已結束。',
  check_period_open: '本月到{{date}}為止，結束後才能關帳。',
  check_order_open: '之後的月份已經關帳。各月須依序關帳，請先將下列月份重新開啟：',
  check_sessions_done: '各次奉獻都已送交。',
  check_sessions_open: '請送交或刪除下列奉獻：',
  check_reconciled_done: '已送交的奉獻都已存入銀行。',
  check_reconciled_look: '下列奉獻尚未存入銀行：',
  check_reopened_look: '下列奉獻在點收後重新開啟：',
  check_undeposited_done: '沒有超過 10 天未存入銀行的款項。',
  check_undeposited_look: '有 {{amount}} 超過 10 天未存入銀行，最早一筆於{{date}}收到。',
  check_events_done: '本月大事都已有人過目。',
  check_events_look_other: '本月有 {{count}} 項大事尚無人過目。',
  check_sundays_done: '每個主日都有奉獻紀錄。',
  check_sundays_look: '下列主日沒有奉獻紀錄：',
  check_payout_points_done: '收款服務的各項往來都已入帳。',
  check_payout_points_look: '下列收款服務的往來沒有入帳，合計 {{amount}}。請在該帳戶補登：',
  check_payouts_look: '下列項目由收款服務自行辦理，未經核准，請查看：',
  check_approvals_done: '沒有待核准的支出。',
  check_approvals_open: '請核准或退回下列支出：',
  check_drafts_done: '本月沒有草稿支出。',
  check_drafts_look_other: '本月有 {{count}} 筆支出仍是草稿，共 {{amount}}。',
  check_unpaid_done: '已核准的支出都已付款。',
  check_unpaid_look_other: '月底有 {{count}} 筆已核准未付款的支出，共 {{amount}}。',
  check_old_payables_done: '沒有核准後超過 60 天未付款的支出。',
  check_old_payables_look_other: '有 {{count}} 筆支出核准後超過 60 天未付款，共 {{amount}}。',
  check_settled_done: '已付款的支出都已核准。',
  check_settled_look_other: '有 {{count}} 筆支出已付款但尚未核准，共 {{amount}}。',
  check_elsewhere_done: '本月付款的支出都已在月底前入帳。',
  check_elsewhere_look_other: '有 {{count}} 筆支出在本月付款，但列在其他月份，共 {{amount}}。',
  check_releases_done: '限定或指定用途款項所購置的都已啟用。',
  check_releases_look:
    '以下以限定或指定用途款項購置，尚未註明何時啟用；在此之前基金餘額不減。轉撥不會解除限制，請沖銷後改登記為支出：',
  check_pending_done: '沒有待核准的轉撥或調整分錄。',
  check_pending_look: '關帳前請核准或刪除下列項目：',
  check_reconciliation_done: '各銀行帳戶都已對帳至月底。',
  check_reconciliation_look: '請將下列帳戶與銀行對帳單核對至月底：',
  check_outstanding_done: '銀行沒有超過 90 天未達的項目。',
  check_outstanding_look: '下列項目超過 90 天仍未在銀行出現：',
  check_outstandingIn_done: '下列帳戶沒有超過 90 天未達的項目：',
  check_outstandingUnknown_look: '下列帳戶從未對帳，無法得知有無未達項目：',
  check_copy_done: '帳冊有近期的異地備份。',
  check_copy_look: '帳冊沒有近期的異地備份，請到「設定」的「備份」查看原因。',
  check_funds_done: '沒有透支的基金。',
  check_funds_look: '下列基金支出超過餘額：',
  check_position_done: '現金足以支應各項應付款、各基金及代管款項。',
  check_position_look: '可動用餘額為 {{amount}}。一般基金正在動用屬於其他基金或他人的款項。',
  check_opening_done: '期初餘額為 {{amount}}。',
  check_opening_look: '未輸入期初餘額，也沒有之前的月報，因此期初餘額為 0.00。',
  check_openingDraft_open: '期初餘額 {{amount}} 結轉自尚未關帳的月份，請先關帳該月：',
  check_openingDiffers_open: '期初餘額為 {{amount}}，但前月結轉為 {{carried}}，請更正其中之一。',
  item_OfferingSession: '{{date}}的奉獻',
  item_Recounted: '{{date}}的奉獻，原為 {{before}}，現為 {{amount}}',
  item_NoAmount: '未紀錄的金額',
  item_NotRecounted: '{{date}}的奉獻，原為 {{before}}，尚未重新點收',
  item_Expense: '支出 {{id}}，{{date}}',
  item_Giving: '奉獻 {{id}}，{{date}}，{{name}}',
  item_Deposit: '存款 {{id}}，{{date}}，{{name}}',
  item_Payment: '付款 {{id}}，{{date}}，{{name}}',
  item_OtherIncome: '其他收入 {{id}}，{{date}}，{{name}}',
  item_Transfer: '轉撥 {{id}}，{{date}}',
  item_JournalEntry: '調整分錄 {{id}}，{{date}}',
  item_OutstandingItem: '開帳未達項目，{{date}}，{{name}}',
  item_Account: '{{name}}',
  item_Fund: '{{name}}',
};
