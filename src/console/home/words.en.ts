export const words = {
  welcome: 'Welcome, {{name}}',
  goOn: 'Continue entering gifts',
  openOffering_one: 'The offering of {{date}} is open: 1 gift, {{total}}.',
  openOffering_other: 'The offering of {{date}} is open: {{count}} gifts, {{total}}.',
  noOffering: 'No offering of {{date}} is open.',
  begin: 'Enter the offering',
  toReconcile_one: '1 offering is submitted but not yet reconciled with the bank.',
  toReconcile_other: '{{count}} offerings are submitted but not yet reconciled with the bank.',
  showOfferings: 'Show offerings',
  mealHelp: 'Enter how many adults, youth and children stayed for the meal.',
  countMeal: 'Enter the meal count',
  peopleHelp: 'Look someone up by name, Chinese name or envelope number.',
  findPerson: 'Find a person',
  mustChange: 'Your password was generated for you. Please set your own password.',
  choosePassword: 'Set a password',
  nothing:
    'You have no tasks here at the moment. If you need more permissions, ask the person who manages the accounts.',
} as const;
