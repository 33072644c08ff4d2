import { describe, expect, test } from 'vitest';
import { ENVIRONMENT, readSettings, SettingsError } from './settings.ts';

const problemsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readSettings(env);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
};

describe('settings of the environment', () => {
  test('an empty environment gives the defaults', () => {
    expect(readSettings({})).toMatchObject({
      httpPort: 8080,
      sshPort: 2222,
      gatewayPort: 8081,
      cookiePrefix: 'jms_',
      databaseUrl: undefined,
      databaseOwnerUrl: undefined,
      secretKeys: [],
    });
  });

  test.each([
    [{}, undefined],
    [{ POSTERN_HTTP_HOST: '127.0.0.1' }, undefined],
    [{ POSTERN_HTTP_HOST: '192.0.2.1' }, 8082],
    [{ POSTERN_TLS_CERT: '/c.pem', POSTERN_TLS_KEY: '/k.pem' }, 8082],
    [{ POSTERN_TLS_CERT: '/c.pem', POSTERN_TLS_KEY: '/k.pem', POSTERN_LOCAL_PORT: '9000' }, 9000],
  ])('%j: the gateway of this machine is served on %s', (env, localPort) => {
    expect(readSettings(env).localPort).toBe(localPort);
  });

  test('empty texts count as not set', () => {
    expect(readSettings({ POSTERN_HTTP_PORT: '', DATABASE_URL: '  ' })).toMatchObject({ httpPort: 8080, databaseUrl: undefined });
  });

  test.each([
    ['POSTERN_HTTP_PORT', 'eighty'],
    ['POSTERN_HTTP_PORT', '70000'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['POSTERN_ADMIN_PASSWORD', 'short'],
    ['POSTERN_SECRET_KEY', 'too-short'],
    ['POSTERN_BOOTSTRAP_TOKEN', 'abc'],
    ['POSTERN_TRUSTED_PROXIES', '10.0.0.0/8, proxy.example'],
    ['POSTERN_OUTBOUND_ALLOW', '10.0.0.0/8, cloud.example'],
    ['POSTERN_OUTBOUND_ALLOW', '127.0.0.1 *'],
    ['POSTERN_OUTBOUND_ALLOW', '10.1'],
    ['POSTERN_TIME_ZONE', 'Mars/Olympus'],
    ['POSTERN_COOKIE_PREFIX', 'a b'],
    ['POSTERN_LOG_LEVEL', 'loud'],
    ['POSTERN_DEV', 'maybe'],
  ])('%s=%s is refused by name, and the value is not repeated', (name, value) => {
    const problems = problemsOf({ [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name} `));
    expect(problems[0]).not.toContain(value);
  });

  test('all wrong settings are told at once', () => {
    expect(problemsOf({ POSTERN_HTTP_PORT: 'x', POSTERN_LOG_LEVEL: 'x' })).toHaveLength(2);
  });

  test('certificate and key belong together', () => {
    expect(problemsOf({ POSTERN_TLS_CERT: '/c.pem' })[0]).toContain('POSTERN_TLS_KEY');
  });

  test('every setting has a sentence for the table', () => {
    for (const [name, entry] of Object.entries(ENVIRONMENT)) expect(entry.description, name).toMatch(/\.$|^true|^trace/);
  });
});
