/** Settings that say what a password has to be: told to everybody who makes one, and changed together. */
export const PASSWORD_RULE = [
  'SECURITY_PASSWORD_MIN_LENGTH',
  'SECURITY_ADMIN_USER_PASSWORD_MIN_LENGTH',
  'SECURITY_PASSWORD_UPPER_CASE',
  'SECURITY_PASSWORD_LOWER_CASE',
  'SECURITY_PASSWORD_NUMBER',
  'SECURITY_PASSWORD_SPECIAL_CHAR',
] as const;
