import { RelativeTime, Surface } from '@postern/ui';
import { Star } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { keyOf } from '../../data/keys.ts';
import { NextStep } from '../../screens/page/NextStep.tsx';
import { useOrg } from '../../session/auth.tsx';
import { client } from '../../session/http.ts';
import { ConnectButton } from '../connect/ConnectButton.tsx';
import { openTerminal, orderAgain } from '../connect/connect.ts';
import { RESOURCES } from '../resources.ts';
import { Latest, SHOWN } from './Latest.tsx';

const FIRST = { limit: SHOWN, offset: 0 } as const;

/** What somebody opened last, with the way back into it: same account, same protocol. */
export function RecentCard() {
  const { t, i18n } = useTranslation('workbench');
  const { org } = useOrg();
  return (
    <Surface title={t('recent')}>
      <Latest
        queryKey={keyOf('permsUsers', 'recent', 'self')}
        queryFn={({ signal }) => client.permsUsers.recent('self', {}, { signal })}
        keyOf={({ asset, account, protocol }) => [asset, account, protocol].join('\n')}
        empty={{
          title: t('noRecent'),
          text: t('noRecentText'),
          action: <NextStep steps={[{ to: RESOURCES.myAsset.path, label: t('myAssets') }]} />,
        }}
      >
        {(opened) => (
          <>
            <span className="home-name">
              {opened.asset_display}
              <small>{[opened.account, opened.protocol.toUpperCase(), opened.address].filter(Boolean).join(' · ')}</small>
            </span>
            <RelativeTime value={opened.date_start} language={i18n.language} />
            <button
              type="button"
              className="p-bare s-link"
              aria-label={t('connect.again', { name: opened.asset_display, account: opened.account })}
              onClick={() => openTerminal([orderAgain(opened)], org?.id)}
            >
              {t('connect.connect')}
            </button>
          </>
        )}
      </Latest>
    </Surface>
  );
}

/** Assets that somebody marked. */
export function FavouritesCard() {
  const { t } = useTranslation('workbench');
  return (
    <Surface
      title={t('favourites')}
      actions={
        <Link className="home-all" to={`${RESOURCES.myAsset.path}?node_id=favorite`}>
          {t('all')}
        </Link>
      }
    >
      <Latest
        queryKey={keyOf('permsUsers', 'favoriteAssets', 'self', FIRST)}
        queryFn={({ signal }) => client.permsUsers.favoriteAssets('self', FIRST, { signal })}
        keyOf={({ id }) => id}
        empty={{
          title: t('noFavourites'),
          text: t('noFavouritesText'),
          icon: Star,
          action: <NextStep steps={[{ to: RESOURCES.myAsset.path, label: t('myAssets') }]} />,
        }}
      >
        {(asset) => (
          <>
            <span className="home-name">
              {asset.name}
              <small>{[asset.address, asset.platform.name].filter(Boolean).join(' · ')}</small>
            </span>
            <ConnectButton asset={asset} />
          </>
        )}
      </Latest>
    </Surface>
  );
}
