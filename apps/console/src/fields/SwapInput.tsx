import './fields.css';
import { IconButton } from '@postern/ui';
import { Pencil, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { relatedName } from '../model/metadata.ts';
import type { InputProps } from './field-props.ts';
import { kindOf } from './kinds.ts';

/** A value as text, with a button that turns it into its input; what is picked turns it back. */
export function SwapInput({ onChange, ...props }: InputProps) {
  const { t } = useTranslation('fields');
  const [open, setOpen] = useState(false);
  const [before, setBefore] = useState<unknown>();
  const { info, value, disabled } = props;
  const { Cell, Input, isTyped } = kindOf(info.type);
  const name = info.label || relatedName(value);
  const edit = () => {
    setBefore(value);
    setOpen(true);
  };
  if (!open) {
    return (
      <span className="s-input-beside">
        <span id={props.id} className="s-input-read">
          <Cell value={value} info={info} />
        </span>
        <IconButton icon={Pencil} label={t('swap.change', { name })} locked={disabled} onClick={edit} />
      </span>
    );
  }
  const cancel = () => {
    onChange?.(before);
    setOpen(false);
  };
  return (
    <span className="s-input-beside">
      <Input
        {...props}
        onChange={(next) => {
          onChange?.(next);
          if (!isTyped) setOpen(false);
        }}
      />
      <IconButton icon={X} label={t('swap.cancel')} onClick={cancel} />
    </span>
  );
}
