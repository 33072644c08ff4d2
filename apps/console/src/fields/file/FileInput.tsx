import '../fields.css';
import { FileUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../field-props.ts';
import { MOST_FILE_BYTES } from '../file-limits.ts';
import { Chosen, FileButton, Problem, useFileCheck } from '../file-parts.tsx';

type FileExtra = { accept?: string; most?: number };

/** One file, sent as it is with the form. The last one chosen counts; removing it clears the field. */
export function FileInput({ value, onChange, info, accept, most = MOST_FILE_BYTES, ...rest }: InputProps & FileExtra) {
  const { t } = useTranslation('fields');
  const { problem, check } = useFileCheck(accept, most);
  const name = value instanceof File ? value.name : typeof value === 'string' ? (value.split('/').at(-1) ?? '') : '';
  return (
    <div className="s-input-secret-text">
      <FileButton info={info} {...rest} accept={accept} icon={FileUp} onFile={(file) => check(file) && onChange?.(file)}>
        {t('file.choose')}
      </FileButton>
      {name !== '' && <Chosen name={name} disabled={rest.disabled} onRemove={() => onChange?.(null)} />}
      <Problem text={problem} />
    </div>
  );
}
