export const words = {
  title: 'Guide: a first year',
  contents: 'Contents',
  commands: 'Commands',
  file: 'File',
} as const;
