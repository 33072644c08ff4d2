import { EmptyState, ShareBar, Surface } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import { NextStep } from '../../screens/page/NextStep.tsx';
import { useOrg } from '../../session/auth.tsx';
import { RESOURCES } from '../resources.ts';
import { greatest, useTypeShares } from './figures.ts';

/** One for each type that is told; what is left is grey. */
const COLOURS = [
  'var(--p-primary-solid)',
  'var(--p-info-solid)',
  '#8a63d2',
  '#d08a1d',
  '#c2527d',
  '#2a9db0',
  '#7a8b3c',
  'var(--p-border-strong)',
] as const;

/** Which types the assets are of: one bar in parts, and the numbers as its legend. */
export function TypeShares() {
  const { t, i18n } = useTranslation(['features', 'machine']);
  const { isRoot } = useOrg();
  const shares = greatest(useTypeShares().data ?? [], COLOURS.length, t('dashboard.otherTypes'));
  return (
    <Surface title={t('dashboard.types')}>
      {shares.some(({ total }) => total > 0) ? (
        <ShareBar
          language={i18n.language}
          shares={shares.map(({ type, label, total }, at) => ({ key: type, label, count: total, colour: COLOURS[at] ?? '' }))}
        />
      ) : (
        <EmptyState
          title={t('dashboard.noAssets')}
          text={t('dashboard.noAssetsText')}
          action={
            <NextStep
              steps={[
                !isRoot && {
                  label: t('machine:title'),
                  to: '/console/assets/hosts/add',
                  needs: ['assets.add_asset', 'accounts.add_account'],
                },
                { label: t('noun:asset.title'), to: RESOURCES.asset.path, needs: 'assets.view_asset' },
              ]}
            />
          }
        />
      )}
    </Surface>
  );
}
