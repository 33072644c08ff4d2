import { randomUUID } from 'node:crypto';
import { signedRequest } from '@postern/client/component-request';
import type { LiveRules } from '@postern/contract/component';
import { ORG, ROLE } from '@postern/contract/ids';
import type { Api, Json } from '@postern/testkit/api';
import { createAccount, createHost, createOrganisation, createUser, uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { beforeAll, describe, expect, test } from 'vitest';
import { exchanged } from '../../../test/exchanged.ts';
import { BOOTSTRAP_TOKEN, LOCAL_PROOF, serverOfFile } from '../../../test/harness.ts';

/** Access that people take in an emergency: who may, what of, for how long, and what becomes of it. */

let admin: Api;
let orgId: string;
let reviewer: Somebody;
let host: Json;

interface Somebody {
  id: string;
  username: string;
  api: Api;
}

const BASE = 'tickets/apply-asset-tickets/';
const MINUTE = 60_000;
const SECRET = new Secret({ size: 20 }).base32;
const codes = (answer: { status: number; body: Json }) => [answer.status, answer.body?.code];
const setting = async (values: object) =>
  expect((await root.patch('settings/setting/?category=basic', values)).status, JSON.stringify(values)).toBe(200);

async function person(withFactor = true): Promise<Somebody> {
  const user = await createUser(admin, { org_roles: [ROLE.ORG_USER] });
  const api = (await server.browser(user.username)).inOrg(orgId);
  if (withFactor)
    await sql`update users set otp_secret = ${server.platform.secrets.encrypt(SECRET)} where id = ${user.id}`.execute(server.db);
  return { id: user.id, username: user.username, api };
}
const prove = async ({ api }: Somebody) =>
  expect(
    (
      await api.post('authentication/confirm/', {
        confirm_type: 'mfa',
        mfa_type: 'otp',
        secret_key: new TOTP({ secret: Secret.fromBase32(SECRET) }).generate(),
      })
    ).body,
  ).toBe('ok');
const take = (who: Somebody, more: object = {}) =>
  who.api.post<Json>(`${BASE}break-glass/`, {
    org_id: orgId,
    comment: 'the pager went off',
    apply_nodes: [],
    apply_assets: [host.id],
    apply_accounts: ['root'],
    apply_actions: ['connect'],
    ...more,
  });
async function taken(who: Somebody): Promise<Json> {
  await prove(who);
  const answer = await take(who);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}
const reaches = async (who: Somebody): Promise<Json[]> => {
  const { body } = await who.api.get<Json[]>(`perms/users/self/assets/${host.id}/accounts/`);
  return Array.isArray(body) ? body : [];
};
const told = async (who: { api: Api }, word: string): Promise<Json[]> =>
  (await who.api.get<Json[]>('notifications/site-messages/')).body.filter((one) => JSON.stringify(one).includes(word));

const server = serverOfFile();
const root = forThisFile(async () => (await server.as('admin')).inOrg(ORG.ROOT));
beforeAll(async () => {
  orgId = (await createOrganisation(root)).id;
  admin = root.inOrg(orgId);
  host = await createHost(admin);
  await createAccount(admin, host.id, { username: 'root', name: 'root', secret: 'x' });
  reviewer = await person(false);
  const [flow] = (await admin.get<Json[]>('tickets/flows/')).body;
  const rules = [{ strategy: 'custom_user', assignees: [reviewer.id] }];
  expect((await admin.put(`tickets/flows/${flow?.id}/`, { type: 'apply_asset', approval_level: 1, rules })).status).toBe(200);
  await setting({ TICKET_BREAK_GLASS: true, TICKET_BREAK_GLASS_MINUTES: 30 });
});

const says = async (who: { api: Api }, id: string) =>
  expect((await who.api.post(`tickets/comments/?ticket_id=${id}`, { body: 'I have looked at it.' })).status).toBe(201);

describe('access is taken', () => {
  test('where somebody switched it on, by whoever shows a second factor now', async () => {
    const [asker, bare] = [await person(), await person(false)];
    await setting({ TICKET_BREAK_GLASS: false });
    expect(codes(await take(asker))).toEqual([403, 'break_glass_closed']);
    await setting({ TICKET_BREAK_GLASS: true });
    // No setting that spares a confirmation elsewhere spares it here, and nothing weaker will do.
    const spare = (on: boolean) =>
      server.platform.asSystem('test', (ctx) => server.platform.systemSettings.set(ctx, { SECURITY_VIEW_AUTH_NEED_MFA: on }));
    await spare(false);
    const refused = await take(asker);
    await spare(true);
    expect([refused.status, refused.body]).toMatchObject([412, { type: 'user_confirm_required', code: 'mfa' }]);
    expect(codes(await take(bare))).toEqual([403, 'second_factor_missing']);
    // A key has nobody who could show one.
    const key = await server.as(asker.username);
    expect(codes(await take({ ...asker, api: key.inOrg(orgId) }))).toEqual([403, 'permission_denied']);
    expect(await reaches(asker)).toEqual([]);
    await prove(asker);
    for (const more of [
      { comment: ' ' },
      { apply_assets: [] },
      { apply_accounts: [] },
      { org_id: ORG.ROOT },
      { apply_assets: [ORG.SYSTEM] },
    ])
      expect((await take(asker, more)).status, JSON.stringify(more)).toBe(400);
    await setting({ TICKET_OFFERED: 'nothing' });
    expect((await take(asker)).status).toBe(400);
    await setting({ TICKET_OFFERED: 'all' });
    // A factor that was shown long ago is none.
    const shown = (minutes: number) =>
      sql`update login_sessions set data = jsonb_set(data, '{confirm,at}', to_jsonb(${Date.now() - minutes * MINUTE}::bigint))
        where user_id = ${asker.id} and data ? 'confirm'`.execute(server.db);
    await shown(6);
    expect((await take(asker)).status).toBe(412);
    await shown(4);
    expect((await take(asker)).status).toBe(201);
  });

  test('at once and for so long; those who would decide are alarmed, and review it', async () => {
    const asker = await person();
    const before = Date.now();
    const ticket = await taken(asker);
    expect(ticket).toMatchObject({ taken: true, state: { value: 'pending' }, status: { value: 'open' }, comment: 'the pager went off' });
    expect((await reaches(asker)).map((one) => one.username)).toEqual(['root']);
    const permission = (await admin.get<Json>(`perms/asset-permissions/${ticket.id}/`)).body;
    expect(permission).toMatchObject({ from_ticket: true, users: [{ id: asker.id }], accounts: ['root'], is_valid: true });
    const ends = Date.parse(permission.date_expired.replaceAll('/', '-'));
    expect(ends - before).toBeGreaterThan(29 * MINUTE);
    expect(ends - before).toBeLessThan(31 * MINUTE);
    for (const who of [reviewer, { api: root }]) {
      const [alarm, ...more] = await told(who, ticket.id);
      expect(more).toEqual([]);
      expect(JSON.stringify(alarm)).toContain('took access without approval');
      expect(JSON.stringify(alarm)).toContain('the pager went off');
      expect(JSON.stringify(alarm)).not.toMatch(/\{\w+\}/);
    }
    // Whoever took it neither reviews it nor takes the question away.
    for (const verdict of ['approve', 'reject', 'close'])
      expect((await asker.api.put(`tickets/tickets/${ticket.id}/${verdict}/`)).status, verdict).toBe(403);
    expect((await reviewer.api.put(`tickets/tickets/${ticket.id}/close/`)).status).toBe(403);
    await sql`update asset_permissions set date_expired = now() - interval '1 second' where id = ${ticket.id}`.execute(server.db);
    expect(await reaches(asker)).toEqual([]);
    // A review says why, in words of whoever makes it.
    for (const verdict of ['approve', 'reject'])
      expect(codes(await reviewer.api.put(`tickets/tickets/${ticket.id}/${verdict}/`)), verdict).toEqual([400, 'review_without_words']);
    expect((await asker.api.post(`tickets/comments/?ticket_id=${ticket.id}`, { body: 'It was on fire.' })).status).toBe(201);
    expect(codes(await reviewer.api.put(`tickets/tickets/${ticket.id}/approve/`))).toEqual([400, 'review_without_words']);
    await says(reviewer, ticket.id);
    // A review gives nothing, whatever is sent along, also once what was taken is gone.
    const late = await reviewer.api.put<Json>(`${BASE}${ticket.id}/approve/`, {
      apply_nodes: [],
      apply_assets: [host.id],
      apply_accounts: ['@ALL'],
      apply_actions: ['connect'],
      apply_date_start: new Date().toISOString(),
      apply_date_expired: new Date(before + 99 * MINUTE).toISOString(),
    });
    expect([late.status, late.body]).toEqual([200, 'ok']);
    expect(await reaches(asker)).toEqual([]);
    const { state } = (await asker.api.get<Json>(`${BASE}${ticket.id}/`)).body;
    expect(state.value).toBe('approved');
    expect((await told(asker, ticket.id)).map((one) => JSON.stringify(one)).join()).toContain('Found justified');
  });

  test('a few times an hour', async () => {
    const asker = await person();
    await prove(asker);
    for (const _time of [1, 2, 3]) expect((await take(asker)).status).toBe(201);
    expect(codes(await take(asker))).toEqual([429, 'throttled']);
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from tickets where applicant_id = ${asker.id}`.execute(server.db);
    expect(rows[0]?.n).toBe(3);
  });

  test('not where nobody could review it', async () => {
    const [flow] = (await admin.get<Json[]>('tickets/flows/')).body;
    const asker = await person();
    const rules = (assignee: string) => ({
      type: 'apply_asset',
      approval_level: 1,
      rules: [{ strategy: 'custom_user', assignees: [assignee] }],
    });
    await admin.put(`tickets/flows/${flow?.id}/`, rules(asker.id));
    await prove(asker);
    expect(codes(await take(asker))).toEqual([400, 'request_impossible']);
    await admin.put(`tickets/flows/${flow?.id}/`, rules(reviewer.id));
  });
});

describe('what was taken ends', () => {
  /** A live session of somebody, at a component that asks for the rules of now. */
  async function live(who: Somebody): Promise<() => Promise<LiveRules | undefined>> {
    const { body } = await server.anyone.post<Json>(
      'terminal/terminal-registrations/',
      { name: uniqueName('koko'), type: 'koko', comment: '' },
      { headers: { authorization: `BootstrapToken ${BOOTSTRAP_TOKEN}`, 'x-postern-local': LOCAL_PROOF } },
    );
    const request = signedRequest(server.url, body.service_account.access_key);
    const { rows } = await sql<{ id: string }>`select id from terminals where user_id = ${body.service_account.id}`.execute(server.db);
    const [account] = (await admin.get<Json[]>(`accounts/accounts/?asset=${host.id}`)).body;
    const id = randomUUID();
    const about = { user_id: who.id, asset_id: host.id, account_id: String(account?.id) };
    await exchanged(server, String(rows[0]?.id), about);
    const more = { user: 'u', asset: 'a', account: 'root', org_id: orgId, protocol: 'ssh', login_from: 'WT', type: 'normal' };
    await request({
      method: 'POST',
      path: '/api/v1/terminal/sessions/',
      body: { id, ...about, ...more, is_success: true, is_finished: false, remote_addr: '192.0.2.7' },
    });
    const sessions = [{ id, account: 'root', method: 'web_cli' }];
    return async () =>
      (await request<Record<string, LiveRules>>({ method: 'POST', path: '/api/v1/terminal/sessions/rules/', body: { sessions } }))[id];
  }

  test('when it is found not justified, with the sessions that live by it', async () => {
    const asker = await person();
    const ticket = await taken(asker);
    const rules = await live(asker);
    expect(await rules()).toMatchObject({ refused: null });
    await says(reviewer, ticket.id);
    expect((await reviewer.api.put(`tickets/tickets/${ticket.id}/reject/`)).body).toBe('ok');
    expect(await rules()).toMatchObject({ refused: 'permission' });
    expect(await reaches(asker)).toEqual([]);
    expect((await admin.get<Json>(`perms/asset-permissions/${ticket.id}/`)).body.is_active).toBe(false);
    const history = (await asker.api.get<Json[]>(`tickets/comments/?ticket_id=${ticket.id}`)).body.map((one) => one.body).join('\n');
    expect(history).toContain('Found not justified');
  });

  test('now, by whoever took it or was alarmed, and the review stays', async () => {
    const end = (who: Somebody, id: string) => who.api.put<Json>(`${BASE}${id}/end/`);
    const [asker, other] = [await person(), await person()];
    for (const [taker, who] of [
      [asker, asker],
      [other, reviewer],
    ] as const) {
      const ticket = await taken(taker);
      const rules = await live(taker);
      expect(await rules()).toMatchObject({ refused: null });
      expect((await end(await person(false), ticket.id)).status).toBe(404);
      expect((await end(who, ticket.id)).body).toBe('ok');
      expect(await rules()).toMatchObject({ refused: 'permission' });
      expect(codes(await end(who, ticket.id))).toEqual([400, 'ticket_closed']);
      expect((await reviewer.api.get<Json>(`${BASE}${ticket.id}/`)).body.state.value).toBe('pending');
    }
    // What was asked for and given is no such thing.
    const asked = await asker.api.post<Json>(`${BASE}open/`, {
      title: 'x',
      org_id: orgId,
      apply_nodes: [],
      apply_assets: [host.id],
      apply_accounts: ['root'],
      apply_date_start: new Date().toISOString(),
      apply_date_expired: new Date(Date.now() + 30 * MINUTE).toISOString(),
    });
    await reviewer.api.put(`tickets/tickets/${asked.body.id}/approve/`);
    expect(codes(await end(asker, asked.body.id))).toEqual([400, 'ticket_closed']);
  });
});
