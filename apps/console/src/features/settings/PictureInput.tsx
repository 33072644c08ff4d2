import { IconButton } from '@postern/ui';
import { Button, Upload } from 'antd';
import { ImageUp, Trash2, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

const MOST_BYTES = 1024 * 1024;
const ACCEPT = '.png,.jpg,.jpeg,.gif,.webp,.ico';

/** A picture of the interface: a new file, an empty text for "none of our own", or undefined for what is stored. */
export function PictureInput({
  id,
  label,
  current,
  width,
  height,
  value,
  onChange,
}: {
  id?: string;
  label: string;
  current: string;
  width: number;
  height: number;
  value?: File | '' | undefined;
  onChange?: (value: File | '' | undefined) => void;
}) {
  const { t } = useTranslation('settings');
  const [problem, setProblem] = useState('');
  const [preview, setPreview] = useState('');
  useEffect(() => {
    if (!(value instanceof File)) return setPreview('');
    const made = URL.createObjectURL(value);
    setPreview(made);
    return () => URL.revokeObjectURL(made);
  }, [value]);
  const shown = preview || (value === '' ? '' : current);
  return (
    <div className="set-picture">
      {shown ? (
        <img src={shown} alt={label} style={{ maxWidth: Math.min(width, 240), maxHeight: Math.min(height, 160) }} />
      ) : (
        <span className="set-picture__none">{t('interface.usual')}</span>
      )}
      <span className="set-row">
        <Upload
          accept={ACCEPT}
          showUploadList={false}
          beforeUpload={(file) => {
            setProblem(file.size > MOST_BYTES ? t('interface.tooLarge') : '');
            if (file.size <= MOST_BYTES) onChange?.(file);
            return Upload.LIST_IGNORE;
          }}
        >
          <Button {...(id ? { id } : {})} icon={<ImageUp size={14} />}>
            {t('interface.choose')}
          </Button>
        </Upload>
        {value === undefined ? null : (
          <IconButton icon={Undo2} label={t('interface.undo', { name: label })} onClick={() => onChange?.(undefined)} />
        )}
        {shown ? (
          <IconButton icon={Trash2} label={t('interface.remove', { name: label })} onClick={() => onChange?.(current ? '' : undefined)} />
        ) : null}
      </span>
      {problem ? (
        <span role="alert" className="set-picture__problem">
          {problem}
        </span>
      ) : null}
    </div>
  );
}
