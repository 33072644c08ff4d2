import '../fields.css';
import { IconButton } from '@postern/ui';
import { ImageUp, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../field-props.ts';
import { MOST_IMAGE_BYTES } from '../file-limits.ts';
import { FileButton, Problem, useFileCheck } from '../file-parts.tsx';

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
        <FileButton info={info} {...rest} accept={accept} icon={ImageUp} onFile={(file) => check(file) && onChange?.(file)}>
          {t('file.chooseImage')}
        </FileButton>
        {chosen && <IconButton icon={Undo2} label={t('file.undo')} locked={rest.disabled} onClick={() => onChange?.(current)} />}
      </span>
      <Problem text={problem} />
    </div>
  );
}
