import './fields.css';
import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputProps } from './field-props.ts';
import { MOST_KEY_BYTES } from './file-limits.ts';
import { Chosen, FileButton, Problem, useFileCheck } from './file-parts.tsx';
import { parseJson } from './json-text.ts';

type KeyExtra = {
  accept?: string;
  /** `object` emits what a JSON file holds instead of its text. */
  format?: 'text' | 'object';
  /** Of the key the server holds, if it says. */
  fingerprint?: string;
};

/** A key from a file; its text is what is emitted and is never shown (docs/behaviour/forms.md#files). */
export function KeyFileInput({ value, onChange, info, accept, format = 'text', fingerprint, ...rest }: InputProps & KeyExtra) {
  const { t } = useTranslation('fields');
  const { problem, setProblem, check } = useFileCheck(accept, MOST_KEY_BYTES);
  const [name, setName] = useState('');
  const read = async (file: File) => {
    if (!check(file)) return;
    const text = await file.text();
    const parsed = format === 'object' && file.name.endsWith('.json') ? parseJson(text) : text;
    if (parsed === undefined) return setProblem(t('file.notJson'));
    setName(file.name);
    onChange?.(parsed);
  };
  const empty = value === undefined || value === null || value === '';
  return (
    <div className="s-input-secret-text">
      <FileButton info={info} {...rest} accept={accept} icon={FileUp} onFile={read}>
        {t('file.chooseKey')}
      </FileButton>
      {name !== '' && !empty && (
        <Chosen
          name={name}
          disabled={rest.disabled}
          onRemove={() => {
            setName('');
            onChange?.('');
          }}
        />
      )}
      {fingerprint && (
        <span className="s-input-hint">
          {t('file.fingerprint')} <code>{fingerprint}</code>
        </span>
      )}
      <Problem text={problem} />
    </div>
  );
}
