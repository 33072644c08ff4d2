import './confirm.css';
import { encryptSecret } from '@postern/client/transport';
import { Button, type Fact, FactList, SkeletonRows } from '@postern/ui';
import { History } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRunAction } from '../../data/useRunAction.ts';
import { Dialog } from '../../fields/Dialog.tsx';
import { ExactTimeCell } from '../../fields/datetime/DatetimeCell.tsx';
import { choiceValue, relatedName } from '../../model/metadata.ts';
import { useUnless } from '../../session/useRefusals.ts';
import { type FormerSecrets, SecretHistory } from './SecretHistory.tsx';
import { SecretText } from './SecretText.tsx';
import { useIdentityCheck } from './useIdentityCheck.tsx';

/** A secret with what it belongs to, as accounts and templates answer it (docs/wire/accounts.md#looking-at-secrets). */
interface Secret {
  name: string | null;
  username: string;
  secret: string | null;
  secret_type: unknown;
  spec_info?: unknown;
  date_created: string;
  date_updated: string;
}

interface Props {
  /** Gives the secret; the identity check is made against it. */
  read: () => Promise<Secret>;
  name: string;
  labels: { name: string; username: string; fingerprint: string; created: string; updated: string };
  /** Takes a new password; without it the secret is only shown. */
  save?: ((body: { name: string; secret: string }) => Promise<unknown>) | undefined;
  /** Former secrets, where they are kept. */
  history?: FormerSecrets | undefined;
  onClose: () => void;
  onSaved?: (() => void) | undefined;
}

/**
 * Reveals one secret after the identity check (docs/behaviour/confirmations.md#seeing-a-secret). It is fetched for this dialog, kept
 * nowhere, and gone when it closes.
 */
export function SecretDialog({ read, name, labels, save, history, onClose, onSaved }: Props) {
  const { t } = useTranslation(['identity', 'screens']);
  const unless = useUnless();
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
    void guarded(read).then((secret) => (secret ? setFound(secret) : onClose()));
  });
  if (dialog) return dialog;
  const put = async () => {
    if (typed === undefined || !save || !found) return onClose();
    setBusy(true);
    // What has no name is called by its login.
    const body = { name: found.name ?? found.username, secret: await encryptSecret(typed) };
    const saved = await runAction(() => save(body), { done: t('secret.saved') });
    setBusy(false);
    if (!saved) return;
    onSaved?.();
    onClose();
  };
  const kind = found && String(choiceValue(found.secret_type));
  // What a kind of account has beside the rest.
  const print = (found?.spec_info as { ssh_key_fingerprint?: string } | undefined)?.ssh_key_fingerprint;
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
              {...(save && kind === 'password' ? { onEdit: setTyped } : {})}
            />
          ),
        },
        ...(print ? [{ key: 'print', label: labels.fingerprint, value: <code>{print}</code> }] : []),
        { key: 'created', label: labels.created, value: <ExactTimeCell value={found.date_created} /> },
        { key: 'updated', label: labels.updated, value: <ExactTimeCell value={found.date_updated} /> },
      ]
    : [];
  return (
    <>
      <Dialog title={t('secret.title', { name })} width={720} onClose={onClose}>
        {found ? <FactList facts={facts} /> : <SkeletonRows rows={5} columns={2} label={t('screens:list.loading')} />}
        {found && (history || save) && (
          <div className="s-secret-head">
            {history ? (
              <Button icon={<History size={14} />} onClick={() => setListing(true)}>
                {t('secret.history')}
              </Button>
            ) : (
              <span />
            )}
            {save && (
              <Button type="primary" loading={busy} refused={unless(typed !== undefined, 'refused:unchanged')} onClick={() => void put()}>
                {t('screens:action.save')}
              </Button>
            )}
          </div>
        )}
      </Dialog>
      {listing && history && <SecretHistory former={history} name={name} onClose={() => setListing(false)} />}
    </>
  );
}
