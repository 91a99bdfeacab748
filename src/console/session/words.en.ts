export const words = {
  signIn: 'Sign in',
  email: 'E-mail',
  password: 'Password',
  newPassword: 'New password',
  newPasswordHelp: 'At least 12 characters. Several words in a row are easy to remember.',
  setPassword: 'Set password',
  insecure:
    'You cannot sign in here, because this address is neither on this computer nor protected by HTTPS. Use the address that begins with https://, or work on the computer where Vestry runs.',
  interrupted: 'Your sign-in has ended. Sign in again to go on; nothing that you typed is lost.',
  unsent_one: '{{name}} has 1 unsent gift here.',
  unsent_other: '{{name}} has {{count}} unsent gifts here.',
  invitationTitle: 'Choose your password',
  invitationFor: 'For {{name}}, {{email}}.',
  invitationGone: 'This invitation has expired or was replaced. Ask for a new one.',
  tagline: 'The back office of your church',
} as const;
