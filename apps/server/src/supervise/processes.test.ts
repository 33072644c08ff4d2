import { expect, test } from 'vitest';
import { usualProcesses } from './processes.ts';

test('the gateway is told neither the database nor the master key', () => {
  const settings = {
    dataDir: '/data',
    httpPort: 8080,
    gatewayPort: 8081,
    sshPort: 2222,
    env: { POSTERN_SECRET_KEY: 'key', POSTERN_ADMIN_PASSWORD: 'password', DATABASE_URL: 'postgres://x', LANG: 'C' },
  };
  const [server, worker, gateway] = usualProcesses(settings, 'postgres://y', 'token');
  expect(server?.env).toMatchObject({
    POSTERN_SECRET_KEY: 'key',
    DATABASE_URL: 'postgres://y',
    POSTERN_BOOTSTRAP_TOKEN: 'token',
    LANG: 'C',
  });
  expect(worker?.env).toEqual(server?.env);
  expect(gateway?.env).toMatchObject({ POSTERN_CORE_URL: 'http://127.0.0.1:8080', POSTERN_BOOTSTRAP_TOKEN: 'token', LANG: 'C' });
  expect(Object.keys(gateway?.env ?? {})).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/DATABASE_URL|SECRET_KEY|ADMIN_PASSWORD/)]),
  );
});
