import type { AssetsHostGuidedBody } from '@postern/client/api.gen';
import { EmptyState } from '@postern/ui';
import { Button, Space } from 'antd';
import { ServerCog } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Values } from '../../model/values.ts';
import { ResourceForm } from '../../screens/form/ResourceForm.tsx';
import { BackButton } from '../../screens/page/BackButton.tsx';
import { Page } from '../../screens/page/Page.tsx';
import { useAuth, useOrg } from '../../session/auth.tsx';
import { client } from '../../session/http.ts';
import { ConnectButton } from '../connect/ConnectButton.tsx';
import { RESOURCES } from '../resources.ts';
import { ManyMachines } from './ManyMachines.tsx';
import { letsIn, machineForm } from './machine-form.ts';

/** A machine as it was just added, and whether whoever added it may use it. */
interface Made {
  id: string;
  name: string;
  org_id: string;
  mine: boolean;
}

/** One page from an address to a session on it (docs/behaviour/assets.md#adding-a-machine). */
export function AddMachine() {
  const { t } = useTranslation('machine');
  const { can, profile } = useAuth();
  const [made, setMade] = useState<Made>();
  const [many, setMany] = useState(false);
  if (made) return <Added made={made} onAnother={() => setMade(undefined)} />;
  const { id, name, username, groups = [] } = profile;
  const around = { t, can, me: { id, name, username } };
  const amount = { many, onMany: setMany };
  if (many) return <ManyMachines around={around} amount={amount} />;
  return (
    <ResourceForm
      definition={{
        ...machineForm(around, amount),
        send: async (body) => {
          const added = await client.hosts.guided(body as unknown as AssetsHostGuidedBody);
          return { ...added, mine: letsIn(body as Values, [id, ...groups.map((group) => group.id)]) };
        },
        onSaved: (saved) => setMade(saved as unknown as Made),
      }}
    />
  );
}

function Added({ made, onAnother }: { made: Made; onAnother: () => void }) {
  const { t } = useTranslation('machine');
  const navigate = useNavigate();
  const { org } = useOrg();
  const { id, name } = made;
  const reached = { id, name, address: '', org_id: made.org_id || (org?.id ?? ''), protocols: [], is_active: true };
  return (
    <Page title={t('title')} back={<BackButton to={RESOURCES.asset.path} />}>
      <EmptyState
        icon={ServerCog}
        title={t('added', { name })}
        text={made.mine ? t('addedText') : t('addedForOthers')}
        action={
          <Space size={16} wrap>
            {made.mine && <ConnectButton asset={reached} primary />}
            <Button onClick={() => navigate(`${RESOURCES.asset.path}/${id}`)}>{t('open')}</Button>
            <Button onClick={onAnother}>{t('another')}</Button>
          </Space>
        }
      />
    </Page>
  );
}
