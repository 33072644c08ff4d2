import { ORG, ROLE } from '@postern/contract/ids';
import type { Api, Json } from '@postern/testkit/api';
import { createAccount, createHost, createOrganisation, createPermission, createUser, uniqueName } from '@postern/testkit/factories';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { exchanged, TYPED_IN } from '../../../test/exchanged.ts';
import { startTestServer } from '../../../test/harness.ts';
import { made } from '../../../test/made.ts';
import { registerComponent } from '../../../test/matrix/actors.ts';
import { anywhere, codes, guard, only, reviewsOfFile, TICKETS } from '../../../test/reviews-world.ts';
import { unwatched } from '../../platform/feature.ts';

const { server, root, admin, org, person, timePasses } = reviewsOfFile();

const TOKEN = 'authentication/connection-token/';
const SECRET = 'authentication/super-connection-token/secret/';

const lapse = () => server.assembly.jobs.find((job) => job.name === 'tickets.lapse');
/** Lets the job of the minute run. */
const runLapse = () =>
  server.platform.asSystem('test', async (ctx) => {
    expect(lapse()).toBeDefined();
    await lapse()?.run(ctx, {}, unwatched());
  });

/** A host with a rule that asks two reviewers before anybody connects. */
async function guarded() {
  const [asker, first, second, stranger] = [await person(), await person(), await person(), await person()];
  const host = await createHost(admin);
  await createAccount(admin, host.id, { username: 'root', name: 'root', secret: 'canary-of-root' });
  await createPermission(admin, { users: [asker.id], assets: [host.id], accounts: ['@ALL'], actions: ['connect'] });
  const rule = await guard(admin, host, first, second);
  const body = { asset: host.id, account: 'root', protocol: 'ssh', connect_method: 'web_cli' };
  const ask = (query = '?create_ticket=1') => asker.api.post<Json>(`${TOKEN}${query}`, body);
  const waiting = async () => {
    const answer = await ask();
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return { token: answer.body, ticket: String(answer.body.from_ticket.id) };
  };
  return { asker, first, second, stranger, host, rule, ask, waiting };
}

describe('connections that need a review', () => {
  test('wait for one of the reviewers, then open once', async () => {
    const { asker, first, host, ask, waiting } = await guarded();
    const component = (await registerComponent(server)).api;
    expect(codes(await ask(''))).toEqual([400, 'acl_review']);
    const { token, ticket } = await waiting();
    expect(token).toMatchObject({ is_active: false, from_ticket: { id: ticket } });
    expect(token.from_ticket_info.assignees).toHaveLength(2);
    expect(token.from_ticket_info.check_ticket_api).toEqual({ method: 'GET', url: `/api/v1/tickets/tickets/${ticket}/` });
    expect(token.from_ticket_info.ticket_detail_page_url).toContain(`/ui/tickets/tickets/${ticket}?type=login_asset_confirm`);
    const early = await component.post<Json>(SECRET, { id: token.id });
    expect([early.status, early.body.detail]).toEqual([403, expect.stringContaining('nobody has approved it')]);

    const mine = await first.api.get<Json>(`${TICKETS}?assignees__id=${first.id}&status=open&limit=15&offset=0`);
    expect(mine.body.count).toBe(1);
    expect(mine.body.results[0]).toMatchObject({
      id: ticket,
      type: { value: 'login_asset_confirm' },
      state: { value: 'pending' },
      status: { value: 'open' },
      approval_step: { value: 1 },
      applicant: { id: asker.id },
      rel_snapshot: { apply_login_asset: `${host.name}(127.0.0.1)` },
    });
    expect(mine.body.results[0].serial_num).toMatch(/^\d{12}$/);
    const messages = await first.api.get<Json[]>('notifications/site-messages/');
    expect(JSON.stringify(messages.body)).toContain(`/ui/tickets/tickets/${ticket}`);
    const typed = await first.api.get<Json>(`tickets/apply-login-asset-tickets/${ticket}/`);
    expect(typed.body).toMatchObject({
      apply_login_asset: { id: host.id },
      apply_login_user: { id: asker.id },
      apply_login_account: 'root',
    });
    expect(typed.body.applicant).toBe(`${asker.username}(${asker.username})`);

    expect((await first.api.put(`tickets/apply-login-asset-tickets/${ticket}/approve/`, {})).body).toBe('ok');
    const after = await asker.api.get<Json>(`${TICKETS}${ticket}/`);
    expect(after.body).toMatchObject({ state: { value: 'approved' }, status: { value: 'closed' } });
    expect(after.body.process_map[0]).toMatchObject({ state: 'approved', processor: first.id });
    expect(JSON.stringify((await asker.api.get<Json[]>('notifications/site-messages/')).body)).toContain(ticket);
    const secret = await component.post<Json>(SECRET, { id: token.id, expire_now: false });
    expect(secret.body).toMatchObject({ from_ticket: { id: ticket }, asset: { id: host.id } });
    expect((await component.post(SECRET, { id: token.id })).status).toBe(403);
    // Connecting again is another connection, and another review.
    expect(codes(await asker.api.post(`${TOKEN}exchange/`, { id: token.id }))).toEqual([400, 'acl_review']);
    const again = await asker.api.post<Json>(`${TOKEN}exchange/?create_ticket=1`, { id: token.id });
    expect([again.body.is_active, again.body.from_ticket.id === ticket]).toEqual([false, false]);
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from operate_logs where resource_id = ${ticket}`.execute(server.db);
    // Opened, and approved.
    expect(rows[0]?.n).toBe(2);
  });

  test('are over when somebody rejects, withdraws, or nobody decides in time', async () => {
    const { asker, first, second, waiting } = await guarded();
    const component = (await registerComponent(server)).api;
    const dead = async (token: Json) => expect((await component.post(SECRET, { id: token.id })).status).toBe(403);

    const rejected = await waiting();
    expect((await second.api.put(`${TICKETS}${rejected.ticket}/reject/`, {})).status).toBe(200);
    await dead(rejected.token);
    expect(codes(await first.api.put(`${TICKETS}${rejected.ticket}/approve/`, {}))).toEqual([400, 'ticket_closed']);
    await dead(rejected.token);

    const withdrawn = await waiting();
    expect((await asker.api.put(`${TICKETS}${withdrawn.ticket}/close/`, {})).status).toBe(200);
    expect(codes(await first.api.put(`${TICKETS}${withdrawn.ticket}/approve/`, {}))).toEqual([400, 'ticket_closed']);
    await dead(withdrawn.token);

    const late = await waiting();
    await timePasses(late.ticket);
    expect(codes(await first.api.put(`${TICKETS}${late.ticket}/approve/`, {}))).toEqual([400, 'ticket_closed']);
    await runLapse();
    expect((await asker.api.get<Json>(`${TICKETS}${late.ticket}/`)).body.state.value).toBe('closed');
    const comments = await asker.api.get<Json[]>(`tickets/comments/?ticket_id=${late.ticket}`);
    expect(comments.body.map((one) => [one.state, one.user_display === ''])).toEqual([
      ['pending', false],
      ['closed', true],
    ]);
    await dead(late.token);
  });

  test('are decided by nobody but those who were asked and still may', async () => {
    const { asker, first, second, stranger, rule, ask, waiting } = await guarded();
    const { ticket } = await waiting();
    const url = `${TICKETS}${ticket}/`;
    for (const api of [stranger.api, root, admin, server.anyone])
      for (const verb of ['approve', 'reject', 'close']) expect([401, 404]).toContain((await api.put(`${url}${verb}/`, {})).status);
    expect((await stranger.api.get(url)).status).toBe(404);
    expect((await stranger.api.get<Json[]>(TICKETS)).body).toEqual([]);
    expect((await stranger.api.get(`tickets/comments/?ticket_id=${ticket}`)).status).toBe(400);
    expect((await stranger.api.get('tickets/comments/')).status).toBe(400);
    // By another type's address there is no such ticket.
    expect((await first.api.put(`tickets/apply-login-tickets/${ticket}/approve/`, {})).status).toBe(404);
    for (const verb of ['approve', 'reject']) expect((await asker.api.put(`${url}${verb}/`, {})).status).toBe(403);
    // Gone from the organisation since.
    await sql`delete from role_bindings where user_id = ${first.id} and org_id = ${org.id}`.execute(server.db);
    expect((await first.api.put(`${url}approve/`, {})).status).toBe(403);
    await admin.patch(`users/users/${second.id}/`, { is_active: false });
    expect((await second.api.put(`${url}approve/`, {})).status).toBe(401);
    expect((await asker.api.get<Json>(url)).body.state.value).toBe('pending');
    // Nobody able is left, so there is nothing to wait for.
    expect(codes(await ask())).toEqual([400, 'acl_reject']);
    // Who asks is no reviewer of their own, though the rule names them.
    await admin.patch(`acls/login-asset-acls/${rule.id}/`, { reviewers: [asker.id] });
    expect(codes(await ask())).toEqual([400, 'acl_reject']);
  });

  test('of two who decide at the same moment, one does', async () => {
    const { first, second, waiting } = await guarded();
    for (let round = 0; round < 3; round += 1) {
      const { ticket } = await waiting();
      const answers = await Promise.all([
        first.api.put<Json>(`${TICKETS}${ticket}/approve/`, {}),
        second.api.put<Json>(`${TICKETS}${ticket}/reject/`, {}),
      ]);
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400]);
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from ticket_comments where ticket_id = ${ticket} and state in ('approved', 'rejected')`.execute(
        server.db,
      );
      expect(rows[0]?.n).toBe(1);
    }
  });

  test('lead those who approved to the session that came of it, and to no other', async () => {
    const { asker, first, stranger, host, waiting } = await guarded();
    const carrier = await registerComponent(server);
    const component = carrier.api;
    const { ticket } = await waiting();
    const session = async (change: { user_id?: string; asset_id?: string } = {}) => {
      const about = { user_id: asker.id, asset_id: host.id, ...change };
      await exchanged(server, carrier.terminalId, about);
      return made(component.inOrg(org.id), 'terminal/sessions/', {
        user: `${asker.username}(${asker.username})`,
        asset: host.name,
        account: 'root',
        account_id: TYPED_IN,
        protocol: 'ssh',
        org_id: org.id,
        ...about,
      });
    };
    const link = (id: unknown, api = component) => api.post<Json>('tickets/ticket-session-relation/', { ticket, session: id });
    const own = await session();
    // Not approved yet.
    expect((await link(own.id)).status).toBe(400);
    expect((await first.api.get(`${TICKETS}${ticket}/session/`)).status).toBe(404);
    // In the place of one who was asked, which is as good.
    const deputy = await person();
    const [date_start, date_end] = [-1_000, 60_000].map((ms) => new Date(Date.now() + ms).toISOString());
    await made(first.api, 'tickets/delegations/', { delegate: deputy.id, date_start, date_end });
    expect((await deputy.api.put(`${TICKETS}${ticket}/approve/`, {})).status).toBe(200);
    expect((await link((await session({ user_id: stranger.id })).id)).status).toBe(400);
    expect((await link((await session({ asset_id: (await createHost(admin)).id })).id)).status).toBe(400);
    expect((await link(own.id, (await registerComponent(server)).api)).status).toBe(400);
    expect((await link(own.id, root)).status).toBe(400);
    expect((await link(own.id)).status).toBe(201);
    expect((await first.api.get<Json>(`${TICKETS}${ticket}/session/`)).body).toMatchObject({ id: own.id, is_finished: false });
    expect((await stranger.api.get(`${TICKETS}${ticket}/session/`)).status).toBe(404);

    // Whoever may see the session is told of the review, though not of the ticket.
    const reviews = (id: unknown, api = admin) => api.get<Json[]>(`terminal/sessions/${id}/reviews/`);
    expect((await reviews(own.id)).body).toEqual([
      {
        type: { value: 'login_asset_confirm', label: expect.any(String) },
        state: { value: 'approved', label: expect.any(String) },
        command: '',
        processor: `${deputy.username}(${deputy.username})`,
        date_created: expect.any(String),
        date_decided: expect.any(String),
      },
    ]);
    expect((await reviews((await session()).id)).body).toEqual([]);
    expect((await reviews(own.id, stranger.api)).status).toBe(403);
    expect((await reviews(own.id, root.inOrg(ORG.DEFAULT))).status).toBe(404);

    const kill = (api: Api, ids: unknown) => api.post<Json>('terminal/tasks/kill-session-for-ticket/', ids);
    const other = await session();
    for (const [api, ids] of [
      [stranger.api, [own.id]],
      [asker.api, [own.id]],
      [first.api, [own.id, other.id]],
      [first.api, [own.id, own.id]],
      [first.api, []],
    ] as const)
      expect((await kill(api, ids)).status).toBe(403);
    expect((await kill(first.api, own.id)).status).toBe(400);
    for (const { api } of [deputy, first]) expect((await kill(api, [own.id])).body).toEqual({ ok: [own.id] });
    const { rows } = await sql<{ kwargs: Json }>`select kwargs from terminal_tasks where args = ${own.id} order by date_created`.execute(
      server.db,
    );
    expect(rows.map((row) => row.kwargs.terminated_by)).toEqual([deputy, first].map(({ username }) => `${username}(${username})`));
  });

  test('are waited for by a component in the name of somebody at its door', async () => {
    const { asker, first, host } = await guarded();
    const component = (await registerComponent(server)).api;
    const body = { user: asker.id, asset: host.id, account: 'root', protocol: 'ssh', connect_method: 'ssh', remote_addr: '10.9.8.7' };
    const url = 'authentication/super-connection-token/';
    expect(codes(await component.post(url, body))).toEqual([400, 'acl_review']);
    const token = (await component.post<Json>(`${url}?create_ticket=true`, body)).body;
    const { check_ticket_api: check, close_ticket_api: close } = token.from_ticket_info;
    expect([check.method, close.method, close.url]).toEqual(['GET', 'DELETE', check.url]);
    expect((await component.get<Json>(check.url)).body.status.value).toBe('open');
    expect((await component.patch(`${url}renewal/`, { id: token.id })).status).toBe(403);
    await first.api.put(`${TICKETS}${token.from_ticket.id}/approve/`, {});
    expect((await component.get<Json>(check.url)).body).toMatchObject({ state: { value: 'approved' }, status: { value: 'closed' } });
    expect((await component.post<Json>(SECRET, { id: token.id })).body).toMatchObject({ user: { id: asker.id } });
  });

  test('are asked about by components that open them without a token', async () => {
    const { asker, first, host, rule, stranger } = await guarded();
    const component = (await registerComponent(server)).api;
    const url = 'acls/login-asset/check/';
    const body = { user_id: asker.id, asset_id: host.id, account_username: 'root' };
    const asked = (await component.post<Json>(url, body)).body;
    expect(asked).toMatchObject({ need_review: true, check_review_status: { method: 'GET' }, close_review: { method: 'DELETE' } });
    expect(asked.reviewers).toHaveLength(2);
    await first.api.put(`${TICKETS}${asked.ticket_id}/approve/`, {});
    expect((await component.get<Json>(asked.check_review_status.url)).body.state.value).toBe('approved');
    expect((await stranger.api.post(url, body)).status).toBe(403);
    expect((await root.post(url, body)).status).toBe(403);
    expect((await component.post(url, { ...body, asset_id: asker.id })).status).toBe(400);
    await admin.patch(`acls/login-asset-acls/${rule.id}/`, { action: 'reject' });
    expect(codes(await component.post(url, body))).toEqual([400, 'acl_reject']);
    await admin.patch(`acls/login-asset-acls/${rule.id}/`, { is_active: false });
    expect((await component.post(url, body)).body).toEqual({ need_review: false });
  });

  test('a reusable token cannot be made of a reviewed one, and nobody floods the reviewers', async () => {
    const { asker, first, ask, waiting } = await guarded();
    const { token, ticket } = await waiting();
    await first.api.put(`${TICKETS}${ticket}/approve/`, {});
    expect((await asker.api.patch(`${TOKEN}${token.id}/reuse/`, { is_reusable: true })).status).toBe(403);
    let status = 201;
    for (let round = 0; round < 25 && status === 201; round += 1) status = (await ask()).status;
    expect(status).toBe(429);
  });

  test('those who take part can talk, and are bounded', async () => {
    const { asker, first, waiting } = await guarded();
    const { ticket } = await waiting();
    const url = `tickets/comments/?ticket_id=${ticket}`;
    expect((await first.api.post(url, { body: 'Why now?' })).status).toBe(201);
    expect((await asker.api.post(url, { body: '<b>Maintenance</b>' })).status).toBe(201);
    expect((await asker.api.post(url, { body: '   ' })).status).toBe(400);
    expect((await asker.api.post(url, { body: 'x'.repeat(5000) })).status).toBe(400);
    const comments = await asker.api.get<Json[]>(url);
    expect(comments.body.filter((one) => one.type === 'common').map((one) => one.body)).toEqual(['Why now?', '<b>Maintenance</b>']);
  });
});

describe('rules that ask for reviews', () => {
  const rule = (body: object) =>
    admin.post<Json>('acls/login-asset-acls/', {
      name: uniqueName('rule'),
      users: { type: 'all' },
      assets: { type: 'all' },
      accounts: ['nobody-at-all'],
      action: 'review',
      rules: anywhere,
      ...body,
    });

  test('name people of the organisation', async () => {
    const inside = await person();
    const elsewhere = await createUser(root.inOrg((await createOrganisation(root)).id), { org_roles: [ROLE.ORG_USER] });
    expect((await rule({})).body).toHaveProperty('reviewers');
    expect((await rule({ reviewers: [elsewhere.id] })).body).toHaveProperty('reviewers');
    // Somebody of another organisation is nobody here, and is not left out in silence.
    expect((await rule({ reviewers: [inside.id, elsewhere.id] })).body).toHaveProperty('reviewers');
    const kept = await rule({ reviewers: [inside.id] });
    expect(kept.body.reviewers.map((one: Json) => one.id)).toEqual([inside.id]);
    expect((await admin.patch(`acls/login-asset-acls/${kept.body.id}/`, { reviewers: [] })).body).toHaveProperty('reviewers');
    expect((await admin.patch(`acls/login-asset-acls/${kept.body.id}/`, { name: uniqueName('renamed') })).status).toBe(200);
  });

  test('need a licence when they are made; those that stand keep standing, and are decided', async () => {
    const bare = await startTestServer({ licence: null });
    try {
      const boss = await bare.as('admin');
      const user = await createUser(boss);
      const answer = await boss.post<Json>('acls/login-acls/', {
        name: 'review',
        users: only(user.id),
        action: 'review',
        reviewers: [user.id],
        rules: anywhere,
      });
      expect(codes(answer)).toEqual([403, 'licence_required']);
      // Not the licence's answer: there is no such ticket.
      expect((await boss.put(`${TICKETS}${user.id}/approve/`, {})).status).toBe(404);
    } finally {
      await bare.close();
    }
  });
});

test('the job takes no ticket that still has time', async () => {
  const { asker, waiting } = await guarded();
  const { ticket } = await waiting();
  await runLapse();
  expect((await asker.api.get<Json>(`${TICKETS}${ticket}/`)).body.status.value).toBe('open');
});
