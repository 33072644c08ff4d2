import { numberText } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import type { CellProps } from '../field-props.ts';
import { TextCell } from '../text/TextCell.tsx';

export function NumberCell({ value }: CellProps) {
  const { i18n } = useTranslation();
  return typeof value === 'number' ? numberText(value, i18n.language) : <TextCell value={value} />;
}
