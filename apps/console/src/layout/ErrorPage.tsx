import { EmptyState } from '@postern/ui';
import { Button } from 'antd';
import { Compass, Lock, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BASE } from '../startup/start.ts';

function Page({ icon, title, text, children }: { icon: LucideIcon; title: string; text: string; children?: ReactNode }) {
  return (
    <div className="error-page">
      <EmptyState icon={icon} page title={title} text={text} action={children} />
    </div>
  );
}

/** An address that leads nowhere; drawn without the frame. */
export function NotFound() {
  const { t } = useTranslation('shell');
  return (
    <main>
      <Page icon={Compass} title={t('notFound')} text={t('notFoundText')}>
        <Button type="primary" href={`${BASE}/`}>
          {t('home')}
        </Button>
      </Page>
    </main>
  );
}

/** A page that exists and that this person may not open. */
export function Forbidden({ org }: { org?: string | undefined }) {
  const { t } = useTranslation('shell');
  return (
    <Page icon={Lock} title={t('forbidden')} text={org ? t('forbiddenText', { org }) : t('forbiddenTextPlain')}>
      <Button href={`${BASE}/`}>{t('home')}</Button>
    </Page>
  );
}

/** A screen that failed to load or to draw. */
export function ScreenFailed({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('shell');
  return (
    <Page icon={TriangleAlert} title={t('screenFailed')} text={t('screenFailedText')}>
      <Button onClick={onRetry}>{t('retry')}</Button>
    </Page>
  );
}
