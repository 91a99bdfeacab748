export const words = {
  title: 'Attendance',
  mealTitle: 'The meal after the service',
  mealHelp: 'How many stayed to eat. Who came to worship is noted in the offering of the day.',
  meals: 'Meals',
  date: 'Date',
  adults: 'Adults',
  youth: 'Youth',
  children: 'Children',
  total: 'Total',
  save: 'Save',
  saved: 'The meal count of {{date}} is saved.',
  countedAlready: 'In the books for this day: {{counted}}.',
  countedMeanwhile:
    'Somebody else counted this day meanwhile. Look at both counts; saving again puts yours in their place.',
  empty: 'No meals counted yet.',
  newCount: 'Count a meal',
} as const;
