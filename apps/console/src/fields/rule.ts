import type { PasswordPolicy } from './password-policy.ts';

/** A rule (docs/behaviour/forms.md#validation): its name, or its name and what it is measured by. */
export type Rule =
  | 'email'
  | 'address'
  | 'noEmoji'
  | 'identifier'
  | 'json'
  | 'label'
  | 'cron'
  | 'port'
  | 'ipGroup'
  | 'onePrimary'
  | readonly ['minLength' | 'maxLength' | 'minValue' | 'maxValue', number]
  | readonly ['jsonKey', string]
  | readonly ['password', PasswordPolicy];
