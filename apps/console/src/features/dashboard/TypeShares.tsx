import { EmptyState, Surface } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import { greatest, percent, useTypeShares } from './figures.ts';

const COLOURS = 8;

/** Which types the assets are of: one bar in parts, and the numbers as its legend. */
export function TypeShares() {
  const { t, i18n } = useTranslation('features');
  const shares = greatest(useTypeShares().data ?? [], COLOURS, t('dashboard.otherTypes'));
  const all = shares.reduce((sum, share) => sum + share.total, 0);
  return (
    <Surface title={t('dashboard.types')}>
      {all > 0 ? (
        <>
          <div className="s-shares" aria-hidden="true">
            {shares.map((share, at) => (
              <span key={share.type} className={`is-${at}`} style={{ flexGrow: share.total }} title={`${share.label}: ${share.total}`} />
            ))}
          </div>
          <ul className="s-share-legend">
            {shares.map((share, at) => (
              <li key={share.type} className={`is-${at}`}>
                {share.label} <b>{share.total.toLocaleString(i18n.language)}</b> <small>{percent(share.total, all)}%</small>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <EmptyState title={t('dashboard.noAssets')} />
      )}
    </Surface>
  );
}
