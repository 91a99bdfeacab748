export const words = {
  title: 'Counts',
  counted: '{{amount}}. Counted by: {{names}}. Submitted by {{name}} on {{time}}.',
  notRecorded: 'Total not recorded',
  nobody: 'nobody named',
  reopened: 'Reopened by {{name}} on {{time}}: {{reason}}',
};
