import { Button } from '@postern/ui';
import './fields.css';
import { Input, Upload } from 'antd';
import { FileUp } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Problem, useFileCheck } from './file-parts.tsx';

type Area = Omit<ComponentProps<typeof Input.TextArea>, 'onChange' | 'onDrop' | 'className' | 'spellCheck' | 'disabled'>;

interface Props extends Area {
  disabled?: boolean | undefined;
  /** Bytes of a file that is read: a larger one is a mistake and would freeze the text area. */
  most: number;
  /** @param fileName empty of what was typed or pasted */
  onText: (text: string, fileName: string) => void;
}

/** Several lines: typed, pasted, dropped or read from a file. */
export function TextFromFile({ disabled = false, most, onText, ...area }: Props) {
  const { t } = useTranslation('screens');
  const { problem, check } = useFileCheck(undefined, most);
  const read = (file: File) => {
    if (!disabled && check(file)) void file.text().then((text) => onText(text, file.name));
  };
  return (
    <div className="s-input-secret-text">
      <Input.TextArea
        {...area}
        disabled={disabled}
        className="s-input-code"
        spellCheck={false}
        onChange={(event) => onText(event.target.value, '')}
        onDrop={(event) => {
          const [file] = event.dataTransfer.files;
          if (!file) return;
          event.preventDefault();
          read(file);
        }}
      />
      <Upload
        showUploadList={false}
        disabled={disabled}
        beforeUpload={(file) => {
          read(file);
          return Upload.LIST_IGNORE;
        }}
      >
        <Button size="small" icon={<FileUp size={14} />} locked={disabled}>
          {t('form.fromFile')}
        </Button>
      </Upload>
      <Problem text={problem} />
    </div>
  );
}
