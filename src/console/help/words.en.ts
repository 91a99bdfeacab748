/** The help texts. Each line of `steps` is one step. */
export const words = {
  close: 'Close',
  toGuide: 'Read about this in the guide',
  title_start: 'How to begin',
  steps_start:
    'Home shows what you can do now.\nThe links at the side, or at the bottom on a phone, lead to the rooms that your account may use.\nPress “Language” to change the language at any time.\nPress “Help” or the key ? in any room to read what to do there.',
  title_offerings: 'Sunday: enter an offering',
  steps_offerings:
    'Press “New offering”, check the date, and press “Start”.\nFor each gift, type some letters of the name or the envelope number, then the check number and the amount. Enter goes to the next field and saves.\nPress + in the empty field “Giver” for loose cash, or * for an anonymous gift.\nShift+Enter splits a check over several categories.\nEnter the attendance and what you counted. The totals show what is missing.\nPress “Submit”. Two people should count together, so name the second counter.\nPrint the “Deposit slip” and the “Count sheet”. Take the cash and the checks to the bank with the deposit slip, which names nobody; the count sheet stays in the church. Then, under “Deposit at the bank”, press “Reconcile” and enter the account and the day of the deposit.',
  title_attendance: 'Count a meal',
  steps_attendance:
    'Check the date. It begins with the last Sunday.\nType the numbers of adults, youth and children.\nSave. To correct a count, choose its date and type only the numbers that were wrong.',
  title_giving: 'Gifts and statements',
  steps_giving:
    'Under “Gifts”, find a gift by giver, category, method or date. Press its date to change or reverse it.\n“Enter a gift” is for gifts outside an offering, such as a check in the mail.\nUnder “Givers”, choose a giver to see every gift of a year.\n“Summary” shows the giving by week, month, category or method beside the year before, and the attendance.\nA company’s check is entered with the source “Company” and the name on the check. The company then gets a statement of its own, which goes to the giver.\nIn January, open “Statements” and press “Issue all”.\nSend the statements of givers who have an e-mail address, and print the others. Then mark the printed ones as handed out.\nIf a gift changes later, its statement is listed as changed. Issue it again.\nIf a giver has died, enter the day and the estate on the card of the person. “Delivery” says who gets the statement.',
  title_people: 'People',
  steps_people:
    'Type a part of a name or an envelope number in “Find”. “Show” lists who has no e-mail address or no postal address.\nPress a name to open the card. “Edit” changes it, if your account may do that.\n“Add person” adds somebody new. A person of the same name is named while you type.\nOn the card, a person joins or founds a family. In the table of the family, choose each role; a new head changes roles with the head before.\n“Delete” takes a person out of the lists. “Deleted people”, below the list, restores them.\n“Import” reads a CSV file or a workbook. Say what the columns mean, correct the marked cells, and decide whether similar people are the same. An import can be undone as a whole.',
  title_expenses: 'Hand in a receipt',
  steps_expenses:
    'Press “New expense”.\nTake a photo of the receipt, or choose a file.\nType the date, the amount and what it was for, and choose a category and a ministry.\nPress “Submit for approval”. “Save draft” keeps it for later.\nUnder “Mine” you see whether the expense was approved and paid. If it was rejected, the reason is shown there. Correct it and submit it again.\nWhoever pays opens “To pay”, chooses what to pay, writes the checks, and presses “Mark as paid”. Each payee gets one check.',
  title_approvals: 'Approve expenses',
  steps_approvals:
    'Each expense shows its receipt beside the figures.\nCompare the amount, the date and the purpose.\nPress “Approve”, or “Reject” with a reason that the person can read.\nAn expense of your own must be approved by somebody else. A large one needs two people.',
  title_messages: 'Write to people',
  steps_messages:
    'Choose how to send: e-mail, LINE, or LINE and otherwise e-mail.\nChoose people one by one, or everybody with a status.\nWrite the text and press “Check before sending”. Nothing is sent yet.\nRead the text in both languages, and note who gets nothing. Their phone numbers are beside their names.\nPress “Send”. If sending was cut off, open the message under “History” and press “Send the rest”.\nUnder “LINE”, make a code for a person who wants messages on LINE.',
  'title_month-end': 'Finalize a month',
  'steps_month-end':
    'Choose the month. It opens with the first month that is not finalized yet.\nThe checklist says what is left to do. Press a link in it to settle the point.\nEverything under “Settle first” must be done. “Look at these” is for you to judge, such as a Sunday without an offering.\nThe statement shows what the board may spend: the cash, less what is owed and what belongs to other funds.\nWhen the month is over, press “Finalize”. The statement is stored as it is, and nothing with a date in that month can change any more.\nTo correct a finalized month, reverse the mistake with a date in an open month, or press “Reopen” and give a reason.',
  title_bank: 'Bank statements',
  steps_bank:
    'Choose an account. Under “Bank files”, import the file that you downloaded from the bank. For a CSV file, check the columns first.\nThe open lines are on the left. On the right is what may belong to the chosen line, with the reasons.\nUp and Down choose a line, Left and Right another suggestion. Enter matches, and the next line follows. A matches all lines that have one exact suggestion, after it has listed them.\nIf nothing fits, press M to search the documents yourself. Mark several lines with Space first if one payment has several lines.\nFor a line that is not in the books yet, press E for an expense, I for other income, or T for a transfer to another account.\nFor a check that the bank returned, reverse its gift as “Returned by the bank”. The reversal is then suggested for the line.\nX sets a line aside that needs no document, such as one from before the books.\nFor a line that returns every month, press “Make a rule”. Rules in use settle the lines of later files.\nU undoes the last step. Under “Status”, find matched lines and lines that were set aside, and open them again.\nWhen the lines are settled, open “Reconciliations”, and enter the last day and the balance of the statement. Tick what is on a paper statement; Up and Down move between the boxes.\nAt a difference of 0, press “Finish”. Another person reviews it. The report is a PDF.',
  title_reports: 'Reports and the budget',
  steps_reports:
    'Choose a report and its dates. Press a figure with a link to see the documents behind it.\n“PDF”, “XLSX” and “CSV” save a report as a file.\nBelow the list, charts show a fiscal year: income, giving, expenses, the budget and the funds. “Show as a table” shows their figures.\nUnder “Plan the budget”, choose a fiscal year and type the amount of a year, which is spread over the months, or single months.\nEnter goes down, Tab to the right. Cells of a spreadsheet can be pasted.\n“Copy last year’s budget” or “actual amounts” makes a first draft.\n“Operating result” is the income less the expenses. “Change in cash” also counts purchases and loan payments, and leaves out depreciation.\nWhen the board has decided, press “Adopt”. Later changes are amendments, and earlier versions stay.',
  title_settings: 'Settings',
  steps_settings:
    'Choose a part above, such as “Church” or “Users”. You see the parts that your account may read.\nPress the name of a record to change it, or “Add” for a new one.\nWhat was used before is not deleted: take the tick from “In use”, and nobody can choose it any more.\nTo invite somebody, open “Users”, press “Add user”, choose the roles, and send the link that appears.\nUnder “Opening of the books”, enter what the church had and owed when its books began.',
} as const;
