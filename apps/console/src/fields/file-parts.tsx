import { IconButton, sizeText } from '@postern/ui';
import { Button, Upload } from 'antd';
import { FileText, type LucideIcon, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { controlProps, type InputProps } from './field-props.ts';
import { isAccepted } from './file-limits.ts';

interface FileButtonProps extends InputProps {
  accept?: string | undefined;
  icon: LucideIcon;
  children: ReactNode;
  onFile: (file: File) => unknown;
}

/** The button that a file is chosen with. */
export function FileButton({ accept, icon: Icon, children, onFile, ...props }: FileButtonProps) {
  // A button may not be called required; its label says so.
  const { 'aria-required': _, ...rest } = controlProps(props);
  return (
    <Upload
      {...(accept ? { accept } : {})}
      showUploadList={false}
      disabled={props.disabled ?? false}
      beforeUpload={(file) => {
        void onFile(file);
        return Upload.LIST_IGNORE;
      }}
    >
      <Button {...rest} icon={<Icon size={14} />}>
        {children}
      </Button>
    </Upload>
  );
}

/** What is wrong with a chosen file, and how to say so. */
export function useFileCheck(accept: string | undefined, most: number) {
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

/** Why a file was not taken. */
export const Problem = ({ text }: { text: string }) =>
  text === '' ? null : (
    <span className="s-input-hint is-wrong" role="alert">
      {text}
    </span>
  );

/** The name of what was chosen, and a button that forgets it. */
export function Chosen({ name, disabled, onRemove }: { name: string; disabled: boolean | undefined; onRemove: () => void }) {
  const { t } = useTranslation('fields');
  return (
    <span className="s-input-file">
      <FileText size={14} aria-hidden />
      <span title={name}>{name}</span>
      <IconButton icon={X} label={t('file.remove', { name })} locked={disabled} onClick={onRemove} />
    </span>
  );
}
