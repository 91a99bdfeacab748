export const words = {
  welcome: 'Welcome, {{name}}',
  sunday: 'Sunday',
  goOn: 'Go on entering',
  openOffering: 'The offering of {{date}} is open: {{count}} gifts, {{total}}.',
  noOffering: 'There is no offering for {{date}} yet.',
  begin: 'Enter the offering',
  toReconcile_one: '1 offering is submitted and not yet at the bank.',
  toReconcile_other: '{{count}} offerings are submitted and not yet at the bank.',
  showOfferings: 'Show offerings',
  countMeal: 'Count the meal',
  findPerson: 'Find a person',
  mustChange: 'You signed in with a password that was made for you.',
  choosePassword: 'Choose your own',
  nothing:
    'There is nothing for you to do on this page yet. The rooms that you may use are on the left, or below on a phone.',
} as const;
