import type { LoginTried } from '@postern/client/api.gen';
import { encryptSecret } from '@postern/client/transport';
import { Button } from '@postern/ui';
import { Alert } from 'antd';
import { PlugZap } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRunAction } from '../../data/useRunAction.ts';
import type { InputProps } from '../../fields/field-props.ts';
import { choiceValue } from '../../model/metadata.ts';
import type { Values } from '../../model/values.ts';
import { client } from '../../session/http.ts';
import { useUnless } from '../../session/useRefusals.ts';
import { tokenOf } from './made-key.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What a test is about: another address or login is another test. */
function loginOf({ address, port, username, secret_type, secret, passphrase, made_key }: Values) {
  const isKey = choiceValue(secret_type) === 'ssh_key';
  const made = isKey ? tokenOf(made_key) : '';
  return {
    address: textOf(address).trim(),
    port: Number(port),
    username: textOf(username).trim(),
    secret_type: isKey ? ('ssh_key' as const) : ('password' as const),
    secret: made ? '' : textOf(secret),
    passphrase: made ? '' : textOf(passphrase),
    made_key: made,
  };
}
type Login = ReturnType<typeof loginOf>;

const same = (one: Login, other: Login): boolean => (Object.keys(one) as (keyof Login)[]).every((name) => one[name] === other[name]);

async function tryLogin({ secret, passphrase, ...login }: Login): Promise<LoginTried> {
  const sealed = {
    ...(secret ? { secret: await encryptSecret(secret) } : {}),
    ...(passphrase ? { passphrase: await encryptSecret(passphrase) } : {}),
  };
  return client.hosts.tryLogin({ ...login, ...sealed });
}

/** Tries the login that is typed above; says why it does not work and what to do. Its value is the host key that was shown. */
export function LoginTest({ id, login = {}, onChange }: InputProps & { login?: Values }) {
  const { t } = useTranslation('machine');
  const unless = useUnless();
  const runAction = useRunAction();
  const [busy, setBusy] = useState(false);
  const [tried, setTried] = useState<{ of: Login; answer: LoginTried }>();
  const now = loginOf(login);
  const complete = now.address !== '' && now.port > 0 && now.username !== '' && (now.secret !== '' || now.made_key !== '');
  const run = async () => {
    setBusy(true);
    await runAction(async () => {
      const answer = await tryLogin(now);
      setTried({ of: now, answer });
      onChange?.(answer.ok ? `${answer.host_key_type} ${answer.host_key}` : '');
    });
    setBusy(false);
  };
  return (
    <div className="s-rows" id={id}>
      <Button icon={<PlugZap size={14} />} loading={busy} refused={unless(complete, 'refused:noLogin')} onClick={() => void run()}>
        {t('testVerb')}
      </Button>
      {tried && same(tried.of, now) && <Result answer={tried.answer} place={`${now.address}:${now.port}`} />}
    </div>
  );
}

function Result({ answer, place }: { answer: LoginTried; place: string }) {
  const { t } = useTranslation('machine');
  if (answer.ok) return <Alert type="success" showIcon role="status" title={t('works')} description={t('key', { key: answer.host_key })} />;
  const { kind, ours, theirs } = answer;
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      title={t(`reason.${answer.reason}`, { place, kind })}
      description={
        <>
          <div>{t(`remedy.${answer.reason}`)}</div>
          {answer.reason === 'algorithms' && <div>{t('offers', { ours, theirs })}</div>}
        </>
      }
    />
  );
}
