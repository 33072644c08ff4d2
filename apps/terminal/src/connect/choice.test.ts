import { describe, expect, it } from 'vitest';
import type { ConnectMethods, GrantedAccount, GrantedAsset } from '../transport/api.ts';
import {
  canSkipDialog,
  carriesOut,
  clearAutoLogin,
  firstChoice,
  groupAccounts,
  offeredProtocols,
  pickStore,
  readStored,
  tokenRequest,
  withOrder,
  writeStored,
} from './choice.ts';

const account = (alias: string, has_secret: boolean, username = alias): GrantedAccount => ({
  alias,
  name: alias,
  username,
  has_secret,
  actions: [],
});
const asset: GrantedAsset = {
  id: 'a1',
  name: 'web-1',
  address: '10.0.0.1',
  org_id: 'o',
  org_name: 'Default',
  protocols: [
    { name: 'sftp', port: 22, public: false },
    { name: 'ssh', port: 22, public: true },
  ],
  category: { value: 'host', label: 'Host' },
  type: { value: 'linux', label: 'Linux' },
};
const methods: ConnectMethods = {
  ssh: [
    { value: 'web_cli', label: 'Web CLI', type: 'web', component: 'koko', endpoint_protocol: 'http' },
    { value: 'ssh', label: 'SSH', type: 'native', component: 'koko', endpoint_protocol: 'ssh' },
  ],
};
const accounts = [
  account('@INPUT', false),
  account('zoe', true),
  account('app', true),
  account('bob', false),
  account('root', false),
  account('@ANON', false),
];

function store() {
  const entries = new Map<string, string>();
  return {
    entries,
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  };
}

describe('groupAccounts', () => {
  it('puts accounts with a secret by name first, then manual ones with root first and typed ones last', () => {
    expect(groupAccounts(accounts, 'host').map(([group, list]) => [group, list.map((entry) => entry.alias)])).toEqual([
      ['withSecret', ['app', 'zoe']],
      ['manual', ['root', 'bob', '@INPUT']],
    ]);
  });
  it('lifts the last one out and offers anonymous access to web and custom assets only', () => {
    const groups = groupAccounts(accounts, 'web', 'zoe');
    expect(groups[0]).toEqual(['last', [accounts[1]]]);
    expect(groups[1]?.[1].map((entry) => entry.alias)).toEqual(['app']);
    expect(groups.at(-1)?.[0]).toBe('special');
  });
});

describe('firstChoice', () => {
  it('hides protocols that are not public and picks the first account', () => {
    expect(offeredProtocols(asset, methods).map((entry) => entry.name)).toEqual(['ssh']);
    const both = {
      ...asset,
      protocols: [
        { name: 'vnc', port: 5900 },
        { name: 'ssh', port: 22 },
      ],
    };
    expect(offeredProtocols(both, methods).map((entry) => entry.name)).toEqual(['ssh']);
    expect(offeredProtocols(both, {}).map((entry) => entry.name)).toEqual(['vnc', 'ssh']);
    expect(firstChoice(asset, accounts, methods, null, { backspaceAsCtrlH: false })).toMatchObject({
      protocol: 'ssh',
      account: 'app',
      method: 'web_cli',
      secret: '',
    });
  });

  it('comes back to the stored protocol, and not to the first', () => {
    const both = {
      ...asset,
      protocols: [
        { name: 'vnc', port: 5900 },
        { name: 'ssh', port: 22 },
      ],
    };
    const kept = store();
    const usual = firstChoice(both, accounts, {}, null, { backspaceAsCtrlH: false });
    expect(usual.protocol).toBe('vnc');
    writeStored(kept, both.id, { ...usual, protocol: 'ssh' }, accounts[1] as GrantedAccount);
    expect(firstChoice(both, accounts, {}, readStored(kept, both.id), { backspaceAsCtrlH: false }).protocol).toBe('ssh');
  });

  it('comes back to the stored picks without ever having stored the secret', () => {
    const kept = store();
    const manual = accounts[0] as GrantedAccount;
    const choice = {
      ...firstChoice(asset, accounts, methods, null, { backspaceAsCtrlH: true }),
      account: '@INPUT',
      username: 'carol',
      secret: 'hunter2',
    };
    writeStored(kept, asset.id, choice, manual);
    expect([...kept.entries.values()].join()).not.toContain('hunter2');
    expect(firstChoice(asset, accounts, methods, readStored(kept, asset.id), { backspaceAsCtrlH: false })).toMatchObject({
      account: '@INPUT',
      username: 'carol',
      secret: '',
      backspaceAsCtrlH: true,
    });
  });
});

describe('canSkipDialog', () => {
  const kept = store();
  const choice = { ...firstChoice(asset, accounts, methods, null, { backspaceAsCtrlH: false }), autoLogin: true };
  writeStored(kept, asset.id, choice, accounts[2] as GrantedAccount);
  const stored = readStored(kept, asset.id);
  const again = firstChoice(asset, accounts, methods, stored, { backspaceAsCtrlH: false });

  it('skips when all is still as it was', () => {
    expect(canSkipDialog(again, accounts, stored)).toBe(true);
  });
  it('asks when the account is gone, has lost its secret, or the method is gone', () => {
    const without = accounts.filter((entry) => entry.alias !== 'app');
    expect(canSkipDialog(firstChoice(asset, without, methods, stored, { backspaceAsCtrlH: false }), without, stored)).toBe(false);
    const bare = [account('app', false)];
    expect(canSkipDialog(firstChoice(asset, bare, methods, stored, { backspaceAsCtrlH: false }), bare, stored)).toBe(false);
    expect(canSkipDialog(firstChoice(asset, accounts, {}, stored, { backspaceAsCtrlH: false }), accounts, stored)).toBe(false);
  });
  it('asks again after it was cleared', () => {
    clearAutoLogin(kept, asset.id);
    expect(canSkipDialog(again, accounts, readStored(kept, asset.id))).toBe(false);
  });
});

describe('what the console ordered', () => {
  const begin = (order: Parameters<typeof carriesOut>[0], given = accounts, stored: ReturnType<typeof readStored> = null) => {
    const choice = firstChoice(asset, given, methods, withOrder(stored, order), { backspaceAsCtrlH: false });
    return { ...choice, atOnce: carriesOut(order, choice, given, stored) };
  };
  const last = { ...firstChoice(asset, accounts, methods, null, { backspaceAsCtrlH: false }) };

  it('is carried out as it was picked', () => {
    expect(begin({ asset: 'a1', account: 'zoe', method: 'web_cli' })).toMatchObject({ account: 'zoe', method: 'web_cli', atOnce: true });
  });
  it('is asked about when a secret has to be typed, or what was picked is not offered', () => {
    expect(begin({ asset: 'a1', account: 'bob' })).toMatchObject({ account: 'bob', atOnce: false });
    expect(begin({ asset: 'a1', account: 'gone' }).atOnce).toBe(false);
    expect(begin({ asset: 'a1', account: 'zoe', method: 'web_sftp' }).atOnce).toBe(false);
    expect(begin({ asset: 'a1', account: 'zoe', protocol: 'rdp' }).atOnce).toBe(false);
  });
  it('goes by the last time where no account was picked, or by the only one, and asks otherwise', () => {
    const kept = store();
    writeStored(kept, 'a1', { ...last, account: 'zoe' }, accounts[1] as GrantedAccount);
    expect(begin({ asset: 'a1' }, accounts, readStored(kept, 'a1'))).toMatchObject({ account: 'zoe', atOnce: true });
    expect(begin({ asset: 'a1' }).atOnce).toBe(false);
    expect(begin({ asset: 'a1' }, [account('app', true)])).toMatchObject({ account: 'app', atOnce: true });
    expect(begin({ asset: 'a1' }, [account('app', true)], readStored(kept, 'a1')).atOnce).toBe(false);
  });
});

describe('tokenRequest', () => {
  const choice = { ...firstChoice(asset, accounts, methods, null, { backspaceAsCtrlH: false }), username: ' carol ', secret: 's' };
  it('sends a typed secret only for accounts without one', () => {
    expect(tokenRequest('a1', choice, account('app', true), 'me')).toMatchObject({ input_secret: '', input_username: 'app' });
    expect(tokenRequest('a1', choice, account('@INPUT', false), 'me')).toMatchObject({ input_secret: 's', input_username: 'carol' });
    expect(tokenRequest('a1', choice, account('@USER', false), 'me')).toMatchObject({ input_secret: 's', input_username: 'me' });
  });
});

describe('pickStore', () => {
  it('keeps picks between visits unless the installation does not want that, and then forgets what there was', () => {
    const storage = store();
    const [given] = accounts.slice(1);
    if (!given) throw new Error('no account');
    const choice = firstChoice(asset, accounts, methods, null, { backspaceAsCtrlH: false });
    writeStored(pickStore(storage, { SECURITY_LUNA_REMEMBER_AUTH: true }), asset.id, choice, given);
    expect(readStored(pickStore(storage, {}), asset.id)?.account.alias).toBe('zoe');
    const off = pickStore(storage, { SECURITY_LUNA_REMEMBER_AUTH: false });
    expect(readStored(off, asset.id)).toBeNull();
    expect(storage.entries.size).toBe(0);
    writeStored(off, asset.id, choice, given);
    expect(storage.entries.size).toBe(0);
  });
});
