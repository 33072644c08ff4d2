import { describe, expect, it } from 'vitest';
import { connectMethod, connectMethodName, connectMethods, systemOf } from './connect-methods.ts';

const all = { refused: new Set<string>(), system: 'all', on: () => true } as const;
const values = (offered: Record<string, { value: string }[]>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(offered).map(([protocol, methods]) => [protocol, methods.map((one) => one.value)]));

describe('connect methods', () => {
  it('are those of the components that live, each once however many serve it', () => {
    expect(connectMethods([], all)).toEqual({});
    const lion = { type: 'lion', methods: null };
    expect(values(connectMethods([lion, lion], all))).toEqual({ rdp: ['web_gui'], vnc: ['web_gui'] });
    expect(values(connectMethods([{ type: 'koko', methods: null }], all)).ssh).toEqual(['web_cli', 'web_sftp', 'ssh', 'putty']);
    expect(values(connectMethods([{ type: 'core', methods: null }], all))).toEqual({});
  });

  it('are no more than what a component said it carries', () => {
    expect(values(connectMethods([{ type: 'koko', methods: ['ssh/web_cli', 'ssh/ssh'] }], all))).toEqual({ ssh: ['web_cli', 'ssh'] });
    expect(connectMethods([{ type: 'koko', methods: ['rdp/web_cli'] }], all)).toEqual({});
  });

  it('are of the asked protocols and the asked system, and not what rules or settings take away', () => {
    const koko = [{ type: 'koko', methods: null }];
    expect(Object.keys(connectMethods(koko, { ...all, protocols: new Set(['telnet', 'rdp']) }))).toEqual(['telnet']);
    expect(values(connectMethods(koko, { ...all, system: 'windows' })).ssh).toEqual(['web_cli', 'web_sftp', 'putty']);
    expect(values(connectMethods(koko, { ...all, system: 'linux' })).ssh).toEqual(['web_cli', 'web_sftp', 'ssh']);
    expect(values(connectMethods(koko, { ...all, refused: new Set(['web_cli']) }))).toEqual({ ssh: ['web_sftp', 'ssh', 'putty'] });
    expect(values(connectMethods(koko, { ...all, on: (setting) => setting !== 'TERMINAL_KOKO_SSH_ENABLED' })).ssh).toEqual([
      'web_cli',
      'web_sftp',
    ]);
    const both = [
      { type: 'magnus', methods: null },
      { type: 'razor', methods: null },
    ];
    expect(connectMethods(both, all).mysql).toEqual([
      { component: 'magnus', type: 'native', endpoint_protocol: 'mysql', value: 'db_client', label: 'DB Client' },
    ]);
    expect(Object.keys(connectMethods(both, { ...all, on: (setting) => setting !== 'TERMINAL_MAGNUS_ENABLED' }))).toEqual(['rdp']);
    expect(connectMethods(both, { ...all, on: (setting) => setting !== 'TERMINAL_RAZOR_ENABLED' }).rdp).toBeUndefined();
  });

  it('are found by value and protocol, of the component that carries them', () => {
    expect(connectMethod('web_gui', 'mysql')?.component).toBe('chen');
    expect(connectMethod('web_gui', 'rdp')).toMatchObject({ component: 'lion', type: 'web', endpoint_protocol: 'http' });
    expect(connectMethod('ssh', 'sftp')).toMatchObject({ component: 'koko', type: 'native', endpoint_protocol: 'ssh' });
    expect(connectMethod('mstsc', 'ssh')).toBeUndefined();
    expect(connectMethod('tinker', 'rdp')).toBeUndefined();
  });

  it('know the system by what browsers say', () => {
    expect(systemOf('Mozilla/5.0 (Windows NT 10.0; Win64; x64)')).toBe('windows');
    expect(systemOf('Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0)')).toBe('mac');
    expect(systemOf('Mozilla/5.0 (X11; Linux x86_64)')).toBe('linux');
    expect(systemOf('')).toBe('unknown');
  });
});

it('a method is called by its label, and an application by its own name', () => {
  expect(['web_cli', 'ssh', 'mstsc', 'xshell', 'dbeaver'].map(connectMethodName)).toEqual([
    'Web CLI',
    'SSH',
    'Remote Desktop',
    'Xshell',
    'dbeaver',
  ]);
});
