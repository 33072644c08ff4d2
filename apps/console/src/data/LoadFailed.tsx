import { EmptyState } from '@postern/ui';
import { Button } from 'antd';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../session/errors.ts';

/** Stands where something did not come, with what is known of why, and tries again when asked to. */
export function LoadFailed({ title, error, onRetry }: { title: string; error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('screens');
  return (
    <EmptyState
      icon={TriangleAlert}
      title={title}
      text={errorMessage(error)}
      action={<Button onClick={onRetry}>{t('action.retry')}</Button>}
    />
  );
}
