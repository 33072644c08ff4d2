import '../screens/screens.css';
import { sshByName, sshCommand, sshConfig } from '@postern/contract/ssh-config';
import { CopyableText, Surface, useCopy } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Check, Copy, Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../data/keys.ts';
import { useAuth } from '../session/auth.tsx';
import { client } from '../session/http.ts';
import './profile.css';

/** An account and an asset, as the examples call them. */
const EXAMPLE = ['root', 'web-1'] as const;

/** How this person's own `ssh` gets in (docs/behaviour/profile.md#connect-with-ssh): nothing where no address serves it. */
export function ConnectWithSsh() {
  const { t } = useTranslation('profile');
  const { profile } = useAuth();
  const endpoint = useQuery({
    queryKey: keyOf('endpoints', 'smart', { protocol: 'ssh' }),
    queryFn: ({ signal }) => client.endpoints.smart({ protocol: 'ssh' }, { signal }),
    retry: false,
  });
  if (!endpoint.data) return null;
  const { host, ssh_port: port } = endpoint.data;
  const entrance = { host: host || location.hostname, port, username: profile.username };
  const config = sshConfig(entrance);
  const command = sshCommand(entrance, ...EXAMPLE);
  const labels = { copy: t('shell:copy'), copied: t('shell:copied') };
  if (!config) return null;
  return (
    <Surface title={t('connect.title')} purpose={t('connect.purpose')} className="connect-ssh">
      <p>{t('connect.config', { file: '~/.ssh/config' })}</p>
      <Config text={config} />
      <p>{t('connect.byName')}</p>
      <CopyableText mono value={sshByName(...EXAMPLE)} labels={labels} />
      {command ? (
        <>
          <p>{t('connect.once')}</p>
          <CopyableText mono value={command} labels={labels} />
        </>
      ) : null}
    </Surface>
  );
}

function Config({ text }: { text: string }) {
  const { t } = useTranslation('profile');
  const [done, copy] = useCopy(text);
  return (
    <>
      <pre className="p-mono connect-ssh__config" translate="no">
        {text}
      </pre>
      <div className="connect-ssh__buttons">
        <Button icon={done ? <Check size={16} /> : <Copy size={16} />} onClick={copy}>
          {done ? t('shell:copied') : t('connect.copy')}
        </Button>
        <Button
          icon={<Download size={16} />}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="postern-ssh-config"
        >
          {t('shell:downloads.download')}
        </Button>
      </div>
    </>
  );
}
