export const words = {
  signIn: 'Sign in',
  email: 'E-mail',
  password: 'Password',
  newPassword: 'New password',
  newPasswordHelp: 'At least 12 characters. A password of several words is easy to remember.',
  setPassword: 'Set password',
  insecure:
    'You cannot sign in at this address: the connection is not encrypted, so others in the network could read your password, and the browser would not keep you signed in. At the computer where Vestry runs, type vestry https. It says how this device can then open Vestry. If you already have an address that begins with https://, use it.',
  interrupted: 'Your sign-in has ended. Sign in again to continue. What you typed is kept.',
  unsent_one: '{{name}} has 1 unsent gift on this computer.',
  unsent_other: '{{name}} has {{count}} unsent gifts on this computer.',
  invitationTitle: 'Choose your password',
  invitationFor: 'For {{name}}, {{email}}.',
  invitationGone: 'This invitation has expired or was replaced. Ask for a new one.',
  tagline: 'The back office of your church',
} as const;
