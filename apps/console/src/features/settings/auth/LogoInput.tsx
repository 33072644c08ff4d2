import { IconButton } from '@postern/ui';
import { Button, Upload } from 'antd';
import { ImageUp, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../../../fields/field-props.ts';

/** Bytes of a picture that a setting holds. */
const MOST_BYTES = 48 * 1024;
const ACCEPT = '.png,.jpg,.jpeg,.gif,.webp,.ico';

const addressOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });

/** A small picture that is a setting: its address holds its bytes. */
export function LogoInput({ id, value, onChange, info }: InputProps) {
  const { t } = useTranslation('settings');
  const [tooLarge, setTooLarge] = useState(false);
  const shown = typeof value === 'string' ? value : '';
  const take = (file: File) => {
    setTooLarge(file.size > MOST_BYTES);
    if (file.size <= MOST_BYTES) void addressOf(file).then((address) => onChange?.(address));
    return Upload.LIST_IGNORE;
  };
  return (
    <div className="set-picture">
      {shown ? (
        <img src={shown} alt={info.label} width={64} height={64} style={{ objectFit: 'contain' }} />
      ) : (
        <span className="set-picture__none">{t('interface.usual')}</span>
      )}
      <span className="set-row">
        <Upload accept={ACCEPT} showUploadList={false} beforeUpload={take}>
          <Button {...(id ? { id } : {})} icon={<ImageUp size={14} />}>
            {t('interface.choose')}
          </Button>
        </Upload>
        {shown ? <IconButton icon={Trash2} label={t('interface.remove', { name: info.label })} onClick={() => onChange?.('')} /> : null}
      </span>
      {tooLarge ? (
        <span role="alert" className="set-picture__problem">
          {t('auth.providers.logoTooLarge')}
        </span>
      ) : null}
    </div>
  );
}
