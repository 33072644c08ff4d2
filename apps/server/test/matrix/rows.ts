import { ROLE } from '@postern/contract/ids';
import { text } from '@postern/contract/text';
import type { Json } from '@postern/testkit/api';
import { TEST_PASSWORD, uniqueName } from '@postern/testkit/factories';
import { sql } from 'kysely';
import { startTask } from '../../src/features/tasks/index.ts';
import { messagingOf } from '../../src/messaging.ts';
import { exchanged } from '../exchanged.ts';
import { registerComponent } from './actors.ts';
import { appletPackage } from './applet-package.ts';
import { created, patiently } from './asking.ts';
import type { World } from './world-shape.ts';

/** How rows come about that nobody makes by a POST to their list. */

/** A run of an automation as it is written down when it starts; no worker takes it up here. */
const runOf =
  (type: string, automation: string) =>
  async (world: World, org: string): Promise<string> => {
    const { rows } = await sql<{ id: string }>`
      insert into automation_executions (id, org_id, type, automation_id)
      values (gen_random_uuid(), ${org}, ${type}, ${await world.row(automation, org)}) returning id`.execute(world.server.db);
    return String(rows[0]?.id);
  };

/** A run of cloud sync, and an instance, as a run writes them down. */
const syncRun = async (world: World, org: string): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    insert into sync_instance_task_executions (id, org_id, task_id, date_start)
    values (gen_random_uuid(), ${org}, ${await world.row('syncinstancetask', org)}, now()) returning id`.execute(world.server.db);
  return String(rows[0]?.id);
};
const syncInstance = async (world: World, org: string): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    insert into sync_instance_details (id, org_id, task_id, account_id, instance_id, asset_ip)
    select gen_random_uuid(), org_id, id, account_id, ${uniqueName('i')}, '10.1.2.3' from sync_instance_tasks
    where id = ${await world.row('syncinstancetask', org)} returning id`.execute(world.server.db);
  return String(rows[0]?.id);
};

/** What a run wrote down about one account. */
const recordOf =
  (type: string) =>
  async (world: World, org: string): Promise<string> => {
    const account = await world.make('account', org);
    const { rows } = await sql<{ id: string }>`
      insert into change_secret_records (id, org_id, type, execution_id, asset_id, account_id, secret_type, new_secret)
      select gen_random_uuid(), org_id, ${type}, gen_random_uuid(), asset_id, id, secret_type, secret from accounts where id = ${account}
      returning id`.execute(world.server.db);
    return String(rows[0]?.id);
  };

const REVIEW = { action: 'review', rules: { ip_group: ['*'], time_period: [] } };

/** Somebody new who may be asked, and the administrator, who takes part in the tickets that are looked at. */
async function reviewed(world: World, org: string): Promise<{ user: { id: string; username: string }; me: string }> {
  const admin = world.admin.inOrg(org);
  const id = await world.make('user', org);
  const { username } = (await admin.get(`users/users/${id}/`)).body;
  const me = (await admin.get('users/profile/')).body.id;
  await admin.post('users/users/invite/', { users: [me], org_roles: [ROLE.ORG_USER] });
  return { user: { id, username }, me };
}

/** A review that was prepared, with one line, and the administrator among those who decide. */
async function prepared(world: World, org: string): Promise<{ review: string; line: string }> {
  const review = await world.make('accessreview', org);
  const me = (await world.admin.get('users/profile/')).body.id;
  await sql`update access_reviews set state = 'open' where id = ${review}`.execute(world.server.db);
  await sql`insert into access_review_reviewers (review_id, user_id) values (${review}, ${me}) on conflict do nothing`.execute(
    world.server.db,
  );
  const { rows } = await sql<{ id: string }>`
    insert into access_review_lines (id, org_id, review_id, permission, permission_id, side, subject, subject_id, date_start, date_expired, grant_digest)
    values (gen_random_uuid(), ${org}, ${review}, 'Books', gen_random_uuid(), 'user', 'Mia(mia)', gen_random_uuid(), now(), now(), '')
    returning id`.execute(world.server.db);
  return { review, line: String(rows[0]?.id) };
}

/** A session that the component reports after it was let onto the machine. */
async function reported(world: World, org: string, body: Json): Promise<Json> {
  await exchanged(world.server, world.component.terminalId, { user_id: body.user_id, asset_id: body.asset_id });
  return created('session', await world.component.api.inOrg(org).post('terminal/sessions/', body));
}

/** Resources whose rows do not come about by a POST to their list by an administrator. */
export const OTHERWISE: Readonly<Record<string, (world: World, org: string) => Promise<string>>> = {
  asset: (world, org) => world.make('host', org),
  ownaccessreview: async (world, org) => (await prepared(world, org)).review,
  accessreviewline: async (world, org) => (await prepared(world, org)).line,
  ownaccessreviewline: async (world, org) => (await prepared(world, org)).line,
  accountbackupexecution: async (world, org) => {
    const { rows } = await sql<{ id: string }>`
      insert into account_backup_executions (id, org_id, plan_id)
      values (gen_random_uuid(), ${org}, ${await world.row('accountbackupautomation', org)}) returning id`.execute(world.server.db);
    return String(rows[0]?.id);
  },
  jobexecution: async (world, org) => {
    const { rows } = await sql<{ id: string }>`
      insert into job_executions (id, org_id, job_id, creator_id, material, ordered, trigger, date_created)
      select gen_random_uuid(), org_id, id, creator_id, 'shell:uptime', '{}'::jsonb, 'manual', now() from jobs
      where id = ${await world.make('job', org)} returning id`.execute(world.server.db);
    return String(rows[0]?.id);
  },
  joblog: (world, org) => world.make('jobexecution', org),
  changesecretexecution: runOf('change_secret', 'changesecretautomation'),
  pushaccountexecution: runOf('push_account', 'pushaccountautomation'),
  gatheraccountsexecution: runOf('gather_accounts', 'gatheraccountsautomation'),
  syncinstancetaskexecution: syncRun,
  syncinstancedetail: syncInstance,
  changesecretrecord: recordOf('change_secret'),
  pushaccountrecord: recordOf('push_account'),
  async applet({ admin }) {
    const bytes = new Uint8Array(appletPackage(uniqueName('applet')));
    // Packages are read few at a time.
    const answer = await patiently(() => {
      const form = new FormData();
      form.set('file', new Blob([bytes]), 'applet.zip');
      return admin.post('terminal/applets/upload/', form);
    });
    return String(created('applet', answer).id);
  },
  async applethostdeployment(world, org) {
    const { rows } = await sql<{ id: string }>`
      insert into applet_host_deployments (id, host_id, is_full, task, status, date_created, date_updated)
      values (gen_random_uuid(), ${await world.row('applethost', org)}, false, gen_random_uuid(), 'pending', now(), now()) returning id`.execute(
      world.server.db,
    );
    return String(rows[0]?.id);
  },
  terminal: async ({ server }) => (await registerComponent(server)).terminalId,
  async accesskey({ admin, server }) {
    created('access key', await admin.post('authentication/access-keys/', {}));
    const { rows } = await sql<{ id: string }>`
      select k.id from access_keys k join users u on u.id = k.user_id where u.username = 'admin' order by k.date_created desc limit 1`.execute(
      server.db,
    );
    return String(rows[0]?.id);
  },
  async serviceaccountkey(world, org) {
    const account = await world.make('serviceaccount', org);
    return String(created('key', await world.admin.inOrg(org).post(`users/service-accounts/${account}/keys/`, {})).id);
  },
  async listfile({ server }, org) {
    const { rows } = await sql<{ id: string }>`
      insert into list_files (id, name, resource, file_format, query, user_id, org_id, language, time_zone)
      select gen_random_uuid(), 'host.csv', 'host', 'csv', '{}', id, ${org}, 'en', 'UTC' from users where username = 'admin' returning id`.execute(
      server.db,
    );
    return String(rows[0]?.id);
  },
  async session(world, org) {
    return (await reported(world, org, await world.body('session', org))).id;
  },
  async command(world, org) {
    const session = await world.make('session', org);
    created(
      'command',
      await world.component.api.inOrg(org).post('terminal/commands/', [
        {
          session,
          user: 'Somebody',
          asset: 'a',
          account: 'root',
          input: uniqueName('ls'),
          output: '',
          timestamp: 1_700_000_000,
          org_id: org,
        },
      ]),
    );
    const { rows } = await sql<{ id: string }>`select id from commands where session = ${session}`.execute(world.server.db);
    return String(rows[0]?.id);
  },
  async screentext(world, org) {
    const { rows } = await sql<{ id: string }>`
      insert into screen_texts (id, org_id, session_id, at, text, moment)
      values (gen_random_uuid(), ${org}, ${await world.row('session', org)}, 7, ${uniqueName('shown')}, now()) returning id`.execute(
      world.server.db,
    );
    return String(rows[0]?.id);
  },
  async ftplog(world, org) {
    const session = await world.make('session', org);
    const body = { session, user: 'u', asset: 'a', account: 'c', operate: 'upload', filename: uniqueName('file') };
    return String(created('file transfer', await world.component.api.inOrg(org).post('audits/ftp-logs/', body)).id);
  },
  async sessionsharing(world, org) {
    const me = (await world.admin.get('users/profile/')).body.id;
    const { id } = await reported(world, org, { ...(await world.body('session', org)), user_id: me });
    const body = { session: id, expired_time: 10, users: [] };
    return String(created('session share', await world.component.api.inOrg(org).post('terminal/session-sharings/', body)).id);
  },
  async sessionjoinrecord(world, org) {
    const sharing = await world.make('sessionsharing', org);
    const { verify_code } = (await world.component.api.get(`terminal/session-sharings/${sharing}/`)).body;
    const body = { sharing, joiner: await world.row('user', org), verify_code, remote_addr: '192.0.2.1' };
    return String(created('join record', await world.component.api.post('terminal/session-join-records/', body)).id);
  },
  async task(world, org) {
    const session = await world.make('session', org);
    const answer = await world.admin.inOrg(org).post('terminal/tasks/kill-session/', [session]);
    if (answer.status !== 200) throw new Error(`No task: ${answer.status}`);
    const { rows } = await sql<{ id: string }>`select id from terminal_tasks where args = ${session}`.execute(world.server.db);
    return String(rows[0]?.id);
  },
  async connectiontoken(world, org) {
    const admin = world.admin.inOrg(org);
    const asset = await world.make('host', org);
    created(
      'account',
      await admin.post('accounts/accounts/', { ...(await world.body('account', org)), asset, name: 'keeper', username: 'keeper' }),
    );
    const me = (await admin.get('users/profile/')).body.id;
    // Only members of an organisation can be named in its permissions.
    await admin.post('users/users/invite/', { users: [me], org_roles: [ROLE.ORG_USER] });
    created(
      'permission',
      await admin.post('perms/asset-permissions/', {
        name: uniqueName('token'),
        users: [me],
        assets: [asset],
        accounts: ['@ALL'],
        actions: ['all'],
      }),
    );
    const body = { asset, account: 'keeper', protocol: 'ssh', connect_method: 'web_cli' };
    return created('connection token', await admin.post('authentication/connection-token/', body)).id;
  },
  ticket: (world, org) => world.make('applyloginassetticket', org),
  async applyloginticket(world, org) {
    const { user, me } = await reviewed(world, org);
    created(
      'login rule',
      await world.admin
        .inOrg(org)
        .post('acls/login-acls/', { ...REVIEW, name: uniqueName('door'), users: { type: 'ids', ids: [user.id] }, reviewers: [me] }),
    );
    const answer = await world.server.anyone.post('authentication/auth/', { username: user.username, password: TEST_PASSWORD });
    return String(answer.body.data?.ticket_id);
  },
  async applyassetticket(world, org) {
    // The common flow asks the administrators of the system, of whom the one who looks is one.
    const { user } = await reviewed(world, org);
    const asker = await world.server.as(user.username);
    const body = {
      title: uniqueName('wanted'),
      org_id: org,
      apply_assets: [await world.row('host', org)],
      apply_accounts: ['root'],
      apply_date_start: '2031/02/03 04:05:06 +0000',
      apply_date_expired: '2032/02/03 04:05:06 +0000',
    };
    return String(created('request', await asker.post('tickets/apply-asset-tickets/open/', body)).id);
  },
  async ticketflow(world, org) {
    // An organisation has one of its own once it was changed there.
    const admin = world.admin.inOrg(org);
    const [flow] = (await admin.get<Json[]>('tickets/flows/')).body;
    const rules = [{ strategy: 'super_admin', assignees: [] }];
    return String((await admin.put<Json>(`tickets/flows/${flow?.id}/`, { type: 'apply_asset', approval_level: 1, rules })).body.id);
  },
  async applyloginassetticket(world, org) {
    const admin = world.admin.inOrg(org);
    const { user, me } = await reviewed(world, org);
    const asset = await world.make('host', org);
    created(
      'account',
      await admin.post('accounts/accounts/', { ...(await world.body('account', org)), asset, name: 'keeper', username: 'keeper' }),
    );
    const permission = { name: uniqueName('reviewed'), users: [user.id], assets: [asset], accounts: ['@ALL'], actions: ['all'] };
    created('permission', await admin.post('perms/asset-permissions/', permission));
    const assets = { type: 'ids', ids: [asset] };
    created(
      'asset rule',
      await admin.post('acls/login-asset-acls/', {
        ...REVIEW,
        name: uniqueName('guarded'),
        users: { type: 'all' },
        assets,
        accounts: ['@ALL'],
        reviewers: [me],
      }),
    );
    const body = { asset, account: 'keeper', protocol: 'ssh', connect_method: 'web_cli' };
    const asker = (await world.server.as(user.username)).inOrg(org);
    return String(created('reviewed token', await asker.post('authentication/connection-token/?create_ticket=1', body)).from_ticket.id);
  },
  async applycommandticket(world, org) {
    const admin = world.admin.inOrg(org);
    const { user, me } = await reviewed(world, org);
    const rule = created(
      'command filter',
      await admin.post('acls/command-filter-acls/', {
        ...(await world.body('commandfilteracl', org)),
        name: uniqueName('filter'),
        action: 'review',
        reviewers: [me],
      }),
    );
    // Somebody new each time: nobody may ask without end.
    const session = (await reported(world, org, { ...(await world.body('session', org)), user_id: user.id })).id;
    const answer = await world.component.api.post('acls/command-filter-acls/command-review/', {
      session_id: session,
      cmd_filter_acl_id: rule.id,
      run_command: 'reboot',
    });
    return String(answer.body.check_ticket_api?.url.split('/')[5]);
  },
  async sitemessage({ server }) {
    const me = (await (await server.as('admin')).get('users/profile/')).body.id;
    const words = text('A message', '一条消息', 'メッセージ');
    await server.platform.asSystem('matrix', (ctx) =>
      messagingOf(server.platform).messenger.send(ctx, [String(me)], { subject: words, message: words }),
    );
    const { rows } = await sql<{ id: string }>`
      select id from site_message_copies where user_id = ${me} order by date_created desc limit 1`.execute(server.db);
    return String(rows[0]?.id);
  },
  async celerytask({ server }) {
    const { rows } = await sql<{ id: string }>`select id from background_tasks order by name limit 1`.execute(server.db);
    return String(rows[0]?.id);
  },
  celerytaskexecution: ({ server }, org) =>
    server.platform.asSystem('matrix', (ctx) =>
      startTask({ ...ctx, org: { id: org, name: '', isRoot: false, isDefault: false } }, server.platform.jobs, 'task-retention'),
    ),
  async operatelog(world, org) {
    await world.make('usergroup', org);
    const { rows } = await sql<{ id: string }>`select id from operate_logs where org_id = ${org} order by seq desc limit 1`.execute(
      world.server.db,
    );
    return String(rows[0]?.id);
  },
  async passwordchangelog(world, org) {
    const user = await world.make('user', org);
    await world.admin.inOrg(org).patch(`users/users/${user}/password/`, { password: 'Another-Gate-9911!' });
    const { rows } = await sql<{ id: string }>`
      select id from operate_logs where action = 'change_password' and resource_id = ${user} order by seq desc limit 1`.execute(
      world.server.db,
    );
    return String(rows[0]?.id);
  },
  async userloginlog(world, org) {
    const user = await world.admin.inOrg(org).get(`users/users/${await world.make('user', org)}/`);
    await world.server.anyone.post('authentication/auth/', { username: user.body.username, password: TEST_PASSWORD });
    const { rows } = await sql<{ id: string }>`select id from login_logs where username = ${user.body.username}`.execute(world.server.db);
    return String(rows[0]?.id);
  },
};
