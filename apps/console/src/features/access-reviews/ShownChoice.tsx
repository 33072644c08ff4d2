import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';

const SHOWN = ['', 'undecided', 'keep', 'revoke'] as const;

/** Which lines of a review are shown, by what was decided about them; all by an empty text. */
export function ShownChoice({ shown, onChange }: { shown: string; onChange: (shown: string) => void }) {
  const { t } = useTranslation('reviews');
  return (
    <Segmented
      value={shown}
      aria-label={t('show')}
      options={SHOWN.map((value) => ({ value, label: t(`shown.${value || 'all'}`) }))}
      onChange={onChange}
    />
  );
}
