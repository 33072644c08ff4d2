import { connectMethodName } from '@postern/contract/connect-methods';
import { TimerOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { RESOURCES } from '../features/resources.ts';
import type { Row } from '../model/resource.ts';
import { SecretText } from '../screens/confirm/SecretText.tsx';
import type { RowAction } from '../screens/list/list-definition.ts';
import { ListPage } from '../screens/page/ListPage.tsx';
import { useAuth } from '../session/auth.tsx';
import { client } from '../session/http.ts';

interface TokenRow extends Row {
  id: string;
  value: string;
  asset_display: string;
  is_expired: boolean;
}

/** The person's own tokens that still open something (docs/behaviour/profile.md#connection-tokens). Whoever has one and its value is let in by it. */
export function ConnectionTokens() {
  const { t } = useTranslation('profile');
  const { can } = useAuth();
  const end: RowAction<TokenRow> = {
    id: 'expire',
    label: t('tokens.end'),
    icon: <TimerOff size={14} />,
    danger: true,
    shown: (row) => can('authentication.expire_connectiontoken') && !row.is_expired,
    confirm: (row) => ({ title: t('tokens.endTitle', { asset: row.asset_display }), text: t('tokens.endText'), verb: t('tokens.end') }),
    run: (row) => client.connectionToken.expire(row.id, undefined),
    done: t('tokens.ended'),
  };
  return (
    <ListPage<TokenRow>
      resource={RESOURCES.connectionToken}
      help={t('tokens.help')}
      readOnly
      global
      linkTo={false}
      transfer={false}
      rowActions={[end]}
      // Their own, always; what is asked for at the door is told by the row.
      exclude={['user', 'user_display', 'from_ticket_info', 'connect_options', 'expire_time', 'org_id', 'input_secret']}
      defaults={['asset_display', 'id', 'account', 'protocol', 'connect_method', 'is_active', 'is_expired', 'date_expired']}
      min={['asset_display', 'id']}
      facts={['account', 'date_expired']}
      cells={{
        asset_display: { width: 180 },
        id: { title: t('tokens.id'), width: 200, render: ({ id }) => <SecretText name="token-id" secret={id} /> },
        value: { title: t('tokens.value'), width: 200, sortable: false, render: ({ value }) => <SecretText name="token" secret={value} /> },
        account: { width: 110 },
        protocol: { width: 90 },
        connect_method: { width: 140, render: ({ connect_method: method }) => connectMethodName(String(method ?? '')) || '-' },
        is_active: { width: 90 },
        is_expired: { width: 90 },
        date_expired: { width: 150 },
      }}
      search={{ metadata: true }}
      empty={t('tokens.empty')}
      next={{ label: t('noun:myAsset.title'), to: RESOURCES.myAsset.path, needs: 'perms.view_myassets' }}
    />
  );
}
