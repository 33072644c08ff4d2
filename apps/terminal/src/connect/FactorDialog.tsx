import { PasskeyError, passkeysWork, signWithPasskey } from '@postern/client/passkey';
import { encryptSecret } from '@postern/client/transport';
import { ProofForm, SkeletonRows } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { Dialog } from '../shell/Dialog.tsx';
import { failureText } from '../shell/failure.ts';
import { useTranslate } from '../shell/language.tsx';
import { shellWords } from '../shell/words.ts';
import type { Api } from '../transport/api.ts';
import { factorWords } from './factor-words.ts';

const PASSKEY = { cancelled: factorWords.passkeyCancelled, known: factorWords.passkeyUnable, unable: factorWords.passkeyUnable } as const;

/** Asks for a second factor before a connection, where a rule wants one (docs/behaviour/terminal.md#refusals-and-reviews). */
export function FactorDialog({ api, answer }: { api: Api; answer: (go: boolean) => void }) {
  const t = useTranslate();
  const ways = useQuery({ queryKey: ['confirm', 'mfa'], queryFn: () => api.confirmWays(), staleTime: 0, gcTime: 0, retry: false });
  const prove = async ({ method, secret }: { method: string | undefined; secret: string }) => {
    const proof =
      method === 'passkey'
        ? { secret_key: '', credential: await signWithPasskey(await api.passkeyRequest()) }
        : { secret_key: await encryptSecret(secret) };
    await api.confirm({ confirm_type: 'mfa', mfa_type: method, ...proof });
    answer(true);
  };
  return (
    <Dialog centered width={480} title={t(factorWords.title)} onClose={() => answer(false)}>
      {ways.isPending ? <SkeletonRows rows={2} columns={1} label={t(shellWords.starting)} /> : null}
      {ways.isError ? <Alert type="error" showIcon title={failureText(ways.error, t)} /> : null}
      {ways.data ? (
        <ProofForm
          methods={ways.data.content || []}
          passkeys={passkeysWork()}
          prove={prove}
          send={api.sendCode}
          problemOf={(error) => (error instanceof PasskeyError ? t(PASSKEY[error.reason]) : failureText(error, t))}
          words={{
            text: t(factorWords.text),
            method: t(factorWords.method),
            code: t(factorWords.code),
            password: t(factorWords.code),
            usePasskey: t(factorWords.usePasskey),
            sixDigits: t(factorWords.sixDigits),
            send: t(factorWords.send),
            sendAgain: (count) => t(factorWords.sendAgain, { count }),
            sentTo: (target) => t(factorWords.sentTo, { target }),
            confirm: t(factorWords.confirm),
            empty: t(factorWords.empty),
          }}
        />
      ) : null}
    </Dialog>
  );
}
