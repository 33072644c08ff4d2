import { workOf } from '@postern/testkit/work';
import { afterEach, describe, expect, test } from 'vitest';
import { loopbackReach } from '../../../../test/loopback-reach.ts';
import { startDevice } from '../../../../test/network-device.ts';
import { type DeviceState, VENDORS } from '../../../../test/network-vendors.ts';
import { wantedOf } from '../../../../test/wanted.ts';
import { Refusal } from '../refusal.ts';
import type { Login, Wanted } from './method.ts';
import { network } from './network.ts';
import { openTerminal, plainText } from './network-terminal.ts';
import { logInAt } from './ssh-client.ts';

/** The command lines of four vendors over a real SSH server. */

const BOSS = 'Boss-secret-1';
const OLD = 'Former-secret-1';
const NEW = 'New-secret$1!';
const login: Login = { username: 'boss', secretType: 'password', secret: BOSS };
const wanted = (given: Partial<Wanted> = {}): Wanted => wantedOf(NEW, given);

let stop: () => void = () => undefined;
afterEach(() => stop());

async function device(vendor: keyof typeof VENDORS, faults: DeviceState['faults'] = {}, platform = 'General') {
  const started = await startDevice(VENDORS[vendor], { boss: BOSS, alice: OLD }, faults);
  stop = started.stop;
  return { ...started, reach: loopbackReach(started.port, 'ssh', { platform }) };
}

const enabled: Login = { ...login, become: { method: 'enable', username: 'enable', password: 'Level-secret-1' } };
const refusal = async (work: Promise<unknown>): Promise<Refusal> => {
  const error = await work.then(
    () => undefined,
    (one: unknown) => one,
  );
  if (!(error instanceof Refusal)) throw error ?? new Error('nothing was refused');
  expect(JSON.stringify([error.code, error.params])).not.toMatch(/New-secret|Former-secret|Boss-secret|Level-secret/);
  return error;
};

describe('a secret is changed, saved, and good for a fresh login', () => {
  const levels: Record<string, Login> = {
    cisco: enabled,
    huawei: { ...login, become: { method: 'super', username: 'super', password: 'Level-secret-1' } },
    h3c: { ...login, become: { method: 'super_level', username: 'super', password: 'Level-secret-1' } },
    juniper: login,
  };
  for (const vendor of ['cisco', 'huawei', 'h3c', 'juniper'] as const) {
    for (const pages of [undefined, true] as const)
      test(`on ${vendor}${pages ? ', which pages' : ''}`, async () => {
        const { reach, state } = await device(vendor, pages ? { pages } : {});
        const session = await network.open(reach, levels[vendor] ?? login);
        expect(await session.change(wanted())).toBeUndefined();
        session.close();
        expect([...state.users]).toEqual([
          ['boss', BOSS],
          ['alice', NEW],
        ]);
        expect(state.saved.get('alice')).toBe(NEW);
        const alice = { ...login, username: 'alice' };
        expect(await network.verify(reach, { ...alice, secret: NEW })).toBe(true);
        expect(await network.verify(reach, { ...alice, secret: OLD })).toBe(false);
      });
  }

  test('a configuration that cannot be saved is said', async () => {
    for (const vendor of ['cisco', 'huawei', 'h3c'] as const) {
      const { reach, state } = await device(vendor, { saves: false });
      const session = await network.open(reach, levels[vendor] ?? login);
      expect(await session.change(wanted())).toMatchObject({ code: 'not_saved' });
      session.close();
      expect(state.users.get('alice')).toBe(NEW);
      stop();
    }
  });

  test('the kind is told by the platform, by a parameter, or not at all', async () => {
    const named = await device('huawei', {}, 'Huawei');
    await (await network.open(named.reach, login)).change(wanted());
    expect(named.state.typed).not.toContain('display version');
    stop();
    const told = await device('h3c', {});
    await (await network.open(told.reach, login)).change(wanted({ params: { profile: 'h3c' } }));
    expect(told.state.typed).not.toContain('display version');
    const session = await network.open(told.reach, login);
    expect(await refusal(session.change(wanted({ params: { profile: 'abacus' } })))).toMatchObject({ code: 'wrong_secret' });
    stop();
    const foreign = await device('unknown');
    expect(await refusal((await network.open(foreign.reach, login)).change(wanted()))).toMatchObject({ code: 'command_failed' });
  });

  test('commands that somebody has written for it are typed one by one', async () => {
    const { reach, state } = await device('unknown');
    const session = await network.open(reach, login);
    await session.change(wanted({ params: { commands: ['passwd {username}', '{password}'] } }));
    expect(state.users.get('alice')).toBe(NEW);
    expect(await refusal(session.change(wanted({ params: { commands: ['nonsense'] } })))).toMatchObject({
      code: 'command_failed',
      params: { detail: '% no such command' },
    });
    expect(await refusal(session.change(wanted({ params: { commands: ['a\nb'] } })))).toMatchObject({ code: 'wrong_secret' });
    session.close();
  });
});

describe('nothing changes', () => {
  test('when the level is refused: asked once, not until it locks', async () => {
    const { reach, state } = await device('cisco');
    const wrongly: Login = { ...login, become: { method: 'enable', username: 'enable', password: 'Not-it' } };
    expect(await refusal(network.open(reach, wrongly))).toMatchObject({ code: 'login_refused', params: { account: 'enable' } });
    expect(state.typed).toEqual(['enable', 'Not-it']);
    expect(await network.verify(reach, wrongly)).toBe(false);
    expect(await network.verify(reach, enabled)).toBe(true);
    stop();
    const other = await device('huawei');
    const above: Login = { ...login, become: { method: 'super', username: 'super', password: 'Not-it' } };
    expect(await network.verify(other.reach, above)).toBe(false);
    expect(other.state.typed).toEqual(['super 15', 'Not-it']);
  });

  test('when the login stays at the ordinary level', async () => {
    const { reach, state } = await device('cisco', {}, 'Cisco');
    expect(await refusal((await network.open(reach, login)).change(wanted()))).toMatchObject({ code: 'command_failed' });
    expect(state.typed).toEqual([]);
  });

  test('for an account that is not there: the command would make it', async () => {
    for (const vendor of ['cisco', 'huawei', 'h3c', 'juniper'] as const) {
      const { reach, state } = await device(vendor);
      const session = await network.open(reach, vendor === 'cisco' ? enabled : login);
      expect(await refusal(session.change(wanted({ username: 'nobody' })))).toMatchObject({ code: 'command_failed' });
      session.close();
      expect(state.users.has('nobody')).toBe(false);
      stop();
    }
  });

  test('for a secret or a name that the command line reads as something else', async () => {
    const { reach, state } = await device('cisco', {}, 'Cisco');
    const session = await network.open(reach, enabled);
    const typed = state.typed.length;
    for (const secret of ['has a blank', 'help?me', 'pipe|d', 'quo"ted', 'tab\there', 'line\nbreak', 'ümlaut', 'back\\slash', ''])
      expect(await refusal(session.change(wanted({ secret })))).toMatchObject({ code: 'wrong_secret' });
    for (const username of ['a b', 'a;b', '-x', 'a\nb', '', 'x?'])
      expect(await refusal(session.change(wanted({ username })))).toMatchObject({ code: 'wrong_secret' });
    expect(await refusal(session.change(wanted({ switched: true })))).toMatchObject({ code: 'wrong_secret' });
    session.close();
    expect(state.typed.slice(typed)).toEqual([]);
    expect(state.users.get('alice')).toBe(OLD);
  });

  test('when the device rejects the command, and its reason is told', async () => {
    const { reach, state } = await device('cisco', {}, 'Cisco');
    const session = await network.open(reach, enabled);
    expect(await refusal(session.change(wanted({ secret: 'abc' })))).toMatchObject({
      code: 'command_failed',
      params: { detail: expect.stringContaining('too short') },
    });
    session.close();
    expect(state.users.get('alice')).toBe(OLD);
    expect(state.typed).not.toContain('write memory');
    stop();
    const junos = await device('juniper', { saves: false });
    expect(await refusal((await network.open(junos.reach, login)).change(wanted()))).toMatchObject({
      code: 'command_failed',
      params: { detail: 'error: configuration check-out failed' },
    });
    expect(junos.state.users.get('alice')).toBe(OLD);
  });
});

describe('nobody knows', () => {
  test('when the line is cut before or after the command took effect', async () => {
    for (const [fault, holds] of [
      ['cutBefore', OLD],
      ['cutAfter', NEW],
    ] as const) {
      const { reach, state } = await device('cisco', { [fault]: /^username / }, 'Cisco');
      const session = await network.open(reach, enabled);
      expect(await refusal(session.change(wanted()))).toMatchObject({ code: 'interrupted' });
      expect(state.users.get('alice')).toBe(holds);
      stop();
    }
  });
});

test('a prompt that never comes ends the wait', async () => {
  const { reach } = await device('cisco', { mute: /^enable$/ });
  const terminal = await openTerminal(await logInAt(reach, login, true), reach.name);
  await terminal.exchange(undefined, (last) => last.endsWith('>'));
  expect(await refusal(terminal.exchange('enable', (last) => last.endsWith('#'), { limit: 300 }))).toMatchObject({ code: 'timeout' });
});

test('a device that says far too much is left, and not thought about for long', async () => {
  const { reach, state } = await device('h3c', {}, 'H3C');
  const session = await network.open(reach, login);
  state.faults.floods = { at: /^screen-length/, with: ' \r\n'.repeat(120_000) };
  expect(await workOf(() => session.change(wanted()))).toBeLessThan(5_000);
  state.faults.floods.with = 'x'.repeat(600_000);
  expect(await refusal(session.change(wanted()))).toMatchObject({ code: 'interrupted' });
});

test('pages are turned whatever colour they are asked in', async () => {
  const { reach } = await device('cisco', { floods: { at: /^terminal/, with: 'one\r\n\x1b[7m--More--\x1b[27m' } }, 'Cisco');
  const session = await network.open(reach, enabled);
  await session.change(wanted());
  session.close();
});

test('what a terminal would show', () => {
  expect(plainText('one\x1b[0m\x1b[2K\r\n --More-- \b\b\b\b\b\b\b\b\b\b          \b\b\b\b\b\b\b\b\b\btwo\r\nthree')).toBe(
    'one\ntwo\nthree',
  );
  expect(plainText('gone\rkept\r\n')).toBe('kept\n');
});
