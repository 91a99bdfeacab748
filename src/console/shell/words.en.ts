export const words = {
  navigation: 'Main',
  home: 'Home',
  offerings: 'Offerings',
  attendance: 'Attendance',
  people: 'People',
  account: 'Account',
  ownAccount: '{{name}}: password and sign-ins',
  signOut: 'Sign out',
  skip: 'Skip to content',
  unsentTitle: 'Some gifts are not sent yet',
  unsentBody_one: '1 gift on this computer is not in the books yet. If you sign out, this gift is deleted.',
  unsentBody_other:
    '{{count}} gifts on this computer are not in the books yet. If you sign out, these gifts are deleted.',
  signOutAnyway: 'Delete and sign out',
} as const;
