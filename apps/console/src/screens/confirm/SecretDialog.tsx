import { copyText, type Fact, FactList, IconButton, SkeletonRows } from '@postern/ui';
import { Modal } from 'antd';
import { Copy, Download, Eye, EyeOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ExactTimeCell } from '../../fields/cells.tsx';
import { http } from '../../session/http.ts';
import { relatedName } from '../model/metadata.ts';
import { useIdentityCheck } from './useIdentityCheck.tsx';

interface Secret {
  name: string;
  username: string;
  secret: string | null;
  secret_type: unknown;
  spec_info?: { ssh_key_fingerprint?: string };
  date_created: string;
  date_updated: string;
}

interface Props {
  /** Address that gives the secret; the identity check is made against it. */
  url: string;
  name: string;
  labels: { name: string; username: string; fingerprint: string; created: string; updated: string };
  onClose: () => void;
}

/** Reveals one secret after the identity check (shell §12). It is fetched for this dialog, kept nowhere, and gone when it closes. */
export function SecretDialog({ url, name, labels, onClose }: Props) {
  const { t } = useTranslation('screens');
  const { guarded, dialog } = useIdentityCheck();
  const [found, setFound] = useState<Secret>();
  const started = useRef(false);
  useEffect(() => {
    // Asked once per dialog: each look is an audit entry on the server.
    if (started.current) return;
    started.current = true;
    void guarded(() => http.get<Secret>(url)).then((secret) => (secret ? setFound(secret) : onClose()));
  });
  const facts: Fact[] = found
    ? [
        { key: 'name', label: labels.name, value: found.name },
        { key: 'username', label: labels.username, value: found.username },
        { key: 'secret', label: relatedName(found.secret_type), value: <SecretText name={found.name} secret={found.secret ?? ''} /> },
        ...(found.spec_info?.ssh_key_fingerprint
          ? [{ key: 'print', label: labels.fingerprint, value: <code>{found.spec_info.ssh_key_fingerprint}</code> }]
          : []),
        { key: 'created', label: labels.created, value: <ExactTimeCell value={found.date_created} /> },
        { key: 'updated', label: labels.updated, value: <ExactTimeCell value={found.date_updated} /> },
      ]
    : [];
  return (
    <>
      {dialog ?? (
        <Modal open title={t('secret.title', { name })} width={720} footer={null} onCancel={onClose} destroyOnHidden>
          {found ? <FactList facts={facts} /> : <SkeletonRows rows={5} columns={2} label={t('list.loading')} />}
        </Modal>
      )}
    </>
  );
}

/** Masked until the eye opens; copied or downloaded without being shown. */
function SecretText({ name, secret }: { name: string; secret: string }) {
  const { t } = useTranslation('screens');
  const [shown, setShown] = useState(false);
  if (secret === '') return <span className="s-empty">{t('secret.none')}</span>;
  const download = () => {
    const url = URL.createObjectURL(new Blob([secret], { type: 'text/plain' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = `${name}.txt`;
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <span className="s-secret">
      {shown ? <pre className="s-pre">{secret}</pre> : <span>******</span>}
      <span className="s-secret-actions">
        <IconButton icon={shown ? EyeOff : Eye} label={t(shown ? 'secret.hide' : 'secret.show')} onClick={() => setShown(!shown)} />
        <IconButton icon={Copy} label={t('action.copy')} onClick={() => void copyText(secret)} />
        <IconButton icon={Download} label={t('secret.download')} onClick={download} />
      </span>
    </span>
  );
}
