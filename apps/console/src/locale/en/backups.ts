export const backups = {
  plans: 'Backup plans',
  what: 'Accounts',
  whatPurpose: 'One sheet of the file for each type of asset.',
  who: 'Recipients',
  whoPurpose: 'Each gets an archive by mail that opens with their own file key.',
  recipientsHelp: 'Whoever has no file key is told so by mail and gets no file.',
  recipientsLocked: 'Naming recipients takes the right to see secrets of accounts.',
  empty: 'A backup plan sends the accounts of chosen types to people, encrypted with their file keys.',
  noRuns: 'Each backup is listed here once its plan has run.',
  withFile: '{{who}}: with file',
  withoutFile: '{{who}}: without file, has no file key',
} as const;
