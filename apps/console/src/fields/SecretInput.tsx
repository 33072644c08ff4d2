import { Button, Input, Upload } from 'antd';
import { FileUp, KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputProps } from './field-props.ts';

/** A secret. Of an existing object it starts as "unchanged" and is never shown (spec §3); blank then means keep. */
export function SecretInput({ id, value, onChange, disabled, updating, info }: InputProps) {
  const { t } = useTranslation('screens');
  const [open, setOpen] = useState(!updating);
  if (!open) return <KeepOrReplace disabled={disabled} onReplace={() => setOpen(true)} />;
  return (
    <Input.Password
      id={id}
      value={typeof value === 'string' ? value : ''}
      disabled={disabled}
      maxLength={info.max_length}
      autoComplete="new-password"
      placeholder={updating ? t('form.blankKeeps') : undefined}
      onChange={(event) => onChange?.(event.target.value)}
    />
  );
}

/** A secret of several lines, such as a private key: typed, pasted or read from a file. */
export function SecretTextInput({ id, value, onChange, disabled, updating, info }: InputProps) {
  const { t } = useTranslation('screens');
  const [open, setOpen] = useState(!updating);
  if (!open) return <KeepOrReplace disabled={disabled} onReplace={() => setOpen(true)} />;
  return (
    <div className="s-input-secret-text">
      <Input.TextArea
        id={id}
        className="s-input-code"
        value={typeof value === 'string' ? value : ''}
        disabled={disabled}
        maxLength={info.max_length}
        spellCheck={false}
        autoSize={{ minRows: 4, maxRows: 12 }}
        placeholder={updating ? t('form.blankKeeps') : undefined}
        onChange={(event) => onChange?.(event.target.value)}
      />
      <Upload
        showUploadList={false}
        disabled={disabled}
        beforeUpload={(file) => {
          // Keys are small; a large file is a mistake and would freeze the text area.
          if (file.size <= 65_536) void file.text().then((text) => onChange?.(text));
          return Upload.LIST_IGNORE;
        }}
      >
        <Button size="small" icon={<FileUp size={14} />}>
          {t('form.fromFile')}
        </Button>
      </Upload>
    </div>
  );
}

function KeepOrReplace({ onReplace, disabled }: { onReplace: () => void; disabled: boolean | undefined }) {
  const { t } = useTranslation('screens');
  return (
    <span className="s-input-kept">
      <span>{t('form.secretKept')}</span>
      <Button size="small" icon={<KeyRound size={14} />} disabled={disabled} onClick={onReplace}>
        {t('form.secretReplace')}
      </Button>
    </span>
  );
}
