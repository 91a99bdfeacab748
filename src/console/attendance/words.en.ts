export const words = {
  title: 'Attendance',
  mealTitle: 'The meal after the service',
  mealHelp:
    'This page counts the people who stayed to eat. Enter the attendance at worship with the offering of that day.',
  meals: 'Meals',
  mealSentence_one: 'On {{from}}, {{average}} people stayed to eat.',
  mealSentence_other: 'From {{from}} to {{to}}, {{average}} people on average stayed to eat at {{count}} meals.',
  date: 'Date',
  adults: 'Adults',
  youth: 'Youth',
  children: 'Children',
  total: 'Total',
  save: 'Save',
  saved: 'The meal count for {{date}} was saved.',
  countedAlready: 'Already counted for this day: {{counted}}.',
  replaceAsk:
    'This day is counted already: {{counted}}. Nothing is saved yet. Press “Save” again to replace that count with yours.',
  countedMeanwhile:
    'Somebody else entered counts for this day while this page was open. Compare the two counts. If you save again, your numbers replace theirs.',
  empty: 'No meals counted yet.',
  newCount: 'Enter a meal count',
} as const;
