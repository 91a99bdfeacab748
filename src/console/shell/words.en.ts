export const words = {
  navigation: 'Main',
  home: 'Home',
  offerings: 'Offerings',
  attendance: 'Attendance',
  people: 'People',
  account: 'Account',
  signOut: 'Sign out',
  skip: 'Skip to content',
  unsentTitle: 'Some gifts are not sent yet',
  unsentBody_one: '1 gift on this computer has not reached the books. Signing out deletes it here.',
  unsentBody_other: '{{count}} gifts on this computer have not reached the books. Signing out deletes them here.',
  signOutAnyway: 'Delete them and sign out',
} as const;
