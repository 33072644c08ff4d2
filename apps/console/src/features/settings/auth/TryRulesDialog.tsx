import { ApiError } from '@postern/client/http';
import { Alert, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../fields/Dialog.tsx';
import { errorMessage } from '../../../session/errors.ts';
import { client } from '../../../session/http.ts';
import { attributesIn } from './rule-attributes.ts';

type Tried = Awaited<ReturnType<typeof client.admissionRules.try>>;
type Source = 'ldap' | 'openid' | 'oauth2' | 'saml2' | 'cas' | 'radius' | 'wecom' | 'dingtalk' | 'feishu' | 'slack';
interface Typed {
  source: Source;
  username?: string;
  provider?: string;
  attributes?: string;
}
const SOURCES: readonly (readonly [Source, string])[] = [
  ['ldap', 'LDAP'],
  ['openid', 'OpenID Connect'],
  ['oauth2', 'OAuth2'],
  ['saml2', 'SAML2'],
  ['cas', 'CAS'],
  ['radius', 'RADIUS'],
  ['wecom', 'WeCom'],
  ['dingtalk', 'DingTalk'],
  ['feishu', 'Feishu'],
  ['slack', 'Slack'],
];

const told = (error: unknown): string => {
  const answer = error instanceof ApiError ? (error.body as { error?: unknown; username?: unknown } | undefined) : undefined;
  if (typeof answer?.error === 'string') return answer.error;
  return Array.isArray(answer?.username) ? String(answer.username[0]) : errorMessage(error);
};

/** What somebody would get by the rules as they are saved: somebody of the directory, or whoever has what is written here. Nobody gets anything. */
export function TryRulesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('settings');
  const [form] = Form.useForm<Typed>();
  const [busy, setBusy] = useState(false);
  const [tried, setTried] = useState<Tried>();
  const [wrong, setWrong] = useState('');
  const source = Form.useWatch('source', form) ?? 'ldap';
  const run = async ({ source, username = '', provider = '', attributes = '' }: Typed) => {
    setBusy(true);
    setTried(undefined);
    setWrong('');
    try {
      setTried(
        await client.admissionRules.try({
          source,
          username: username.trim(),
          provider: provider.trim(),
          attributes: attributesIn(attributes),
        }),
      );
    } catch (error) {
      setWrong(told(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t('auth.rules.try')}
      width={720}
      verb={t('auth.rules.tryNow')}
      run={form.submit}
      busy={busy}
      keeps="beside"
      onClose={onClose}
    >
      <Form form={form} layout="vertical" initialValues={{ source: 'ldap' }} onFinish={(typed: Typed) => void run(typed)}>
        <Form.Item name="source" label={t('auth.rules.source')}>
          <Select options={SOURCES.map(([value, label]) => ({ value, label }))} />
        </Form.Item>
        {source === 'ldap' ? (
          <Form.Item name="username" label={t('auth.rules.username')} extra={t('auth.rules.usernameHelp')}>
            <Input autoComplete="off" maxLength={128} onPressEnter={form.submit} />
          </Form.Item>
        ) : (
          <Form.Item name="provider" label={t('auth.providers.name')} extra={t('auth.rules.providerHelp')}>
            <Input autoComplete="off" maxLength={31} onPressEnter={form.submit} />
          </Form.Item>
        )}
        <Form.Item name="attributes" label={t('auth.rules.attributes')} extra={t('auth.rules.attributesHelp')}>
          <Input.TextArea rows={4} maxLength={20_000} placeholder="groups: admins" />
        </Form.Item>
      </Form>
      {wrong === '' ? null : <Alert role="alert" type="error" showIcon title={wrong} />}
      {tried ? <Outcome tried={tried} /> : null}
    </Dialog>
  );
}

function Outcome({ tried }: { tried: Tried }) {
  const { t } = useTranslation('settings');
  const rows: readonly (readonly [string, readonly string[]])[] = [
    [t('auth.rules.fitting'), tried.rules.map(({ name }) => name)],
    [t('auth.rules.orgRoles'), tried.org_roles],
    [t('auth.rules.groups'), tried.groups],
    [t('auth.rules.systemRoles'), tried.system_roles],
    ...Object.entries(tried.attributes).map(([name, values]) => [`${t('auth.rules.attribute')}: ${name}`, values] as const),
  ];
  return (
    <div className="set-tested" role="status">
      <Alert
        type={tried.rules.length > 0 ? 'success' : 'info'}
        showIcon
        title={tried.rules.length > 0 ? t('auth.rules.fits', { count: tried.rules.length }) : t('auth.rules.fitsNone')}
      />
      <dl className="set-given">
        {rows.map(([name, values]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {values.length === 0 ? '–' : null}
              {values.map((value) => (
                <span key={value}>{value}</span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
