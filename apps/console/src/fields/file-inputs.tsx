import './fields.css';
import { IconButton } from '@postern/ui';
import { Button, Upload } from 'antd';
import { FileText, FileUp, ImageUp, Undo2, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { controlProps, type InputProps } from './field-props.ts';
import { isAccepted, MOST_FILE_BYTES, MOST_IMAGE_BYTES, MOST_KEY_BYTES, sizeText } from './file-limits.ts';
import { parseJson } from './json-text.ts';

/** A button may not be called required; its label says so. */
function buttonProps(props: InputProps): Record<string, unknown> {
  const { 'aria-required': _, ...rest } = controlProps(props);
  return rest;
}

/** What is wrong with a chosen file, and how to say so. */
function useFileCheck(accept: string | undefined, most: number) {
  const { t, i18n } = useTranslation('fields');
  const [problem, setProblem] = useState('');
  const check = (file: File): boolean => {
    const wrong = isAccepted(file.name, accept)
      ? file.size > most
        ? t('file.tooLarge', { size: sizeText(most, i18n.language) })
        : ''
      : t('file.wrongType', { types: accept });
    setProblem(wrong);
    return wrong === '';
  };
  return { problem, setProblem, check };
}

const Problem = ({ text }: { text: string }) =>
  text === '' ? null : (
    <span className="s-input-hint is-wrong" role="alert">
      {text}
    </span>
  );

function Chosen({ name, disabled, onRemove }: { name: string; disabled: boolean | undefined; onRemove: () => void }) {
  const { t } = useTranslation('fields');
  return (
    <span className="s-input-file">
      <FileText size={14} aria-hidden />
      <span title={name}>{name}</span>
      <IconButton icon={X} label={t('file.remove', { name })} disabled={disabled ?? false} onClick={onRemove} />
    </span>
  );
}

type FileExtra = { accept?: string; most?: number };

/** One file, sent as it is with the form. The last one chosen counts; removing it clears the field. */
export function FileInput({ value, onChange, info, accept, most = MOST_FILE_BYTES, ...rest }: InputProps & FileExtra) {
  const { t } = useTranslation('fields');
  const { problem, check } = useFileCheck(accept, most);
  const name = value instanceof File ? value.name : typeof value === 'string' ? (value.split('/').at(-1) ?? '') : '';
  return (
    <div className="s-input-secret-text">
      <Upload
        {...(accept ? { accept } : {})}
        showUploadList={false}
        disabled={rest.disabled ?? false}
        beforeUpload={(file) => {
          if (check(file)) onChange?.(file);
          return Upload.LIST_IGNORE;
        }}
      >
        <Button {...buttonProps({ info, ...rest })} icon={<FileUp size={14} />}>
          {t('file.choose')}
        </Button>
      </Upload>
      {name !== '' && <Chosen name={name} disabled={rest.disabled} onRemove={() => onChange?.(null)} />}
      <Problem text={problem} />
    </div>
  );
}

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
      <Upload
        {...(accept ? { accept } : {})}
        showUploadList={false}
        disabled={rest.disabled ?? false}
        beforeUpload={(file) => {
          void read(file);
          return Upload.LIST_IGNORE;
        }}
      >
        <Button {...buttonProps({ info, ...rest })} icon={<FileUp size={14} />}>
          {t('file.chooseKey')}
        </Button>
      </Upload>
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

/** A picture with its preview; the current one can be kept after all. Emits the file. */
export function ImageInput({
  value,
  onChange,
  info,
  accept = '.png,.jpg,.jpeg,.gif,.svg,.ico,.webp',
  width,
  height,
  ...rest
}: InputProps & {
  accept?: string;
  /** Size the picture is shown at, in pixels. */
  width?: number;
  height?: number;
}) {
  const { t } = useTranslation('fields');
  const { problem, setProblem, check } = useFileCheck(accept, MOST_IMAGE_BYTES);
  const [current] = useState(() => (typeof value === 'string' ? value : ''));
  const [address, setAddress] = useState(current);
  const chosen = value instanceof File ? value : undefined;
  useEffect(() => {
    if (!chosen) {
      setAddress(current);
      return;
    }
    const made = URL.createObjectURL(chosen);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [chosen, current]);
  const name = chosen?.name ?? info.label;
  return (
    <div className="s-input-secret-text">
      {address !== '' && (
        <img
          className="s-input-image"
          src={address}
          alt={t('file.preview', { name })}
          style={{ maxWidth: width ?? 240, maxHeight: height ?? 120 }}
          onError={() => {
            if (!chosen) return;
            setProblem(t('file.notImage'));
            onChange?.(current);
          }}
        />
      )}
      <span className="s-input-beside">
        <Upload
          accept={accept}
          showUploadList={false}
          disabled={rest.disabled ?? false}
          beforeUpload={(file) => {
            if (check(file)) onChange?.(file);
            return Upload.LIST_IGNORE;
          }}
        >
          <Button {...buttonProps({ info, ...rest })} icon={<ImageUp size={14} />}>
            {t('file.chooseImage')}
          </Button>
        </Upload>
        {chosen && <IconButton icon={Undo2} label={t('file.undo')} disabled={rest.disabled ?? false} onClick={() => onChange?.(current)} />}
      </span>
      <Problem text={problem} />
    </div>
  );
}
