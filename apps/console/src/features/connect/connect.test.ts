import { picksKey } from '@postern/client/connect-picks';
import { expect, test } from 'vitest';
import { choicesOf, keyOfChoice, lastChoice, orderAgain, type UsableAccount, type Ways } from './connect.ts';

const account = (alias: string, has_secret = true): UsableAccount => ({ alias, name: alias, username: alias, has_secret });
const ssh = { name: 'ssh', port: 22, public: true, setting: {} };
const ways: Ways = {
  ssh: [
    { component: 'koko', type: 'web', value: 'web_cli', label: 'Web CLI' },
    { component: 'koko', type: 'web', value: 'web_sftp', label: 'Web SFTP' },
    { component: 'koko', type: 'native', value: 'ssh', label: 'SSH' },
  ],
  rdp: [{ component: 'other', type: 'web', value: 'web_gui', label: 'Web GUI' }],
};
const offered = (protocols: (typeof ssh)[], given: UsableAccount) => choicesOf({ protocols }, given, ways).map(({ way }) => way.value);

test('an account goes with what the web terminal carries and with clients of this machine', () => {
  expect(offered([ssh], account('root'))).toEqual(['web_cli', 'web_sftp', 'ssh']);
  expect(offered([{ ...ssh, setting: { sftp_enabled: false } as never }], account('root'))).toEqual(['web_cli', 'ssh']);
});

test('a secret that has to be typed is typed in the web terminal: no client is started without it', () => {
  expect(offered([ssh], account('root', false))).toEqual(['web_cli', 'web_sftp']);
});

test('what is not public, and what nothing here carries, is not offered', () => {
  expect(offered([{ ...ssh, public: false }], account('root'))).toEqual([]);
  expect(offered([{ ...ssh, name: 'rdp' }], account('root'))).toEqual([]);
});

test('the last choice is the one that the web terminal kept, unless nothing is to be kept', () => {
  const keeping = (value: object) => ({ getItem: (key: string) => (key === picksKey('a1') ? JSON.stringify(value) : null) });
  const store = keeping({ account: { alias: 'root' }, connectMethod: { value: 'web_sftp' }, protocol: { name: 'ssh' } });
  const [, files] = choicesOf({ protocols: [ssh] }, account('root'), ways);
  expect(lastChoice(store, 'a1', true)).toBe(files && keyOfChoice(files));
  expect(lastChoice(store, 'a1', false)).toBeUndefined();
  expect(lastChoice(store, 'b2', true)).toBeUndefined();
  expect(lastChoice(keeping({ account: 7 }), 'a1', true)).toBeUndefined();
});

test.each([
  ['a terminal', 'ssh', 'normal', { protocol: 'ssh', method: 'web_cli' }],
  ['files', 'ssh', 'sftp', { protocol: 'ssh', method: 'web_sftp' }],
  ['a desktop', 'rdp', 'normal', { protocol: 'rdp' }],
])('%s is opened again as it was', (_name, protocol, type, picked) => {
  expect(orderAgain({ asset: 'a1', account: 'root', protocol, type })).toEqual({ asset: 'a1', account: 'root', ...picked });
});
