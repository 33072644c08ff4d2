import './confirm.css';
import { PasskeyError, passkeysWork, signWithPasskey } from '@postern/client/passkey';
import { encryptSecret } from '@postern/client/transport';
import { Button, EmptyState, ProofForm, type ProofMethod, SkeletonRows } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../data/keys.ts';
import { Dialog } from '../../fields/Dialog.tsx';
import { errorMessage } from '../../session/errors.ts';
import { client } from '../../session/http.ts';

export type ConfirmType = 'mfa' | 'password' | 'relogin';

/** A question stays until what it asked about is done, and lies above other dialogs: this is asked in the middle of it. */
const ABOVE_QUESTIONS = 2_100;

interface Props {
  type: ConfirmType;
  onPass: () => void;
  onCancel: () => void;
  /** The ways to confirm could not be asked for: nothing can be shown. */
  onFailed: (error: unknown) => void;
}

/**
 * Asks the person to prove who they are: a code, a passkey, the password, or a new login
 * (docs/behaviour/confirmations.md#identity-check). A wrong answer keeps it open.
 */
export function IdentityDialog({ type, onPass, onCancel, onFailed }: Props) {
  const { t } = useTranslation(['identity', 'screens']);
  const options = useQuery({
    queryKey: keyOf('confirm', 'ways', { confirm_type: type }),
    queryFn: ({ signal }) => client.confirm.ways({ confirm_type: type }, { signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const { error } = options;
  const failed = useRef(onFailed);
  failed.current = onFailed;
  useEffect(() => {
    if (error) failed.current(error);
  }, [error]);
  return (
    <Dialog className="s-identity" title={t('confirm.title')} width="36%" zIndex={ABOVE_QUESTIONS} onClose={onCancel}>
      {!options.data && <SkeletonRows rows={2} columns={1} label={t('screens:list.loading')} />}
      {options.data?.confirm_type === 'relogin' && <Relogin />}
      {options.data && options.data.confirm_type !== 'relogin' && (
        <Check type={options.data.confirm_type} methods={options.data.content || []} onPass={onPass} />
      )}
    </Dialog>
  );
}

function Relogin() {
  const { t } = useTranslation('identity');
  const next = encodeURIComponent(location.pathname + location.search);
  return (
    <EmptyState
      title={t('confirm.reloginText')}
      action={
        <Button type="primary" href={`/core/auth/logout/?next=${next}`}>
          {t('confirm.relogin')}
        </Button>
      }
    />
  );
}

function Check({ type, methods, onPass }: { type: 'mfa' | 'password'; methods: readonly ProofMethod[]; onPass: () => void }) {
  const { t } = useTranslation(['identity', 'screens', 'refused']);
  const prove = async ({ method, secret }: { method: string | undefined; secret: string }) => {
    const proof =
      method === 'passkey'
        ? { secret_key: '', credential: await signWithPasskey(await client.confirm.passkey()) }
        : { secret_key: await encryptSecret(secret) };
    await client.confirm.prove({ confirm_type: type, ...(type === 'mfa' ? { mfa_type: method } : {}), ...proof });
    onPass();
  };
  return (
    <ProofForm
      methods={type === 'mfa' ? methods : undefined}
      passkeys={passkeysWork()}
      prove={prove}
      send={(method) => client.mfa.select({ type: method })}
      problemOf={(error) => (error instanceof PasskeyError ? t(`passkey.${error.reason}`) : errorMessage(error))}
      words={{
        text: t('confirm.text'),
        method: t('confirm.method'),
        code: t('confirm.code'),
        password: t('confirm.password'),
        usePasskey: t('passkey.use'),
        sixDigits: t('confirm.sixDigits'),
        send: t('confirm.sendCode'),
        sendAgain: (count) => t('confirm.codeSent', { count }),
        sentTo: (target) => t('confirm.sentTo', { target }),
        confirm: t('screens:action.confirm'),
        empty: t('refused:empty'),
      }}
    />
  );
}
