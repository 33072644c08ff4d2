import { EmptyState } from '@postern/ui';
import { ServerCrash } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../session/errors.ts';

/** Settings or profile could not be loaded: says why, and offers another try. */
export function StartFailed({ error }: { error: unknown }) {
  const { t } = useTranslation('shell');
  return (
    <main className="error-page">
      <EmptyState
        page
        icon={ServerCrash}
        title={t('startFailed')}
        text={errorMessage(error)}
        action={
          <button type="button" className="p-box plain-button" onClick={() => location.reload()}>
            {t('retry')}
          </button>
        }
      />
    </main>
  );
}
