import { addressOf } from '@postern/client/api';
import { ApiError } from '@postern/client/http';
import { Button, Surface, toast } from '@postern/ui';
import { Alert } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../fields/Dialog.tsx';
import { controlProps, type InputProps } from '../../../fields/field-props.ts';
import { RemoteSelect } from '../../../fields/RemoteSelect.tsx';
import { errorMessage, showError } from '../../../session/errors.ts';
import { client } from '../../../session/http.ts';
import { useUnless } from '../../../session/useRefusals.ts';
import { startTask } from '../../tasks/start-task.ts';
import { SettingForm } from '../SettingForm.tsx';

type Plan = Awaited<ReturnType<typeof client.ldap.preview>>;
const KINDS = ['create', 'update', 'disable'] as const;
/** Milliseconds until the preview is asked for again while the server reads the directory. */
const AGAIN = 1_000;

function OrganisationsInput(props: InputProps) {
  const { disabled, ...control } = controlProps(props);
  return (
    <RemoteSelect {...control} disabled={disabled} url={addressOf('orgs', 'list')} multiple value={props.value} onChange={props.onChange} />
  );
}

/** When accounts follow the directory, what that would do now, and doing it. */
export function LdapSyncDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('settings');
  return (
    <Dialog title={t('auth.ldap.sync')} width={760} keeps="beside" onClose={onClose}>
      <div className="s-stack">
        <SettingForm
          category="ldap"
          groups={[
            {
              title: t('auth.ldap.clock'),
              purpose: t('auth.ldap.clockPurpose'),
              fields: ['AUTH_LDAP_SYNC_IS_PERIODIC', 'AUTH_LDAP_SYNC_CRONTAB', 'AUTH_LDAP_SYNC_INTERVAL', 'AUTH_LDAP_SYNC_ORG_IDS'],
            },
          ]}
          fields={{
            AUTH_LDAP_SYNC_CRONTAB: { widget: 'cron', rules: ['cron'], props: { byServer: true } },
            AUTH_LDAP_SYNC_INTERVAL: { widget: 'interval', props: (values) => ({ crontab: values.AUTH_LDAP_SYNC_CRONTAB }) },
            AUTH_LDAP_SYNC_ORG_IDS: { Input: OrganisationsInput },
          }}
        />
        <Preview />
      </div>
    </Dialog>
  );
}

/** Asks what a sync would do, until the directory was read. */
async function planned(anew: boolean): Promise<Plan> {
  if (anew) await client.ldap.refresh();
  for (;;) {
    try {
      return await client.ldap.preview();
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 409)) throw error;
      await new Promise((done) => setTimeout(done, AGAIN));
    }
  }
}

function Preview() {
  const { t } = useTranslation('settings');
  const unless = useUnless();
  const [plan, setPlan] = useState<Plan>();
  const [busy, setBusy] = useState(false);
  const work = async (act: () => Promise<void>) => {
    setBusy(true);
    try {
      await act();
    } catch (error) {
      const told = error instanceof ApiError ? (error.body as { error?: unknown } | undefined)?.error : undefined;
      if (typeof told === 'string' && told !== '') toast.error(told);
      else if (error instanceof ApiError) showError(error);
      else toast.error(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  const look = () => work(async () => setPlan(await planned(true)));
  const follow = (force: boolean) => work(() => startTask(client.ldap.sync({ force })));
  return (
    <Surface title={t('auth.ldap.now')} purpose={t('auth.ldap.nowPurpose')}>
      <div className="s-stack">
        {plan ? (
          <ul className="s-ldap-plan">
            {KINDS.map((kind) => (
              <li key={kind}>
                {t(`auth.ldap.plan.${kind}`, { count: plan[kind].count })}
                {plan[kind].names.length > 0 ? `: ${plan[kind].names.slice(0, 20).join(', ')}${plan[kind].count > 20 ? ', …' : ''}` : ''}
              </li>
            ))}
          </ul>
        ) : null}
        {plan?.too_many ? <Alert type="warning" showIcon title={t('auth.ldap.tooMany')} /> : null}
        <div className="s-ldap-foot">
          <Button loading={busy} onClick={() => void look()}>
            {t('auth.ldap.preview')}
          </Button>
          <Button
            type="primary"
            danger={plan?.too_many === true}
            refused={unless(plan !== undefined, 'refused:unread')}
            loading={busy}
            onClick={() => void follow(plan?.too_many === true)}
          >
            {t('auth.ldap.follow')}
          </Button>
        </div>
      </div>
    </Surface>
  );
}
