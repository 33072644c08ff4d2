import { ROLE } from '@postern/contract/ids';
import type { Json } from '@postern/testkit/api';
import { sql } from 'kysely';
import type { World } from './world.ts';

/**
 * Rows whose relations lead somewhere, by the list in which they are: what an empty list holds cannot be compared. A value
 * that begins with a slash is an address to ask instead, for lists that hold nothing without a parameter.
 */
export async function rowsBelow(world: World): Promise<ReadonlyMap<string, string>> {
  const admin = world.admin.inOrg(world.here);
  const of = (name: string): Promise<string> => world.row(name, world.here);
  const made = async (url: string, body: Json): Promise<string> => {
    const answer = await admin.post<Json>(url, body);
    if (answer.status !== 201) throw new Error(`${url}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body.id;
  };
  const [user, group, domain, node, platform] = await Promise.all(['user', 'usergroup', 'domain', 'node', 'platform'].map(of));
  const asset = await made('assets/hosts/', {
    ...(await world.body('host', world.here)),
    domain: { pk: domain },
    labels: [{ name: 'env', value: 'shape' }],
    accounts: [{ name: 'root', username: 'root', secret_type: 'password', secret: 'open sesame 3' }],
  });
  const [root] = (await admin.get<Json[]>(`accounts/accounts/?asset=${asset}`)).body;
  const switched = await made('accounts/accounts/', {
    asset,
    name: 'app',
    username: 'app',
    secret_type: 'password',
    su_from: { pk: root?.id },
  });
  await admin.patch(`accounts/accounts/${switched}/`, { secret: 'open sesame 4' });
  await admin.patch(`accounts/accounts/${switched}/`, { secret: 'open sesame 5' });
  const people = { users: [user], user_groups: [group] };
  const everything = { ...people, assets: [asset], nodes: [node], accounts: ['@ALL'], actions: ['all'] };
  const permission = await made('perms/asset-permissions/', { name: 'shapes', ...everything });
  await admin.patch(`users/groups/${group}/`, { users: [user] });
  await admin.patch(`users/users/${user}/`, { phone: '13800138000', groups: [group] });
  // The caller reaches the asset, too: what people reach is asked for as oneself.
  const me = (await admin.get<Json>('users/profile/')).body.id;
  await admin.post('users/users/invite/', { users: [me], org_roles: [ROLE.ORG_USER] });
  await made('perms/asset-permissions/', { name: 'mine', ...everything, users: [me] });
  const [log] = (await admin.get<Json[]>('audits/operate-logs/')).body;
  await admin.put(`users/users/${user}/password/`, { password: 'Sturdy-Gate-44!' });
  await sql`
    insert into sessions (id, org_id, "user", user_id, asset, asset_id, account, account_id, protocol, is_finished, is_success, date_start)
    values (gen_random_uuid(), ${world.here}, 'Me(admin)', ${me}, 'a', ${asset}, 'root', '', 'ssh', true, true, now())`.execute(
    world.server.db,
  );
  await sql`
    insert into delivery_failures (way, failures, error, date_since, date_last) values ('sms', 2, 'unreachable', now(), now())`.execute(
    world.server.db,
  );
  const automations = await Promise.all(
    ['changesecret', 'pushaccount'].map(async (kind) => {
      const id = await world.make(`${kind}automation`, world.here);
      const { url } = world.server.assembly.kernel.byName(`${kind}automation`);
      await admin.patch(`${url}${id}/`, { assets: [asset], nodes: [node], ...(kind === 'changesecret' ? { recipients: [user] } : {}) });
      return id;
    }),
  );
  const gateway = await made('assets/gateways/', { ...(await world.body('gateway', world.here)), domain: { pk: domain } });
  const [{ nodes: [{ id: tree }] = [{ id: node }] } = {}] = (await admin.get<Json[]>(`assets/gateways/?ids=${gateway}`)).body;
  const task = await of('syncinstancetask');
  await Promise.all(['syncinstancetaskexecution', 'syncinstancedetail'].map(of));
  const ticket = await of('applyloginassetticket');
  const [date_start, date_end] = [0, 3_600_000].map((ms) => new Date(Date.now() + ms).toISOString());
  await made('tickets/delegations/', { delegate: user, date_start, date_end });
  const list = '/api/v1/';
  return new Map([
    [`${list}assets/assets/`, asset],
    [`${list}assets/hosts/`, asset],
    [`${list}assets/platforms/`, String(platform)],
    [`${list}accounts/accounts/`, switched],
    [`${list}accounts/account-secrets/`, switched],
    [`${list}accounts/account-secrets/:id/histories/`, `${list}accounts/account-secrets/${switched}/histories/`],
    [`${list}perms/asset-permissions/`, permission],
    [`${list}perms/asset-permissions/:id/users/all/`, `${list}perms/asset-permissions/${permission}/users/all/`],
    [`${list}perms/asset-permissions/:id/assets/all/`, `${list}perms/asset-permissions/${permission}/assets/all/`],
    [`${list}perms/asset-permissions/:id/accounts/`, `${list}perms/asset-permissions/${permission}/accounts/`],
    [`${list}perms/users/self/assets/:id/accounts/`, `${list}perms/users/self/assets/${asset}/accounts/`],
    [`${list}audits/activities/`, `${list}audits/activities/?resource_id=${asset}`],
    [`${list}audits/operate-logs/`, String(log?.id)],
    [`${list}terminal/commands/`, await of('command')],
    [`${list}accounts/change-secret-automations/`, String(automations[0])],
    [`${list}accounts/push-account-automations/`, String(automations[1])],
    [`${list}accounts/change-secret/:id/assets/`, `${list}accounts/change-secret/${automations[0]}/assets/`],
    [`${list}accounts/push-account/:id/assets/`, `${list}accounts/push-account/${automations[1]}/assets/`],
    ...['users', 'permissions'].flatMap((below): [string, string][] => [
      [`${list}rbac/system-roles/:id/${below}/`, `${list}rbac/system-roles/${ROLE.USER}/${below}/`],
      [`${list}rbac/org-roles/:id/${below}/`, `${list}rbac/org-roles/${ROLE.ORG_USER}/${below}/`],
    ]),
    [`${list}tickets/super-tickets/:id/status/`, `${list}tickets/super-tickets/${await of('applycommandticket')}/status/`],
    ...['platform', 'gateways', 'perm-users', 'perm-user-groups'].map((below): [string, string] => [
      `${list}assets/assets/:id/${below}/`,
      `${list}assets/assets/${asset}/${below}/`,
    ]),
    [`${list}assets/nodes/:id/assets/`, `${list}assets/nodes/${tree}/assets/`],
    [`${list}assets/nodes/:id/children/`, `${list}assets/nodes/${tree}/children/`],
    [`${list}accounts/accounts/su-from-accounts/`, `${list}accounts/accounts/su-from-accounts/?asset=${asset}`],
    [`${list}perms/users/:user/assets/`, `${list}perms/users/${user}/assets/`],
    [`${list}rbac/system-roles/:id/permissions/tree/`, `${list}rbac/system-roles/${ROLE.USER}/permissions/tree/`],
    ...['', 'mentionable/'].map((below): [string, string] => [
      `${list}tickets/comments/${below}`,
      `${list}tickets/comments/${below}?ticket_id=${ticket}`,
    ]),
    ...['history', 'instances'].map((below): [string, string] => [
      `${list}xpack/cloud/sync-instance-tasks/:id/${below}/`,
      `${list}xpack/cloud/sync-instance-tasks/${task}/${below}/`,
    ]),
    [`${list}users/groups/`, String(group)],
    [`${list}users/users/`, String(user)],
  ]);
}
