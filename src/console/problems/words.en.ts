import { fieldWords } from './words.fields.en.ts';

/** The sentence that the page shows for each error code of the service. */
export const words = {
  unknown: 'Vestry refused this: {{detail}}',
  offline:
    'No answer from the Vestry computer. Check that the computer is on and connected, then try again. What you typed is kept.',
  validation_failed: 'Some fields need to be corrected. They are marked below.',
  malformed_request: 'Vestry could not read what this page sent. Reload the page and try again.',
  malformed_json: 'Vestry could not read what this page sent. Reload the page and try again.',
  unauthenticated: 'Your sign-in has ended. Sign in again. What you typed is kept.',
  invalid_credentials: 'The e-mail address or the password is wrong.',
  invalid_refresh_token: 'Your sign-in has ended. Sign in again.',
  invalid_second_factor: 'This code or passkey was not accepted. Try again.',
  invalid_second_factor_WrongCode:
    'This is not the right code. Type the code that the app shows now. If it is not accepted again, the clock of your phone or of the Vestry computer may be wrong.',
  invalid_second_factor_UsedCode: 'This code was used already. Wait for the next one.',
  invalid_second_factor_EarlierCode:
    'The clock of your phone was set back since the last code. Wait ten minutes, then type the code that the app shows, or use a recovery code now.',
  invalid_second_factor_LostSecret:
    'Vestry cannot check the codes of this app, because its keys were replaced. Use a recovery code or a passkey, then set up the app again under Account.',
  invalid_second_factor_NextCode:
    'The clock of your phone or of the Vestry computer is wrong. Wait until the app shows the next code, and type that one.',
  invalid_second_factor_WrongRecoveryCode:
    'This recovery code was not accepted. Each code works once, and new codes replace the old ones.',
  invalid_second_factor_WrongPasskey: 'This passkey was not accepted. Try again, or sign in in another way.',
  invalid_ticket: 'This took too long, or was done already. Start again.',
  noPasskey:
    'No passkey was used. Either the window of the browser was closed, or this device has no passkey for Vestry. Try again, or choose another way.',
  read_only_key: 'This key may only read.',
  second_factor_required: 'Now show your second factor.',
  second_factor_setup_required: 'Your role needs a second factor. Set one up under Account, then go on.',
  no_passkey_here:
    'Passkeys work only at an address with a name. This page was opened by a number. Use the authenticator app, or open the page by its name.',
  forbidden: 'Your account does not have permission for this. Ask the person who manages the accounts.',
  not_found:
    'This record was not found. Somebody may have removed it, or your account does not have permission to see it.',
  conflict: 'This conflicts with a record that already exists. Reload the page and check.',
  already_matched: 'This bank line is matched already. Delete the match first.',
  already_reversed: 'Too little of this is left to reverse. Use a smaller amount, or check what was already reversed.',
  account_disabled: 'This account is no longer used. Choose another account.',
  account_in_use: 'This account is in use and was not deleted. Close it instead.',
  account_reserved: 'Only Vestry itself uses this account. Choose another account.',
  amounts_differ: 'The bank lines and the documents do not add up to the same amount.',
  difference: 'The statement and the books differ. Match or tick what is missing until the difference is 0.',
  reconciled:
    'The bank statement already has this, so its account, amount and date stay. Undo the match or the reconciliation first.',
  reconciliation_open: 'Another reconciliation of this account is not finished. Finish or delete it first.',
  deposited: 'This money was already deposited. Delete the deposit first.',
  opening_differs:
    'In the books, this month opens with a different balance. Leave the opening balance out, or correct the opening of the books.',
  payable_in_use:
    'This payable has a payment. Nothing was changed. Keep the payable in the opening, with at least the amount that was paid.',
  overpaid: 'The amount is more than what is left to pay. Enter a smaller amount.',
  settled: 'This expense was paid before it was approved. Ask finance to void its payment first.',
  voided: 'This payment was already voided.',
  category_disabled: 'This category is no longer used. Choose another category.',
  control_total_mismatch:
    'The control total is {{controlTotal}}, but the gifts entered add up to {{totalAmount}}. Count again, or correct a gift.',
  cash_mismatch:
    'You counted {{countedCash}} in cash, but the cash gifts add up to {{cashTotal}}. Count again, or correct a gift.',
  checks_mismatch:
    'You counted {{countedChecks}} in checks, but the checks entered add up to {{checkTotal}}. Count again, or correct a gift.',
  email_taken: 'Another account already has this e-mail address.',
  entry_deleted: 'This gift was deleted. Enter it again if it should be in the books.',
  idempotency_in_progress: 'This is still being saved. Wait a moment.',
  import_in_use: 'The import cannot be taken back, because what it added was used since.',
  invalid_transition: 'This is no longer possible. Somebody else may have already done it. Reload the page.',
  offering_number_taken: 'Another person already has this envelope number.',
  method_not_allowed: 'This page belongs to an older version of Vestry. Reload the page and try again.',
  unsupported_media_type: 'This page belongs to an older version of Vestry. Reload the page and try again.',
  request_timeout: 'The connection was too slow. What you typed is kept. Try again.',
  payload_too_large: 'This is too large to send.',
  period_finalized: 'This month is finalized. Ask the treasurer, or use a date in an open month.',
  before_the_books: 'This date is before the first day of the books. Nothing was changed. Correct the date.',
  different_people: 'These records seem to belong to two different people.',
  prior_figures_differ:
    'The net assets at the end of this year are not those of the opening of the books. Nothing was changed. Correct the one that is wrong.',
  retention: 'The records of this person must still be kept for some time, so they cannot be erased yet.',
  reversed: 'This is part of a reversal, so it cannot be changed.',
  session_exists: 'There is already an offering for this date.',
  session_locked: 'This offering is submitted, so it can no longer be changed. The treasurer can reopen it.',
  session_not_empty: 'This offering contains gifts. Delete the gifts first.',
  stale_version: 'Somebody else changed this record in the meantime.',
  sum_too_large:
    'The total would be too large for Vestry. One of the amounts is probably mistyped. Correct the amount.',
  too_many_requests: 'Too many attempts. Wait a few minutes, then try again.',
  too_many_requests_one: 'Too many attempts. Wait 1 minute, then try again.',
  too_many_requests_other: 'Too many attempts. Wait {{count}} minutes, then try again.',
  unknown_reference: 'Something that you chose no longer exists. Choose again.',
  user_already_linked: 'This account already belongs to another member.',
  already_approved_by_you: 'You already approved this expense. Now a second person must approve it.',
  approver_pays:
    'You approved this expense. Because the expense is large, somebody else must pay it. Ask another person in finance.',
  category_in_use: 'This category is in use, so it cannot be deleted. Disable it instead.',
  file_refused: 'This file cannot be imported: {{detail}}',
  file_refused_places_one: 'Nothing was imported. One place in the file must be corrected first:',
  file_refused_places_other: 'Nothing was imported. {{count}} places in the file must be corrected first:',
  file_refused_empty: 'This file is empty.',
  file_refused_no_rows: 'This file has no rows below the names of the columns.',
  file_refused_damaged: 'This workbook is damaged.',
  file_refused_too_large: 'This workbook is too large. Save the sheet as CSV.',
  file_refused_too_slow: 'This file takes too long to read. Save it again as CSV, or divide it.',
  file_refused_old_excel: 'This is an old workbook (.xls). Save it as .xlsx or CSV.',
  file_refused_not_text: 'This is neither a CSV file nor a workbook (.xlsx).',
  file_refused_foreign_format:
    'This is a file of a bank that is made for other programs. Download OFX, QFX or CSV from the bank, and import it under “Bank”.',
  file_refused_unknown_encoding: 'The letters in this file cannot be read. Save the file as “CSV UTF-8”.',
  file_refused_malformed_csv: 'This CSV file is damaged. A quotation mark is probably missing. Save it again in Excel.',
  file_refused_too_many_rows:
    'This file has more than 10,000 rows. Divide it, and keep the names of the columns in each part.',
  file_refused_imported_before: 'This file was imported before. Nothing was added.',
  different_tax_ids: 'These two vendors have different tax ids.',
  not_in_this_country: 'This is only for churches in the United States. Settings, “Church” has the country.',
  no_threshold: 'The amounts for Form 1099 are not known for this year. Choose another year.',
  vendor_disabled: 'This vendor is no longer in use. Choose another vendor.',
  vendor_in_use: 'Expenses, bills or bank rules name this vendor, so it cannot be deleted. Close the vendor instead.',
  fund_disabled: 'This fund is no longer in use. Choose another fund.',
  fund_overdrawn: 'The fund has only {{available}} for this.',
  value_booked: 'A later value of this investment is booked already. Reverse its adjusting entry first.',
  loan_repaid:
    'Only {{left}} of this loan is still owed. To reverse or delete the loan, first reverse or delete what was paid back.',
  fund_in_use: 'This fund is in use, so it cannot be deleted, and its class cannot change. Close the fund instead.',
  idempotency_key_reused:
    'The same entry was sent twice with different content. Reload the page and look for the entry. If it is missing, enter it again.',
  invalid_signature: 'The signature of this message is wrong, so the message was not accepted.',
  last_super_admin: 'This is the last account with all permissions. Give another account the same role first.',
  later_period_finalized: 'A later month is finalized already. Reopen the later month first.',
  name_taken: 'This name is already used. Choose another name.',
  not_balanced:
    'The debits and the credits of this entry differ. Correct the amounts, so that both add up to the same sum.',
  not_draft: 'This expense was submitted, so it can no longer be changed. Reload the page to see its status.',
  open_periods: 'Some months of this fiscal year are open. Finalize them first.',
  year_closed: 'This fiscal year is closed. Ask the treasurer to reopen the year first.',
  open_items: 'There are open items. Settle them first.',
  period_not_over: 'This period is not over yet. Wait until it has ended.',
  receipt_limit: 'There are too many receipts. Submit some of your drafts, or add the other receipts to a new expense.',
  receipt_locked:
    'The expense was submitted with this receipt, so the receipt must be kept. Add another receipt instead.',
  receipt_missing: 'The file of this receipt is missing on the Vestry computer. Ask the person who manages Vestry.',
  own_family: 'This is paid to your family, so somebody else must approve it.',
  own_rule: 'A bank rule of yours made this, so somebody else must approve it.',
  self_approval: 'You are involved in this, so somebody else must approve it.',
  statement_finalized: 'This month is finalized. Reopen the month first.',
  unknown_host: 'Vestry does not accept this web address. Ask the person who manages Vestry for the right address.',
  internal_error:
    'Something went wrong in Vestry. What you typed is kept. Try again. If this happens again, give this reference to the person who manages Vestry: {{requestId}}.',
  books_unreadable: 'Vestry cannot read its disk. What you typed is kept. Ask the person who manages Vestry.',
  unavailable: 'Vestry is busy or its disk is full. What you typed is kept. Try again in a moment.',
  database_damaged:
    'The file of the books is damaged, so Vestry only reads it. Nothing was saved. Tell the person who manages Vestry.',
  not_configured: 'This is not set up yet. Ask the person who manages Vestry.',
  next_month: 'Show the month, to reopen it',
  next_openMonth: 'Show the month, to finalize it',
  next_months: 'Show the months',
  next_year: 'Show the fiscal years',
  next_opening: 'Show the opening of the books',
  ...fieldWords,
} as const;
