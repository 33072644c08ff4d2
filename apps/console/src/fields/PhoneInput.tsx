import { Input, Select, Space } from 'antd';
import { useTranslation } from 'react-i18next';
import { controlProps, type InputProps } from './field-props.ts';

/** Country codes on offer, the first one where none is known (docs/behaviour/forms.md#phone-numbers). */
const CODES = ['+86', '+852', '+853', '+886', '+1', '+7', '+33', '+44', '+49', '+81', '+82', '+91'];

export interface Phone {
  code: string;
  phone: string;
}

/** Reads `{code, phone}` or a number in one string. */
export function parsePhone(value: unknown): Phone {
  if (typeof value === 'object' && value !== null && 'phone' in value) {
    const { code, phone } = value as { code?: string; phone?: string };
    return { code: code ?? CODES[0] ?? '', phone: phone ?? '' };
  }
  const text = typeof value === 'string' ? value : '';
  const code = [...CODES].sort((a, b) => b.length - a.length).find((prefix) => text.startsWith(prefix));
  return code ? { code, phone: text.slice(code.length) } : { code: CODES[0] ?? '', phone: text };
}

export function PhoneInput({ value, onChange, ...rest }: InputProps) {
  const { t } = useTranslation('screens');
  const { code, phone } = parsePhone(value);
  return (
    <Space.Compact block>
      <Select
        className="s-input-phone-code"
        aria-label={t('form.countryCode')}
        value={code}
        disabled={rest.disabled}
        options={CODES.map((prefix) => ({ value: prefix, label: prefix }))}
        onChange={(next: string) => onChange?.({ code: next, phone })}
      />
      <Input
        {...controlProps(rest)}
        inputMode="tel"
        value={phone}
        onChange={(event) => onChange?.({ code, phone: event.target.value.replaceAll(/[^\d -]/g, '') })}
      />
    </Space.Compact>
  );
}
