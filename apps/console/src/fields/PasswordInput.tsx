import { Input } from 'antd';
import { Check, Circle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { InputProps } from './field-props.ts';
import { type PasswordPolicy, passwordProblems, policyRules } from './password-policy.ts';

/** A new password with the rules it has to follow, ticked off while typing. */
export function PasswordInput({ id, value, onChange, disabled, info, policy }: InputProps & { policy?: PasswordPolicy }) {
  const { t } = useTranslation('screens');
  const text = typeof value === 'string' ? value : '';
  const problems = new Set(policy ? passwordProblems(text, policy) : []);
  return (
    <>
      <Input.Password
        id={id}
        value={text}
        disabled={disabled}
        maxLength={info.max_length}
        autoComplete="new-password"
        onChange={(event) => onChange?.(event.target.value)}
      />
      {policy && text !== '' && (
        <ul className="s-input-policy">
          {policyRules(policy).map((rule) => (
            <li key={rule} className={problems.has(rule) ? 'is-open' : 'is-met'}>
              {problems.has(rule) ? <Circle size={12} aria-hidden /> : <Check size={12} aria-hidden />}
              {t(`password.${rule}`, { count: policy.length })}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
