export const words = {
  signIn: 'Sign in',
  email: 'E-mail',
  password: 'Password',
  newPassword: 'New password',
  newPasswordHelp: 'At least 12 characters. A password of several words is easy to remember.',
  setPassword: 'Set password',
  insecure:
    'You cannot sign in at this address, because the connection is not protected by HTTPS. Use the address that begins with https://, or open Vestry on the computer where it runs.',
  interrupted: 'Your sign-in has ended. Sign in again to continue. What you typed is kept.',
  unsent_one: '{{name}} has 1 unsent gift on this computer.',
  unsent_other: '{{name}} has {{count}} unsent gifts on this computer.',
  invitationTitle: 'Choose your password',
  invitationFor: 'For {{name}}, {{email}}.',
  invitationGone: 'This invitation has expired or was replaced. Ask for a new one.',
  tagline: 'The back office of your church',
} as const;
