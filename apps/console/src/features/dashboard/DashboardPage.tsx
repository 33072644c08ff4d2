import '../../screens/screens.css';
import './dashboard.css';
import { EmptyState } from '@postern/ui';
import { ShieldAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuth } from '../../session/auth.tsx';

/** A dashboard for those with the right; others are told. */
export function DashboardPage({ right, children }: { right: string; children: ReactNode }) {
  const { t } = useTranslation('features');
  const { can } = useAuth();
  return <div className="s-page">{can(right) ? children : <EmptyState icon={ShieldAlert} title={t('dashboard.forbidden')} />}</div>;
}
