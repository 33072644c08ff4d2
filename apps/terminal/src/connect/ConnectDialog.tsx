import { Button } from '@postern/ui';
import { Alert, Checkbox, Collapse, Form, Input, Radio, Select, Tabs } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { Dialog } from '../shell/Dialog.tsx';
import { useTranslate } from '../shell/language.tsx';
import { refusedWords } from '../shell/refused.ts';
import { shellWords } from '../shell/words.ts';
import type { ConnectMethods, GrantedAccount, GrantedAsset } from '../transport/api.ts';
import {
  type AccountGroup,
  type Choice,
  groupAccounts,
  hasAutoHash,
  hasCharset,
  isManual,
  needsSecret,
  offeredMethods,
  offeredProtocols,
  showsUsername,
} from './choice.ts';
import { connectWords } from './words.ts';
import './connect.css';

export interface ConnectDialogProps {
  asset: GrantedAsset;
  accounts: readonly GrantedAccount[];
  methods: ConnectMethods;
  initial: Choice;
  lastAlias: string | undefined;
  me: string;
  onConnect: (choice: Choice, account: GrantedAccount) => void;
  onCancel: () => void;
}

const GROUPS = {
  last: connectWords.last,
  withSecret: connectWords.withSecret,
  manual: connectWords.manual,
  special: connectWords.special,
} as const satisfies Record<AccountGroup, unknown>;
const SPECIAL_NAMES: Readonly<Record<string, (typeof connectWords)['inputAccount' | 'ownAccount' | 'anonymous']>> = {
  '@INPUT': connectWords.inputAccount,
  '@USER': connectWords.ownAccount,
  '@ANON': connectWords.anonymous,
};
const CHARSETS = ['default', 'utf8', 'gbk'];

/** Ids of what the dialog may begin with. */
const FIRST = { username: 'connect-username', secret: 'connect-secret', connect: 'connect-submit' } as const;

/**
 * Puts the focus where the dialog begins once it stands: while it opens, whatever was clicked behind it, or its own Close, may
 * take it back. Somebody who is in a field already stays there.
 */
function focusFirst(which: keyof typeof FIRST): void {
  const first = document.getElementById(FIRST[which]);
  const inside = document.activeElement?.closest('.ant-modal-body, .ant-modal-footer');
  if (!inside?.parentElement?.contains(first)) first?.focus();
}

/** What to connect with: protocol, account, secret, method, options (docs/behaviour/terminal.md#connecting). Enter connects, Esc leaves. */
export function ConnectDialog({ asset, accounts, methods, initial, lastAlias, me, onConnect, onCancel }: ConnectDialogProps) {
  const t = useTranslate();
  const [choice, setChoice] = useState(initial);
  const [tried, setTried] = useState(false);
  const change = (patch: Partial<Choice>): void => setChoice((now) => ({ ...now, ...patch }));

  const protocols = offeredProtocols(asset, methods);
  const offered = offeredMethods(methods, choice.protocol, asset);
  const groups = useMemo(() => groupAccounts(accounts, asset.category.value, lastAlias), [accounts, asset, lastAlias]);
  const account = accounts.find((entry) => entry.alias === choice.account);
  const missingName = account !== undefined && isManual(account) && choice.username.trim() === '';
  const ready = account !== undefined && choice.method !== '';

  const nameOf = (entry: GrantedAccount): string => {
    const special = SPECIAL_NAMES[entry.alias];
    if (special) return t(special);
    return entry.username && entry.username !== entry.name ? `${entry.name} (${entry.username})` : entry.name;
  };
  // What is left to type comes first; with nothing left, Enter connects.
  const focused = missingName ? 'username' : account && needsSecret(account) && choice.secret === '' ? 'secret' : 'connect';
  const setProtocol = (protocol: string): void =>
    change({
      protocol,
      method: offeredMethods(methods, protocol, asset).find((method) => !method.disabled)?.value ?? '',
      charset: 'default',
      disableautohash: false,
    });
  const submit = (): void => {
    setTried(true);
    if (ready && account && !missingName) onConnect(choice, account);
  };
  const row = (label: ReactNode, control: ReactNode, extra: { htmlFor?: string; help?: string; error?: string } = {}): ReactNode => (
    <Form.Item
      label={label}
      {...(extra.htmlFor ? { htmlFor: extra.htmlFor } : {})}
      help={extra.error ?? extra.help}
      {...(extra.error ? { validateStatus: 'error' as const } : {})}
    >
      {control}
    </Form.Item>
  );

  return (
    <Dialog
      keeps="beside"
      width={600}
      title={t(connectWords.title, { name: asset.name.length > 30 ? `${asset.name.slice(0, 29)}…` : asset.name })}
      onClose={onCancel}
      afterOpenChange={(open) => open && focusFirst(focused)}
      footer={[
        <Button key="cancel" onClick={onCancel}>
          {t(shellWords.cancel)}
        </Button>,
        <Button
          key="ok"
          id={FIRST.connect}
          type="primary"
          refused={!ready && t(refusedWords.account)}
          autoFocus={focused === 'connect'}
          onClick={submit}
        >
          {t(connectWords.connect)}
        </Button>,
      ]}
    >
      <p className="pt-connect-address p-mono">{asset.address}</p>
      {protocols.length > 1 ? (
        <Tabs
          size="small"
          activeKey={choice.protocol}
          onChange={setProtocol}
          items={protocols.map((entry) => ({ key: entry.name, label: entry.name.toUpperCase() }))}
        />
      ) : null}
      <Form layout="vertical" className="pt-connect-form" onFinish={submit} requiredMark={false}>
        {accounts.length === 0 ? <Alert type="warning" showIcon title={t(connectWords.noAccounts)} /> : null}
        {accounts.length > 0
          ? row(
              t(connectWords.account),
              <Select
                id="connect-account"
                aria-label={t(connectWords.account)}
                showSearch={{ optionFilterProp: 'label' }}
                value={choice.account}
                onChange={(alias: string) => change({ account: alias, secret: '' })}
                options={groups.map(([group, members]) => ({
                  label: t(GROUPS[group]),
                  title: group,
                  options: members.map((entry) => ({ value: entry.alias, label: nameOf(entry) })),
                }))}
              />,
              { htmlFor: 'connect-account' },
            )
          : null}
        {account && showsUsername(account)
          ? row(
              t(connectWords.username),
              <Input
                id={FIRST.username}
                autoFocus={focused === 'username'}
                value={account.alias === '@USER' ? me : choice.username}
                readOnly={account.alias === '@USER'}
                maxLength={128}
                autoComplete="off"
                onChange={(event) => change({ username: event.target.value })}
              />,
              { htmlFor: FIRST.username, ...(tried && missingName ? { error: t(connectWords.missing) } : {}) },
            )
          : null}
        {account && needsSecret(account)
          ? row(
              t(connectWords.secret),
              <Input.Password
                id={FIRST.secret}
                autoFocus={focused === 'secret'}
                value={choice.secret}
                maxLength={4096}
                autoComplete="new-password"
                onChange={(event) => change({ secret: event.target.value })}
              />,
              { htmlFor: FIRST.secret, help: t(connectWords.secretKept) },
            )
          : null}
        {offered.length === 0 ? (
          <Alert type="warning" showIcon title={t(connectWords.noMethods, { protocol: choice.protocol.toUpperCase() })} />
        ) : null}
        {offered.length > 1
          ? row(
              t(connectWords.method),
              <Radio.Group
                value={choice.method}
                onChange={(event) => change({ method: String(event.target.value) })}
                options={offered.map((method) => ({ value: method.value, label: method.label, disabled: method.disabled === true }))}
              />,
            )
          : null}
        <Collapse
          ghost
          size="small"
          className="pt-connect-more"
          items={[{ key: 'more', label: t(connectWords.advanced), children: <Options choice={choice} change={change} /> }]}
        />
        <Checkbox checked={choice.autoLogin} onChange={(event) => change({ autoLogin: event.target.checked })}>
          {t(connectWords.autoLogin)}
        </Checkbox>
        {/* A form sends on Enter only when it has a button of its own. */}
        <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
      </Form>
    </Dialog>
  );
}

function Options({ choice, change }: { choice: Choice; change: (patch: Partial<Choice>) => void }) {
  const t = useTranslate();
  return (
    <div className="pt-connect-options">
      {hasCharset(choice.protocol) ? (
        <div className="pt-connect-option">
          <span id="connect-charset">{t(connectWords.charset)}</span>
          <Select
            size="small"
            aria-labelledby="connect-charset"
            className="pt-connect-charset"
            value={choice.charset}
            onChange={(charset: string) => change({ charset })}
            options={CHARSETS.map((value) => ({
              value,
              label: value === 'default' ? t(connectWords.charsetDefault) : value.toUpperCase(),
            }))}
          />
        </div>
      ) : null}
      {hasAutoHash(choice.protocol) ? (
        <Checkbox checked={choice.disableautohash} onChange={(event) => change({ disableautohash: event.target.checked })}>
          {t(connectWords.autoHash)}
        </Checkbox>
      ) : null}
      <Checkbox checked={choice.backspaceAsCtrlH} onChange={(event) => change({ backspaceAsCtrlH: event.target.checked })}>
        {t(connectWords.backspace)}
      </Checkbox>
    </div>
  );
}
