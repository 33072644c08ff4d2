import { WAITED_ROWS } from '@postern/contract/transfer';
import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';

interface Props {
  /** There are too many rows to wait for. */
  long: boolean;
  background: boolean;
  disabled: boolean;
  onChange: (background: boolean) => void;
}

/** Says before an export starts whether its file comes at once or is made in the background, and lets a person choose the latter. */
export function ExportWay({ long, background, disabled, onChange }: Props) {
  const { t } = useTranslation('transfer');
  return (
    <div>
      <Checkbox checked={long || background} disabled={disabled || long} onChange={({ target }) => onChange(target.checked)}>
        {t('export.background')}
      </Checkbox>
      <p className="s-note" role="status">
        {long && `${t('export.long', { rows: WAITED_ROWS })} `}
        {t(long || background ? 'export.later' : 'export.atOnce')}
      </p>
    </div>
  );
}
