import '../fields.css';
import { Input } from 'antd';
import { type ReactNode, useState } from 'react';
import { controlProps, type InputProps } from '../field-props.ts';
import { SecretInput } from '../SecretInput.tsx';

/** Texts that may be this long get several rows where there is room for them. */
const PROSE = 2048;

const asText = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** What a field shows while it is typed in, and what it gives to the form: the text without the blanks around it. */
function useTrimmed(value: unknown, onChange: InputProps['onChange']) {
  const given = asText(value);
  const [raw, setRaw] = useState(given);
  return {
    value: raw.trim() === given ? raw : given,
    onChange: (event: { target: { value: string } }) => {
      setRaw(event.target.value);
      onChange?.(event.target.value.trim());
    },
    onBlur: () => setRaw(given),
  };
}

interface LineExtra {
  /** Behind the text, such as a unit. */
  suffix?: ReactNode;
  inputMode?: 'numeric' | 'url' | 'email' | 'text' | undefined;
}

/** One line of text. What can only be written is a secret. */
export const LineInput = (props: InputProps & LineExtra) => (props.info.write_only ? <SecretInput {...props} /> : <Line {...props} />);

function Line({ info, value, onChange, placeholder, suffix, inputMode, ...rest }: InputProps & LineExtra) {
  const text = useTrimmed(value, onChange);
  return (
    <Input
      {...controlProps({ info, ...rest })}
      {...text}
      placeholder={placeholder}
      suffix={suffix}
      inputMode={inputMode}
      maxLength={info.max_length}
      autoComplete="off"
    />
  );
}

/** Several lines of text. */
export function AreaInput({ info, value, onChange, placeholder, rows, ...rest }: InputProps & { rows?: number }) {
  const text = useTrimmed(value, onChange);
  return (
    <Input.TextArea
      {...controlProps({ info, ...rest })}
      {...text}
      placeholder={placeholder}
      maxLength={info.max_length}
      autoSize={{ minRows: rows ?? 3, maxRows: 12 }}
    />
  );
}

/** A line; three rows when the server sets no length (docs/behaviour/forms.md#building-a-form) or when it is prose, as a comment is. */
export function TextInput({ rows, roomy, ...props }: InputProps & LineExtra & { rows?: number }) {
  const { max_length, write_only } = props.info;
  const isLong = max_length === undefined ? rows !== 1 : roomy === true && max_length >= PROSE;
  return isLong && !write_only ? <AreaInput {...props} {...(rows === undefined ? {} : { rows })} /> : <LineInput {...props} />;
}
