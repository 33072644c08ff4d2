import { IconButton } from '@postern/ui';
import { Button, Upload } from 'antd';
import { ImageUp, Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePictureAddress } from '../../login/preview/usePictureAddress.ts';
import { isPicture, MOST_SIDE } from './picture-check.ts';

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
  const shown = usePictureAddress(value ?? current);
  const refuse = (words: string) => {
    setProblem(words);
    onChange?.(undefined);
  };
  const take = async (file: File) => {
    if (file.size > MOST_BYTES) return setProblem(t('interface.tooLarge'));
    if (!(await isPicture(file))) return setProblem(t('interface.notPicture'));
    setProblem('');
    onChange?.(file);
  };
  return (
    <div className="set-picture">
      {shown ? (
        <img
          src={shown}
          alt={label}
          style={{ maxWidth: Math.min(width, 240), maxHeight: Math.min(height, 160) }}
          // What the server would refuse as well is told before anything is sent.
          onError={() => value instanceof File && refuse(t('interface.notPicture'))}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            value instanceof File &&
            Math.max(naturalWidth, naturalHeight) > MOST_SIDE &&
            refuse(t('interface.tooManyPixels', { count: MOST_SIDE }))
          }
        />
      ) : (
        <span className="set-picture__none">{t('interface.usual')}</span>
      )}
      <span className="set-row">
        <Upload
          accept={ACCEPT}
          showUploadList={false}
          beforeUpload={(file) => {
            void take(file);
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
