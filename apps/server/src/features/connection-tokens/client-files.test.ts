import { describe, expect, test } from 'vitest';
import { type Desktop, fileName, launchCommand, rdpFile, windowOf } from './client-files.ts';

// What people and administrators name things must stay one value of one key, and one name of one file.

const ID = '3f0c1c52-8a52-4a55-9d5e-0d8f0f1a2b3c';
const desktop = (change: Partial<Desktop> = {}): Desktop => ({
  host: 'gate.example.com',
  port: 3389,
  username: 'mei',
  tokenId: ID,
  window: { fullScreen: false, size: undefined, drives: false },
  console: false,
  ...change,
});
const keysOf = (file: string): string[] => file.split('\n').map((line) => line.split(':').slice(0, 2).join(':'));

describe('the file for remote desktops', () => {
  test('names the gateway, the person and the token, a key on each line', () => {
    const file = rdpFile(desktop());
    expect(file).toMatch(/^([^\n\r:]+:[si]:[^\n\r]*\n)+$/);
    expect(file).toContain('full address:s:gate.example.com:3389\n');
    expect(file).toContain(`username:s:mei|${ID}\n`);
    expect(file).toContain('screen mode id:i:1\n');
    for (const line of [
      'session bpp:i:32',
      'audiomode:i:0',
      'authentication level:i:2',
      'smart sizing:i:1',
      'autoreconnection enabled:i:1',
    ])
      expect(file).toContain(`${line}\n`);
    expect(file).not.toMatch(/drivestoredirect|desktopwidth|administrative session|remoteapplication/);
  });

  test('has size, full screen, drives and console where they are wanted', () => {
    const file = rdpFile(
      desktop({ window: { fullScreen: true, size: { width: 1280, height: 800 }, drives: true }, console: true, host: '2001:db8::7' }),
    );
    for (const line of [
      'full address:s:[2001:db8::7]:3389',
      'screen mode id:i:2',
      'desktopwidth:i:1280',
      'desktopheight:i:800',
      'winposstr:s:0,1,0,0,1280,800',
      'dynamic resolution:i:0',
      'drivestoredirect:s:*',
      'administrative session:i:1',
    ])
      expect(file).toContain(`${line}\n`);
  });

  test.each(['\r\n', '\n', '\r', '\u2028', '\u2029', '\u0085', '\v', '\f', '\0'])('no value begins a line of its own (%j)', (end) => {
    const evil = `mei${end}alternate shell:s:cmd.exe${end}`;
    const file = rdpFile(desktop({ username: evil }));
    expect(keysOf(file)).toEqual(keysOf(rdpFile(desktop())));
    expect(file.split('\n').find((line) => line.startsWith('username'))).not.toContain(end);
    expect(rdpFile(desktop({ username: 'm'.repeat(70_000) })).length).toBeLessThan(2_000);
  });
});

test('sizes are those of screens; anything else is no size', () => {
  expect(windowOf({ width: '1024', height: '768', full_screen: '1', drives_redirect: 'true' })).toEqual({
    fullScreen: true,
    size: { width: 1024, height: 768 },
    drives: true,
  });
  const none: Readonly<Record<string, string>>[] = [
    {},
    { width: '1024' },
    { width: '0', height: '0' },
    { width: '99999', height: '768' },
    { width: '1024\r\nx:i:1', height: '768' },
  ];
  for (const query of none) expect(windowOf(query).size).toBeUndefined();
});

test('the name of the file has no meaning to headers and paths, whatever it is made of', () => {
  expect(fileName('mei', 'web-01')).toBe('mei-web-01-jumpserver');
  expect(fileName('mei', 'a/b\\c.d')).toBe('mei-a_b_c_d-jumpserver');
  expect(fileName('梅', 'web "01"; x=(1)')).toBe('%E6%A2%85-web%20%2201%22%3B%20x%3D%281%29-jumpserver');
  for (const asset of ['x\r\nSet-Cookie: a=b', '../../etc/passwd', '梅'.repeat(500), '\ud800', "'; rm -rf '"]) {
    const name = fileName('mei', asset);
    expect(name).toMatch(/^[A-Za-z0-9%_~-]+-jumpserver$/);
    expect(name.length).toBeLessThan(220);
    expect(() => decodeURIComponent(name)).not.toThrow();
  }
});

test('native clients are started with the token', () => {
  const login = { host: 'gate.example.com', port: 2222, tokenId: ID, value: 'v4lue' };
  expect(launchCommand('ssh', login)).toBe(`ssh JMS-${ID}@gate.example.com -p 2222`);
  expect(launchCommand('putty', login)).toBe(`putty.exe -ssh JMS-${ID}@gate.example.com -P 2222`);
  expect(launchCommand('xshell', login)).toBe(`xshell.exe -url ssh://JMS-${ID}:v4lue@gate.example.com:2222`);
  expect(launchCommand('web_cli', login)).toBe('');
});
