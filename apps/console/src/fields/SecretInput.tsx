import { Button, Input, Upload } from 'antd';
import { FileUp, KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { controlProps, type InputProps } from './field-props.ts';

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
  const read = (file: File) => {
    // Keys are small; a large file is a mistake and would freeze the text area.
    if (file.size <= 65_536) void file.text().then((text) => onChange?.(text));
  };
  return (
    <div className="s-input-secret-text">
      <Input.TextArea
        {...controlProps({ info, ...rest })}
        className="s-input-code"
        value={typeof value === 'string' ? value : ''}
        maxLength={info.max_length}
        spellCheck={false}
        autoSize={{ minRows: 4, maxRows: 12 }}
        placeholder={updating ? t('form.blankKeeps') : undefined}
        onChange={(event) => onChange?.(event.target.value)}
        onDrop={(event) => {
          const [file] = event.dataTransfer.files;
          if (!file) return;
          event.preventDefault();
          read(file);
        }}
      />
      <Upload
        showUploadList={false}
        disabled={rest.disabled ?? false}
        beforeUpload={(file) => {
          read(file);
          return Upload.LIST_IGNORE;
        }}
      >
        <Button size="small" icon={<FileUp size={14} />} disabled={rest.disabled ?? false}>
          {t('form.fromFile')}
        </Button>
      </Upload>
    </div>
  );
}

function KeepOrReplace({ id, onReplace, disabled }: { id: string | undefined; onReplace: () => void; disabled: boolean | undefined }) {
  const { t } = useTranslation('screens');
  return (
    <span className="s-input-kept">
      <span>{t('form.secretKept')}</span>
      <Button id={id} size="small" icon={<KeyRound size={14} />} disabled={disabled ?? false} onClick={onReplace}>
        {t('form.secretReplace')}
      </Button>
    </span>
  );
}
