import './fields.css';
import { CopyableText } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import { relatedName } from '../screens/model/metadata.ts';
import type { InputProps } from './field-props.ts';
import { kindOf } from './index.tsx';

/** A value that may be read and copied but not changed. Secrets are never shown. */
export function ReadOnlyInput({ id, value, info }: InputProps) {
  const { t } = useTranslation(['screens', 'fields']);
  const { Cell } = kindOf(info.type);
  const shown = info.write_only ? undefined : value;
  const text = Array.isArray(shown) ? shown.map(relatedName).join(', ') : relatedName(shown);
  return (
    <output id={id} className="s-input-read">
      {info.write_only ? (
        '******'
      ) : text === '' ? (
        <Cell value={shown} info={info} />
      ) : (
        <CopyableText value={text} labels={{ copy: t('action.copy'), copied: t('action.copied') }}>
          <Cell value={shown} info={info} />
        </CopyableText>
      )}
    </output>
  );
}
