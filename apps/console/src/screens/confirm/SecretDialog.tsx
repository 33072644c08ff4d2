import './confirm.css';
import { encryptSecret } from '@postern/client/transport';
import { type Fact, FactList, SkeletonRows } from '@postern/ui';
import { Button, Modal } from 'antd';
import { History } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ExactTimeCell } from '../../fields/cells.tsx';
import { http } from '../../session/http.ts';
import { useRunAction } from '../data/useRunAction.ts';
import { choiceValue, relatedName } from '../model/metadata.ts';
import { SecretHistory } from './SecretHistory.tsx';
import { SecretText } from './SecretText.tsx';
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
  /** Address that takes a new password; without it the secret is only shown. */
  editUrl?: string | undefined;
  /** Former secrets are kept below the same address. */
  history?: boolean;
  onClose: () => void;
  onSaved?: (() => void) | undefined;
}

/**
 * Reveals one secret after the identity check (docs/behaviour/confirmations.md#seeing-a-secret). It is fetched for this dialog, kept
 * nowhere, and gone when it closes.
 */
export function SecretDialog({ url, name, labels, editUrl, history = false, onClose, onSaved }: Props) {
  const { t } = useTranslation(['identity', 'screens']);
  const runAction = useRunAction();
  const { guarded, dialog } = useIdentityCheck();
  const [found, setFound] = useState<Secret>();
  const [typed, setTyped] = useState<string>();
  const [listing, setListing] = useState(false);
  const [busy, setBusy] = useState(false);
  const started = useRef(false);
  useEffect(() => {
    // Asked once per dialog: each look is an audit entry on the server.
    if (started.current) return;
    started.current = true;
    void guarded(() => http.get<Secret>(url)).then((secret) => (secret ? setFound(secret) : onClose()));
  });
  if (dialog) return dialog;
  const save = async () => {
    if (typed === undefined || !editUrl || !found) return onClose();
    setBusy(true);
    const body = { name: found.name, secret: await encryptSecret(typed) };
    const saved = await runAction(() => http.patch(editUrl, body), { done: t('secret.saved') });
    setBusy(false);
    if (!saved) return;
    onSaved?.();
    onClose();
  };
  const kind = found && String(choiceValue(found.secret_type));
  const facts: Fact[] = found
    ? [
        { key: 'name', label: labels.name, value: found.name },
        { key: 'username', label: labels.username, value: found.username },
        {
          key: 'secret',
          label: relatedName(found.secret_type),
          value: (
            <SecretText
              name={kind ?? 'secret'}
              secret={typed ?? found.secret ?? ''}
              {...(editUrl && kind === 'password' ? { onEdit: setTyped } : {})}
            />
          ),
        },
        ...(found.spec_info?.ssh_key_fingerprint
          ? [{ key: 'print', label: labels.fingerprint, value: <code>{found.spec_info.ssh_key_fingerprint}</code> }]
          : []),
        { key: 'created', label: labels.created, value: <ExactTimeCell value={found.date_created} /> },
        { key: 'updated', label: labels.updated, value: <ExactTimeCell value={found.date_updated} /> },
      ]
    : [];
  return (
    <>
      <Modal open title={t('secret.title', { name })} width={720} footer={null} onCancel={onClose} destroyOnHidden>
        {found ? <FactList facts={facts} /> : <SkeletonRows rows={5} columns={2} label={t('screens:list.loading')} />}
        {found && (history || editUrl) && (
          <div className="s-secret-head">
            {history ? (
              <Button icon={<History size={14} />} onClick={() => setListing(true)}>
                {t('secret.history')}
              </Button>
            ) : (
              <span />
            )}
            {editUrl && (
              <Button type="primary" loading={busy} disabled={typed === undefined} onClick={() => void save()}>
                {t('screens:action.save')}
              </Button>
            )}
          </div>
        )}
      </Modal>
      {listing && <SecretHistory url={`${url}histories/`} name={name} onClose={() => setListing(false)} />}
    </>
  );
}
