/** Password rules as public settings give them (docs/wire/users.md#password-rules). */
export interface PasswordPolicy {
  upper: boolean;
  lower: boolean;
  digit: boolean;
  special: boolean;
  /** Least number of characters. */
  length: number;
}
export type PasswordRule = keyof PasswordPolicy;

const TESTS: Record<Exclude<PasswordRule, 'length'>, RegExp> = {
  upper: /[A-Z]/,
  lower: /[a-z]/,
  digit: /\d/,
  special: /[`~!@#$%^&*()\-=_+[\]{}|;:'",.<>/?]/,
};

/** Rules that are switched on. */
export const policyRules = (policy: PasswordPolicy): PasswordRule[] => [
  'length',
  ...(Object.keys(TESTS) as (keyof typeof TESTS)[]).filter((rule) => policy[rule]),
];

/** Rules this password breaks; none for an empty one, which means "not set". */
export function passwordProblems(password: string, policy: PasswordPolicy): PasswordRule[] {
  if (password === '') return [];
  return policyRules(policy).filter((rule) => (rule === 'length' ? password.length < policy.length : !TESTS[rule].test(password)));
}

/** Reads the `PASSWORD_RULE` of public settings; administrators have a minimum of their own. */
export function readPolicy(rule: unknown, admin: boolean): PasswordPolicy {
  const values = (typeof rule === 'object' && rule !== null ? rule : {}) as Record<string, unknown>;
  const length = Number(
    admin ? (values.SECURITY_ADMIN_USER_PASSWORD_MIN_LENGTH ?? values.SECURITY_PASSWORD_MIN_LENGTH) : values.SECURITY_PASSWORD_MIN_LENGTH,
  );
  return {
    length: Number.isFinite(length) && length > 0 ? length : 6,
    upper: values.SECURITY_PASSWORD_UPPER_CASE === true,
    lower: values.SECURITY_PASSWORD_LOWER_CASE === true,
    digit: values.SECURITY_PASSWORD_NUMBER === true,
    special: values.SECURITY_PASSWORD_SPECIAL_CHAR === true,
  };
}
