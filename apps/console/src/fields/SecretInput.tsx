import { Button } from '@postern/ui';
import { Input } from 'antd';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { controlProps, type InputProps } from './field-props.ts';
import { MOST_KEY_BYTES } from './file-limits.ts';
import { TextFromFile } from './TextFromFile.tsx';

/** A secret. Of an existing object it starts as "unchanged" and is never shown (docs/behaviour/forms.md#secrets); blank then means keep. */
export function SecretInput({ value, onChange, updating, info, ...rest }: InputProps) {
  const { t } = useTranslation('screens');
  const [open, setOpen] = useState(!updating);
  if (!open) return <KeepOrReplace id={rest.id} disabled={rest.disabled} onReplace={() => setOpen(true)} />;
  return (
    <Input.Password
      {...controlProps({ info, ...rest })}
      value={typeof value === 'string' ? value : ''}
      maxLength={info.max_length}
      autoComplete="new-password"
      placeholder={updating ? t('form.blankKeeps') : undefined}
      onChange={(event) => onChange?.(event.target.value)}
    />
  );
}

/** A secret of several lines, such as a private key: typed, pasted, dropped or read from a file. */
export function SecretTextInput({ value, onChange, updating, info, ...rest }: InputProps) {
  const { t } = useTranslation('screens');
  const [open, setOpen] = useState(!updating);
  if (!open) return <KeepOrReplace id={rest.id} disabled={rest.disabled} onReplace={() => setOpen(true)} />;
  return (
    <TextFromFile
      {...controlProps({ info, ...rest })}
      most={MOST_KEY_BYTES}
      value={typeof value === 'string' ? value : ''}
      maxLength={info.max_length}
      autoSize={{ minRows: 4, maxRows: 12 }}
      placeholder={updating ? t('form.blankKeeps') : undefined}
      onText={(text) => onChange?.(text)}
    />
  );
}

function KeepOrReplace({ id, onReplace, disabled }: { id: string | undefined; onReplace: () => void; disabled: boolean | undefined }) {
  const { t } = useTranslation('screens');
  return (
    <span className="s-input-kept">
      <span>{t('form.secretKept')}</span>
      <Button id={id} size="small" icon={<KeyRound size={14} />} locked={disabled} onClick={onReplace}>
        {t('form.secretReplace')}
      </Button>
    </span>
  );
}
