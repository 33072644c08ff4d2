import { expect, test } from 'vitest';
import { usualProcesses } from './processes.ts';

test('the gateway is told neither the database nor the master key', () => {
  const settings = {
    dataDir: '/data',
    httpPort: 8080,
    gatewayPort: 8081,
    sshPort: 2222,
    env: {
      POSTERN_BOOTSTRAP_TOKEN: 'token',
      POSTERN_SECRET_KEY: 'key',
      POSTERN_ADMIN_PASSWORD: 'password',
      DATABASE_URL: 'postgres://x',
      DATABASE_OWNER_URL: 'postgres://owner',
      LANG: 'C',
    },
  };
  const [server, worker, gateway] = usualProcesses(settings, 'postgres://y');
  expect(server?.env).toMatchObject({
    POSTERN_SECRET_KEY: 'key',
    DATABASE_URL: 'postgres://y',
    POSTERN_BOOTSTRAP_TOKEN: 'token',
    LANG: 'C',
  });
  // Only the server and the gateway beside it know each other.
  const { POSTERN_LOCAL_PROOF: proof, ...rest } = server?.env ?? {};
  expect(worker?.env).toEqual(rest);
  expect(proof?.length).toBeGreaterThan(32);
  expect(gateway?.env.POSTERN_LOCAL_PROOF).toBe(proof);
  for (const one of [server, worker, gateway]) expect(one?.env).not.toHaveProperty('DATABASE_OWNER_URL');
  expect(gateway?.env).toMatchObject({ POSTERN_CORE_URL: 'http://127.0.0.1:8080', POSTERN_BOOTSTRAP_TOKEN: 'token', LANG: 'C' });
  expect(Object.keys(gateway?.env ?? {})).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/DATABASE_URL|SECRET_KEY|ADMIN_PASSWORD/)]),
  );
});

test('with a certificate the gateway reaches the server beside the public port, unless it is told otherwise', () => {
  const settings = { dataDir: '/data', httpPort: 443, gatewayPort: 8081, sshPort: 2222, localPort: 8082, secure: true, env: {} };
  const coreUrl = (env: NodeJS.ProcessEnv) => usualProcesses({ ...settings, env }, 'postgres://y')[2]?.env.POSTERN_CORE_URL;
  expect(coreUrl({})).toBe('http://127.0.0.1:8082');
  expect(coreUrl({ POSTERN_CORE_URL: 'https://postern.example' })).toBe('https://postern.example');
  expect(usualProcesses(settings, 'postgres://y')[0]?.env.POSTERN_LOCAL_PORT).toBe('8082');
});

test('a gateway has the time that it takes to drain before it is killed', () => {
  const limit = (env: NodeJS.ProcessEnv) =>
    usualProcesses({ dataDir: '/data', httpPort: 80, gatewayPort: 81, sshPort: 22, env }, 'postgres://y')[2]?.stopLimitMs;
  expect(limit({ POSTERN_DRAIN_SECONDS: '0' })).toBe(10_000);
  expect(limit({})).toBe(20_000);
  expect(limit({ POSTERN_DRAIN_SECONDS: '300' })).toBe(310_000);
});
