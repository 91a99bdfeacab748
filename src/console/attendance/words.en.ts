export const words = {
  title: 'Attendance',
  meals: 'Meals',
  date: 'Date',
  adults: 'Adults',
  youth: 'Youth',
  children: 'Children',
  total: 'Total',
  save: 'Save',
  saved: 'The meal count of {{date}} is saved.',
  empty: 'No meals counted yet.',
  newCount: 'Count a meal',
} as const;
