import { ROLE } from '@postern/contract/ids';
import { createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { describe, expect, it } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';

const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFVUPfpgMCAzARckPjGdgCDzTUPrhpDGC2i2Ocr4jU3s gate@home';

describe('profile', () => {
  it('is the whole user object, roles included, for whoever asks', async () => {
    const user = await createUser(admin);
    const own = (await (await server.as(user.username)).get('users/profile/')).body;
    expect(own).toMatchObject({
      id: user.id,
      name: user.name,
      username: user.username,
      is_superuser: false,
      source: { value: 'local' },
      date_password_last_updated: expect.stringMatching(/^20\d\d\//),
      perms: expect.arrayContaining(['rbac.view_webterminal']),
      is_first_login: true,
      public_key_comment: '',
      guide_url: '',
      system_roles: [{ id: ROLE.USER }],
    });
    expect(own).not.toHaveProperty('password');
    expect((await server.anyone.get('users/profile/')).status).toBe(401);
  });

  it('takes what the first-login page sends, and nothing above it', async () => {
    const user = await createUser(admin);
    const api = await server.browser(user.username);
    await api.post('authentication/confirm/', { confirm_type: 'password', secret_key: TEST_PASSWORD });
    const answer = await api.patch('users/profile/', {
      phone: '+8613800138000',
      wechat: 'gate',
      mfa_level: 0,
      public_key: KEY,
      is_first_login: false,
      terms: true,
      username: 'admin2',
      is_service_account: true,
      system_roles: [ROLE.SYSTEM_ADMIN],
      is_active: false,
      date_expired: null,
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      username: user.username,
      is_first_login: false,
      is_service_account: false,
      is_superuser: false,
      is_active: true,
      wechat: 'gate',
      public_key_comment: 'gate@home',
    });
    expect(answer.body.public_key_hash_md5).toMatch(/^([0-9a-f]{2}:){15}[0-9a-f]{2}$/);
    expect((await api.patch('users/profile/', { public_key: 'ssh-rsa x' })).body).toHaveProperty('public_key');
  });

  it('asks the administrator of the first start who they are, once, and nobody else', async () => {
    const mine = await server.browser('admin');
    await mine.patch('users/profile/', { is_first_login: true });
    const before = (await mine.get('users/profile/')).body;
    expect(before).toMatchObject({ name: 'Administrator', email: 'admin@example.com', missing: ['name', 'email'] });
    expect((await mine.patch('users/profile/', { name: null })).status).toBe(400);
    expect((await mine.patch('users/profile/', { email: 'nobody' })).body).toHaveProperty('email');
    const other = await createUser(admin);
    expect((await mine.patch('users/profile/', { email: other.email })).body, 'an address of somebody else').toHaveProperty('email');
    const told = await mine.patch('users/profile/', { name: 'Ada Quay', email: 'ada@harbour.dev', is_first_login: false });
    expect(told.body).toMatchObject({ name: 'Ada Quay', email: 'ada@harbour.dev', missing: [], is_first_login: false });
    // From then on, and for everybody else from the start, both are the administrators'.
    const late = await mine.patch('users/profile/', { name: 'Eve', email: 'eve@harbour.dev', is_first_login: true });
    expect(late.body).toMatchObject({ name: 'Ada Quay', email: 'ada@harbour.dev', missing: [] });
    const api = await server.as(other.username);
    const taken = await api.patch('users/profile/', { name: 'Eve', email: 'eve@harbour.dev' });
    expect(taken.body).toMatchObject({ name: other.name, email: other.email, missing: [] });
  });

  it('says that a second factor is missing to whoever may not do without and was let in before that', async () => {
    const user = await createUser(admin);
    const api = await server.as(user.username);
    expect((await api.get('users/profile/')).body.missing).toEqual([]);
    await admin.patch(`users/users/${user.id}/`, { mfa_level: 2 });
    expect((await api.get('users/profile/')).body.missing).toEqual(['second_factor']);
  });

  it('does not let a person drop what is asked of them', async () => {
    const user = await createUser(admin, { need_update_password: true, mfa_level: 2 });
    const answer = await (await server.as(user.username)).patch('users/profile/', { need_update_password: false, mfa_level: 0 });
    expect(answer.body).toMatchObject({ need_update_password: true, mfa_level: { value: 2 } });
  });

  it('changes the password: right old one, rule, repetition, history', async () => {
    const user = await createUser(admin, { need_update_password: false });
    const browser = await server.browser(user.username);
    const elsewhere = await server.browser(user.username);
    const set = (old_password: string, new_password: string, new_password_again = new_password) =>
      browser.put('users/profile/password/', { old_password, new_password, new_password_again });
    expect((await set('wrong', 'Fresh-Gate-77!')).body).toHaveProperty('old_password');
    expect((await set(TEST_PASSWORD, 'short')).body).toHaveProperty('new_password');
    expect((await set(TEST_PASSWORD, 'Fresh-Gate-77!', 'Fresh-Gate-78!')).body).toHaveProperty('new_password_again');
    expect((await set(TEST_PASSWORD, TEST_PASSWORD)).body).toHaveProperty('new_password');
    expect((await set(TEST_PASSWORD, 'Fresh-Gate-77!')).body).toEqual({});
    expect((await browser.get('users/profile/')).status).toBe(200);
    expect((await elsewhere.get('users/profile/')).status).toBe(401);
  });

  it('keeps the password of exports to itself', async () => {
    const user = await createUser(admin);
    const api = await server.as(user.username);
    expect((await api.get('users/profile/secret-key/')).body).toEqual({ has_secret_key: null });
    expect((await api.patch('users/profile/secret-key/', { new_secret_key: 'a b c', new_secret_key_again: 'x' })).body).toHaveProperty(
      'new_secret_key_again',
    );
    expect((await api.patch('users/profile/secret-key/', { new_secret_key: 'a b c', new_secret_key_again: 'a b c' })).body).toEqual({
      has_secret_key: true,
    });
    expect((await api.get('users/profile/secret-key/')).body).toEqual({ has_secret_key: true });
  });
});

describe('public settings', () => {
  it('tell strangers the look and nothing else', async () => {
    const { body } = await server.anyone.get('settings/public/open/');
    expect(Object.keys(body).sort()).toEqual([
      'ANNOUNCEMENT',
      'AUTH_PASSKEY',
      'FORGOT_PASSWORD_URL',
      'INTERFACE',
      'LOGIN_METHODS',
      'MAIL_SET_UP',
      'SECURITY_LOGIN_CHALLENGE_ENABLED',
      'SECURITY_MFA_IN_LOGIN_PAGE',
      'XPACK_ENABLED',
    ]);
    // Only where somebody said so (features/terms/terms.test.ts).
    expect(body.ANNOUNCEMENT).toEqual({});
    expect((await server.anyone.get('settings/public/')).status).toBe(401);
    const logo = await server.anyone.get('settings/logo/?size=small');
    expect([logo.status, logo.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  });

  it('tell people the rules', async () => {
    const { body } = await admin.get('settings/public/');
    expect(body).toMatchObject({
      SECURITY_MAX_IDLE_TIME: 30,
      SESSION_EXPIRE_AT_BROWSER_CLOSE: true,
      PASSWORD_RULE: { SECURITY_PASSWORD_MIN_LENGTH: 8 },
      XPACK_LICENSE_IS_VALID: true,
      SERVER_TIME_ZONE: 'Asia/Shanghai',
    });
    expect(Object.keys(body)).toHaveLength(41);
  });
});
