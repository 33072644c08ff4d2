import { StatusTag } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import type { CellProps } from '../field-props.ts';
import { Nothing } from '../Nothing.tsx';

export function BooleanCell({ value }: CellProps) {
  const { t } = useTranslation('screens');
  if (value === null || value === undefined) return <Nothing />;
  return <StatusTag tone={value ? 'success' : 'neutral'}>{value ? t('value.yes') : t('value.no')}</StatusTag>;
}
