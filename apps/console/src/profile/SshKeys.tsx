import { CopyableText, EmptyState, RelativeTime, SkeletonRows, StatusTag, Surface } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/language.ts';
import { useIdentityCheck } from '../screens/confirm/useIdentityCheck.tsx';
import { ConnectWithSsh } from './ConnectWithSsh.tsx';
import { AddKeyDialog, RenameKeyDialog } from './SshKeyDialogs.tsx';
import { type Guarded, loadKeys, SSH_KEYS, type SshKey, useKeyActions } from './ssh-keys-api.ts';
import './profile.css';
import { LoadFailed } from '../data/LoadFailed.tsx';

/** How a key pair is made; the public half is then in the file that the second names. */
const MAKE = 'ssh-keygen -t ed25519';
const PUBLIC_FILE = '~/.ssh/id_ed25519.pub';

/** The keys that the person logs in with over SSH, and how (docs/behaviour/profile.md#ssh-keys). Adding and taking away is confirmed first. */
export function SshKeys() {
  const { t } = useTranslation('profile');
  const keys = useQuery({ queryKey: SSH_KEYS, queryFn: ({ signal }) => loadKeys(signal) });
  const { guarded, dialog } = useIdentityCheck();
  const [adding, setAdding] = useState(false);
  return (
    <div className="profile-form ssh-keys">
      <Surface
        title={t('sshKeys.title')}
        purpose={t('sshKeys.purpose')}
        actions={
          <Button type="primary" onClick={() => setAdding(true)}>
            {t('sshKeys.add')}
          </Button>
        }
      >
        {keys.isPending ? <SkeletonRows label={t('shell:loading')} rows={3} /> : null}
        {keys.isError ? <LoadFailed title={t('screens:detail.failed')} error={keys.error} onRetry={() => void keys.refetch()} /> : null}
        {keys.data?.length === 0 ? <NoKeys /> : null}
        {keys.data && keys.data.length > 0 ? (
          <ul className="factor-list">
            {keys.data.map((row) => (
              <KeyRow key={row.id} row={row} guarded={guarded} />
            ))}
          </ul>
        ) : null}
      </Surface>
      <ConnectWithSsh />
      {adding ? <AddKeyDialog guarded={guarded} onClose={() => setAdding(false)} /> : null}
      {dialog}
    </div>
  );
}

function NoKeys() {
  const { t } = useTranslation('profile');
  const labels = { copy: t('shell:copy'), copied: t('shell:copied') };
  return (
    <EmptyState
      icon={KeyRound}
      title={t('sshKeys.empty')}
      text={t('sshKeys.emptyText', { file: PUBLIC_FILE })}
      action={<CopyableText mono value={MAKE} labels={labels} />}
    />
  );
}

function KeyRow({ row, guarded }: { row: SshKey; guarded: Guarded }) {
  const { t } = useTranslation('profile');
  const labels = { copy: t('shell:copy'), copied: t('shell:copied') };
  const [renaming, setRenaming] = useState(false);
  const { busy, toggle, remove } = useKeyActions(row, guarded);
  return (
    <li className="ssh-key">
      <KeyRound size={18} aria-hidden="true" />
      <div>
        <span className="factor-title">
          <b>{row.name}</b>
          {row.is_active ? null : <StatusTag tone="neutral">{t('sshKeys.off')}</StatusTag>}
        </span>
        <p>
          {row.key_type} <CopyableText mono value={row.fingerprint} labels={labels} />
        </p>
        <p>
          <LastUse row={row} />
        </p>
      </div>
      <span className="factor-actions">
        <Button type="link" size="small" onClick={() => setRenaming(true)}>
          {t('sshKeys.rename')}
        </Button>
        <Button type="link" size="small" loading={busy} onClick={() => void toggle()}>
          {row.is_active ? t('sshKeys.disable') : t('sshKeys.enable')}
        </Button>
        <Button type="link" size="small" danger onClick={() => void remove()}>
          {t('sshKeys.remove')}
        </Button>
      </span>
      {renaming ? <RenameKeyDialog row={row} onClose={() => setRenaming(false)} /> : null}
    </li>
  );
}

/** When and from where it was used; a key that nobody knows of shows here. */
function LastUse({ row }: { row: SshKey }) {
  const { t } = useTranslation('profile');
  const { tag } = currentLanguage();
  if (!row.date_last_used) return t('sshKeys.never');
  return (
    <>
      {t('sshKeys.used')} <RelativeTime value={row.date_last_used} language={tag} /> · <span className="p-mono">{row.last_used_from}</span>
    </>
  );
}
