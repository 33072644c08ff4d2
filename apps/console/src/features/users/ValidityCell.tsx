import { StatusTag } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import { BooleanCell } from '../../fields/boolean/BooleanCell.tsx';
import type { Row } from '../../model/resource.ts';

/** Whether somebody gets in; whoever is not let in yet is no disabled person. */
export function ValidityCell({ value, row }: { value: unknown; row: Row }) {
  const { t } = useTranslation('people');
  return row.is_waiting === true ? <StatusTag tone="warning">{t('waiting.tag')}</StatusTag> : <BooleanCell value={value} />;
}
