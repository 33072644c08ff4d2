import './fields.css';
import { copyText, IconButton, toast } from '@postern/ui';
import { Input } from 'antd';
import { Check, Circle, Copy, Dices } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { controlProps, type InputProps } from './field-props.ts';
import { type PasswordPolicy, passwordProblems, policyRules } from './password-policy.ts';
import { makePassword, passwordStrength, STRENGTHS } from './password-strength.ts';

type Extra = { policy?: PasswordPolicy; generator?: boolean };

/** A new password with the rules it has to follow, ticked off while typing, how strong it is, and a button that makes one up. */
export function PasswordInput({ value, onChange, info, policy, generator = true, ...rest }: InputProps & Extra) {
  const { t } = useTranslation(['screens', 'fields']);
  const [made, setMade] = useState('');
  const [visible, setVisible] = useState(false);
  const text = typeof value === 'string' ? value : '';
  const problems = new Set(policy ? passwordProblems(text, policy) : []);
  const strength = passwordStrength(text);
  const level = strength ? STRENGTHS.indexOf(strength) + 1 : 0;
  const generate = () => {
    const password = makePassword(policy);
    setMade(password);
    setVisible(true);
    onChange?.(password);
  };
  return (
    <>
      <span className="s-input-beside">
        <Input.Password
          {...controlProps({ info, ...rest })}
          value={text}
          maxLength={info.max_length}
          autoComplete="new-password"
          visibilityToggle={{ visible, onVisibleChange: setVisible }}
          onChange={(event) => onChange?.(event.target.value)}
        />
        {generator && <IconButton icon={Dices} label={t('fields:password.generate')} locked={rest.disabled} onClick={generate} />}
        {made !== '' && made === text && (
          <IconButton
            icon={Copy}
            label={t('fields:password.copy')}
            onClick={() => void copyText(text).then((done) => done && toast.success(t('fields:password.copied')))}
          />
        )}
      </span>
      {strength && (
        <span className={`s-input-strength is-${strength}`}>
          <meter min={0} max={STRENGTHS.length} value={level} aria-label={t('fields:password.strength')} />
          <span>{t(`fields:password.${strength}`)}</span>
        </span>
      )}
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
