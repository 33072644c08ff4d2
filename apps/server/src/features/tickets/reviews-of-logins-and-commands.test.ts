import { createApi, createCookieJar, type Json } from '@postern/testkit/api';
import { createHost, TEST_PASSWORD, uniqueName } from '@postern/testkit/factories';
import { describe, expect, test } from 'vitest';
import { exchanged, TYPED_IN } from '../../../test/exchanged.ts';
import { made } from '../../../test/made.ts';
import { registerComponent } from '../../../test/matrix/actors.ts';
import { anywhere, codes, only, reviewsOfFile, TICKETS } from '../../../test/reviews-world.ts';

const { server, root, admin, org, person, timePasses } = reviewsOfFile();

describe('logins that need a review', () => {
  const LOGIN = '/core/auth/login/';
  const STATUS = 'authentication/login-confirm-ticket/status/';
  const browser = async () => {
    const cookies = createCookieJar();
    const api = createApi({ origin: server.url, cookies });
    await api.get(LOGIN);
    return { ...api, cookies };
  };

  async function reviewedLogin() {
    const [user, reviewer] = [await person(), await person()];
    const rule = await made(root, 'acls/login-acls/', {
      name: uniqueName('door'),
      users: only(user.id),
      action: 'review',
      reviewers: [reviewer.id],
      rules: anywhere,
    });
    const page = await browser();
    const logIn = (at = page) => at.post<Json>(LOGIN, { username: user.username, password: TEST_PASSWORD });
    return { user, reviewer, rule, page, logIn };
  }

  test('wait, and go on once approved', async () => {
    const { user, reviewer, page, logIn } = await reviewedLogin();
    const first = await logIn();
    expect([first.status, first.body.error]).toEqual([200, 'login_confirm_wait']);
    expect(first.body.data.assignees).toEqual([`${reviewer.username}(${reviewer.username})`]);
    expect((await page.get('users/profile/')).status).toBe(401);
    expect((await page.get<Json>(STATUS)).body.error).toBe('login_confirm_wait');
    expect((await page.post<Json>(`${LOGIN}confirm/`, {})).body.error).toBe('login_confirm_wait');
    const ticket = first.body.data.ticket_id;
    const shown = await reviewer.api.get<Json>(`tickets/apply-login-tickets/${ticket}/`);
    expect(shown.body).toMatchObject({ apply_login_ip: '127.0.0.1', org_id: '00000000-0000-0000-0000-000000000000' });
    expect((await user.api.put(`${TICKETS}${ticket}/approve/`, {})).status).toBe(403);
    expect((await reviewer.api.put(`${TICKETS}${ticket}/approve/`, {})).status).toBe(200);
    expect((await page.get<Json>(STATUS)).body).toEqual({ msg: 'ok' });
    // Another browser with the same password has a login, and a ticket, of its own.
    const other = await browser();
    expect((await logIn(other)).body.data.ticket_id).not.toBe(ticket);
    expect((await page.post(`${LOGIN}confirm/`, {})).status).toBe(200);
    expect((await page.get<Json>('users/profile/')).body.username).toBe(user.username);
    // Used; the next login asks again.
    expect((await logIn(await browser())).body.error).toBe('login_confirm_wait');
  });

  test('by API: the same call again, once approved', async () => {
    const { user, reviewer } = await reviewedLogin();
    const api = createApi({ origin: server.url, cookies: createCookieJar() });
    const post = () => api.post<Json>('authentication/auth/', { username: user.username, password: TEST_PASSWORD });
    const waiting = await post();
    expect([waiting.status, waiting.body.error]).toEqual([200, 'login_confirm_wait']);
    const ticket = waiting.body.data.ticket_id;
    expect((await post()).body.data.ticket_id).toBe(ticket);
    await reviewer.api.put(`${TICKETS}${ticket}/approve/`, {});
    const done = await post();
    expect([done.status, typeof done.body.token]).toEqual([201, 'string']);
  });

  test('count once, however many calls use the approval at once', async () => {
    const { user, reviewer } = await reviewedLogin();
    const api = createApi({ origin: server.url, cookies: createCookieJar() });
    const post = () => api.post<Json>('authentication/auth/', { username: user.username, password: TEST_PASSWORD });
    const ticket = (await post()).body.data.ticket_id;
    await reviewer.api.put(`${TICKETS}${ticket}/approve/`, {});
    const answers = await Promise.all([post(), post(), post(), post()]);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  test('fail when rejected, given up or too late, and say so in the log', async () => {
    const { user, reviewer, page, logIn } = await reviewedLogin();
    const rejected = (await logIn()).body.data.ticket_id;
    await reviewer.api.put(`${TICKETS}${rejected}/reject/`, {});
    expect((await page.get<Json>(STATUS)).body).toMatchObject({ error: 'login_confirm_error', data: { ticket_id: rejected } });
    expect((await page.post<Json>(`${LOGIN}confirm/`, {})).body.error).toBe('session_empty');
    const log = await admin.get<Json>('audits/login-logs/', { query: { username: user.username, limit: 1 } });
    expect(log.body.results[0].status.value).toBe(false);

    const given = (await logIn()).body.data.ticket_id;
    expect((await page.delete(STATUS)).status).toBe(200);
    expect(codes(await reviewer.api.put(`${TICKETS}${given}/approve/`, {}))).toEqual([400, 'ticket_closed']);
    expect((await page.post<Json>(`${LOGIN}confirm/`, {})).body.error).toBe('session_empty');

    const late = (await logIn()).body.data.ticket_id;
    await timePasses(late);
    expect((await page.post<Json>(`${LOGIN}confirm/`, {})).body.error).toBe('login_confirm_error');

    const approved = (await logIn()).body.data.ticket_id;
    await reviewer.api.put(`${TICKETS}${approved}/approve/`, {});
    await timePasses(approved);
    expect((await page.post<Json>(`${LOGIN}confirm/`, {})).body.error).toBe('login_confirm_error');
    expect((await page.get('users/profile/')).status).toBe(401);
  });

  test('an approval is no use once the rule refuses, and none is needed once it is gone', async () => {
    const { reviewer, rule, page, logIn } = await reviewedLogin();
    const ticket = (await logIn()).body.data.ticket_id;
    await reviewer.api.put(`${TICKETS}${ticket}/approve/`, {});
    await root.patch(`acls/login-acls/${rule.id}/`, { action: 'reject' });
    expect((await page.post<Json>(`${LOGIN}confirm/`, {})).body.error).toBe('acl_not_allow');
    await root.patch(`acls/login-acls/${rule.id}/`, { action: 'review' });
    await logIn();
    await root.patch(`acls/login-acls/${rule.id}/`, { is_active: false });
    expect((await page.post(`${LOGIN}confirm/`, {})).status).toBe(200);
    expect((await page.get('users/profile/')).status).toBe(200);
  });

  test('nobody able to decide means no', async () => {
    const { reviewer, logIn } = await reviewedLogin();
    await admin.patch(`users/users/${reviewer.id}/`, { is_active: false });
    const answer = await logIn();
    expect([answer.status, answer.body.error]).toEqual([400, 'review_impossible']);
  });
});

describe('commands that need a review', () => {
  const REVIEW = 'acls/command-filter-acls/command-review/';

  async function typed() {
    const [user, reviewer] = [await person(), await person()];
    const host = await createHost(admin);
    const component = await registerComponent(server);
    const group = await made(admin, 'acls/command-groups/', { name: uniqueName('commands'), type: 'command', content: 'reboot' });
    const rule = await made(admin, 'acls/command-filter-acls/', {
      name: uniqueName('filter'),
      users: { type: 'all' },
      assets: only(host.id),
      accounts: ['@ALL'],
      command_groups: [group.id],
      action: 'review',
      reviewers: [reviewer.id],
    });
    await exchanged(server, component.terminalId, { user_id: user.id, asset_id: host.id });
    const session = await made(component.api.inOrg(org.id), 'terminal/sessions/', {
      user: `${user.username}(${user.username})`,
      user_id: user.id,
      asset: `${host.name}(127.0.0.1)`,
      asset_id: host.id,
      account: 'root',
      account_id: TYPED_IN,
      protocol: 'ssh',
      org_id: org.id,
    });
    const ask = (body: object = {}, api = component.api) =>
      api.post<Json>(REVIEW, { session_id: session.id, cmd_filter_acl_id: rule.id, run_command: 'reboot now', ...body });
    return { user, reviewer, component, rule, session, ask };
  }

  test('are asked for by the component that carries the session, and decided by the reviewer', async () => {
    const { user, reviewer, component, session, ask } = await typed();
    const info = await ask();
    expect(info.status, JSON.stringify(info.body)).toBe(200);
    expect(info.body.check_ticket_api.url).toMatch(/^\/api\/v1\/tickets\/super-tickets\/[0-9a-f-]{36}\/status\/$/);
    const status = () => component.api.get<Json>(info.body.check_ticket_api.url);
    expect((await status()).body.state.value).toBe('pending');
    const [ticket] = (await reviewer.api.get<Json[]>('tickets/apply-command-tickets/')).body;
    expect(ticket).toMatchObject({ apply_run_command: 'reboot now', apply_run_account: 'root', apply_run_user: { id: user.id } });
    expect((await user.api.put(`${TICKETS}${ticket?.id}/approve/`, {})).status).toBe(403);
    const another = (await registerComponent(server)).api;
    expect((await another.get(info.body.check_ticket_api.url)).status).toBe(404);
    expect((await another.delete(info.body.close_ticket_api.url)).status).toBe(404);
    await reviewer.api.put(`${TICKETS}${ticket?.id}/approve/`, {});
    expect((await status()).body).toMatchObject({ state: { value: 'approved' }, status: { value: 'closed' } });
    expect((await status()).body.processor).toContain(reviewer.username);
    await ask({ run_command: 'reboot later' });
    const reviews = (await admin.get<Json[]>(`terminal/sessions/${session.id}/reviews/`)).body;
    expect(reviews.map(({ command, state, processor, date_decided }) => [command, state.value, processor, date_decided !== null])).toEqual([
      ['reboot now', 'approved', `${reviewer.username}(${reviewer.username})`, true],
      ['reboot later', 'pending', '', false],
    ]);
  });

  test('are withdrawn by the component', async () => {
    const { reviewer, component, ask } = await typed();
    const info = (await ask({ run_command: 'x'.repeat(4_091) })).body;
    expect((await component.api.delete(info.close_ticket_api.url)).status).toBe(204);
    expect((await component.api.get<Json>(info.check_ticket_api.url)).body.state.value).toBe('closed');
    const [ticket] = (await reviewer.api.get<Json[]>('tickets/apply-command-tickets/')).body;
    // Of a long command the ticket keeps the beginning.
    expect(ticket?.apply_run_command).toBe('x'.repeat(4_090));
    expect(codes(await reviewer.api.put(`${TICKETS}${ticket?.id}/approve/`, {}))).toEqual([400, 'ticket_closed']);
  });

  test('are asked for by nobody else, of no other rule or session', async () => {
    const { component, rule, session, ask } = await typed();
    const other = await typed();
    expect((await ask({}, (await registerComponent(server)).api)).body).toHaveProperty('session_id');
    expect((await ask({}, root)).body).toHaveProperty('session_id');
    expect((await ask({ session_id: other.session.id })).body).toHaveProperty('session_id');
    expect((await ask({ cmd_filter_acl_id: session.id })).body).toHaveProperty('cmd_filter_acl_id');
    expect((await ask({ run_command: '' })).body).toHaveProperty('run_command');
    await admin.patch(`acls/command-filter-acls/${rule.id}/`, { action: 'reject' });
    expect((await ask()).body).toHaveProperty('cmd_filter_acl_id');
    await admin.patch(`acls/command-filter-acls/${rule.id}/`, { action: 'review' });
    await component.api.inOrg(org.id).patch(`terminal/sessions/${session.id}/`, { is_finished: true });
    expect((await ask()).body).toHaveProperty('session_id');
  });
});
