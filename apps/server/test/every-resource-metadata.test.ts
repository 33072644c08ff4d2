import type { FieldInfo, ResourceMetadata } from '@postern/contract/metadata';
import { LANGUAGES } from '@postern/contract/text';
import type { ResolvedResource } from '@postern/resource';
import type { Json } from '@postern/testkit/api';
import { forThisFile } from '@postern/testkit/for-this-file';
import { beforeAll, describe, expect, test } from 'vitest';
import { each } from './matrix/parallel.ts';
import { sample } from './matrix/samples.ts';
import { createWorld } from './matrix/world.ts';

/** Metadata is what forms and other people's clients believe, so it is compared with what the verbs really do. */

let resources: readonly ResolvedResource[];
const WIDTH = 6;

const world = forThisFile(createWorld, (it) => it.close());
beforeAll(async () => {
  resources = world.server.assembly.kernel.resources;
});

/** A form that is drawn where its answer is not taken: assets are made at the address of their category. */
const refused = ({ definition }: ResolvedResource): boolean => definition.drawn?.includes('create') === true;

const complain = (lines: readonly (string | undefined)[]): void => expect(lines.filter(Boolean).sort().join('\n')).toBe('');
const show = (answer: { status: number; body: unknown }): string => `${answer.status} ${JSON.stringify(answer.body)?.slice(0, 200) ?? ''}`;

async function options(resource: ResolvedResource, on: 'list' | 'detail', language: string): Promise<ResourceMetadata> {
  const url = on === 'list' ? resource.url : `${resource.url}11111111-1111-4111-8111-111111111111/`;
  const answer = await world.admin.inOrg(world.here).options<ResourceMetadata>(url, { headers: { cookie: `django_language=${language}` } });
  if (answer.status !== 200) throw new Error(`OPTIONS ${url}: ${answer.status}`);
  return answer.body;
}

/** Every text of a field that people read, by where it stands. */
function texts(info: Partial<FieldInfo>, at: string): [string, string][] {
  const own: [string, string][] = [];
  if (info.label !== undefined) own.push([`${at} label`, info.label]);
  if (info.help_text !== undefined) own.push([`${at} help`, info.help_text]);
  for (const one of info.choices ?? []) own.push([`${at} choice ${String(one.value)}`, String(one.label)]);
  for (const one of info.tree ?? []) {
    own.push([`${at} tree ${one.value}`, one.label]);
    for (const leaf of one.children ?? []) own.push([`${at} tree ${leaf.value}`, leaf.label]);
  }
  const child = info.child as Partial<FieldInfo> | undefined;
  const children = { ...info.children, ...child?.children };
  for (const [name, inner] of Object.entries(children)) own.push(...texts(inner as FieldInfo, `${at}.${name}`));
  return own;
}

const allTexts = (meta: ResourceMetadata): Map<string, string> =>
  new Map([
    ['name', meta.name] as const,
    ...Object.entries(meta.actions).flatMap(([method, fields]) =>
      Object.entries(fields ?? {}).flatMap(([name, info]) => texts(info, `${method} ${name}`)),
    ),
  ]);

/** Words that are the same in every language: names of products and protocols, abbreviations, commands. */
const SAME = new Set(
  `ID IP SSH SFTP RDP VNC HTTP HTTPS SSL TLS CA OTP MFA LDAP AD CAS SAML OIDC URL PIN UTF GBK JSON API CSS Web Token
  su sudo enable super level Ansible Kubernetes Linux Unix Windows MySQL MariaDB PostgreSQL Oracle SQLServer ClickHouse MongoDB Redis
  S CSV Excel XLSX Ceph GPT OAuth OpenID RADIUS ChatGPT WeCom DingTalk Feishu Slack Passkey Telnet WinRM WeChat KoKo Lion koko lion
  AWS Azure Alibaba Tencent Huawei Baidu AI JD Elasticsearch Kingsoft Google Syslog Cloud Stack Lighthouse UCloud VMware vSphere OpenStack Nutanix QingCloud Ctyun FusionCompute`.split(
    /\s+/,
  ),
);
const sameEverywhere = (text: string): boolean =>
  text
    .split(/[\s\d.,:;/+()@*_-]+/)
    .filter(Boolean)
    .every((word) => SAME.has(word));

describe('metadata', () => {
  test('has every word in three languages', async () => {
    const wrong: string[] = [];
    for (const resource of resources) {
      for (const on of ['list', 'detail'] as const) {
        const [en, zh, ja] = await Promise.all(LANGUAGES.map((language) => options(resource, on, language).then(allTexts)));
        for (const [at, english] of en ?? []) {
          const [chinese, japanese] = [zh?.get(at), ja?.get(at)];
          const where = `${resource.name} ${on} ${at}`;
          if (!english.trim() || !chinese?.trim() || !japanese?.trim()) wrong.push(`${where}: a language is empty`);
          else if (!sameEverywhere(english) && (chinese === english || japanese === english))
            wrong.push(`${where}: "${english}" is not translated`);
          if (/\{|undefined|null|\[object/.test(`${english}${chinese}${japanese}`))
            wrong.push(`${where}: "${english}" is no finished text`);
        }
        expect([...(zh?.keys() ?? [])]).toEqual([...(en?.keys() ?? [])]);
      }
    }
    complain(wrong);
  });

  test('names as required what a create insists on', async () => {
    const wrong: string[] = [];
    for (const resource of resources) {
      const meta = await options(resource, 'list', 'en');
      if (!meta.actions.POST || refused(resource) || resource.name === 'session' || resource.name === 'connectiontoken') continue;
      const body = await world.body(resource.name, world.here);
      for (const [name, info] of Object.entries(meta.actions.POST)) {
        if (!info.required || info.read_only) continue;
        const { [name]: _left, ...rest } = body;
        const answer = await world.admin.inOrg(world.here).post<Json>(resource.url, rest);
        if (answer.status !== 400 || !(name in answer.body))
          wrong.push(`${resource.name}.${name} is required, yet without it: ${show(answer)}`);
      }
    }
    complain(wrong);
  });

  test('calls read-only what no write changes, hidden columns and unknown names included', async () => {
    const wrong = await each(resources, WIDTH, async (resource) => {
      const meta = await options(resource, 'list', 'en');
      const detail = await options(resource, 'detail', 'en');
      const admin = world.admin.inOrg(world.here);
      const closed = (fields: Record<string, FieldInfo> | undefined) => Object.entries(fields ?? {}).filter(([, info]) => info.read_only);
      const hidden = [
        ...Object.keys(resource.definition.columns ?? {}),
        'created_by',
        'updated_by',
        'date_created',
        'org_id',
        'constructor',
      ];
      const claims = (names: readonly string[]): Json =>
        Object.fromEntries(names.map((name) => [name, resource.field(name)?.kind.type === 'boolean' ? true : CLAIM]));
      const found: string[] = [];
      const id = await world.make(resource.name, world.here);
      const url = `${resource.url}${id}/`;
      if (detail.actions.PATCH) {
        const names = [...closed(detail.actions.PATCH).map(([name]) => name), ...hidden].filter(
          (name) => resource.field(name)?.writable !== true,
        );
        const before = (await admin.get(url)).body;
        const answer = await admin.patch(url, { ...claims(names), nobody_knows_this: CLAIM });
        const after = (await admin.get(url)).body;
        if (answer.status !== 200) found.push(`PATCH ${resource.name} with read-only fields: ${show(answer)}`);
        for (const name of Object.keys(before)) {
          if (['date_updated', 'updated_by'].includes(name) || LIVE.has(`${resource.name}.${name}`)) continue;
          if (JSON.stringify(before[name]) !== JSON.stringify(after[name]))
            found.push(`PATCH ${resource.name}: ${name} changed to ${JSON.stringify(after[name])}`);
        }
      }
      if (meta.actions.POST && !refused(resource) && !['session', 'connectiontoken'].includes(resource.name)) {
        const names = [...closed(meta.actions.POST).map(([name]) => name), ...hidden].filter(
          (name) => resource.field(name)?.writable !== true,
        );
        const made = await admin.post(resource.url, { ...claims(names), ...(await world.body(resource.name, world.here)) });
        if (made.status !== 201) found.push(`POST ${resource.name} with read-only fields: ${show(made)}`);
        else if (JSON.stringify((await admin.get(`${resource.url}${made.body.id}/`)).body ?? '').includes(CLAIM))
          found.push(`POST ${resource.name}: a read-only field took what was sent`);
      }
      return found.join('\n') || undefined;
    });
    complain(wrong);
  });

  test('calls writable what a write really changes', async () => {
    const wrong = await each(resources, WIDTH, async (resource) => {
      const meta = await options(resource, 'detail', 'en');
      if (!meta.actions.PATCH) return undefined;
      const admin = world.admin.inOrg(world.here);
      const url = `${resource.url}${await world.make(resource.name, world.here)}/`;
      // A session is what the component that carries it says.
      const found: string[] = [];
      for (const [name, info] of Object.entries(meta.actions.PATCH)) {
        const field = resource.field(name);
        if (!field || info.read_only || !field.readable || field.column === undefined || field.target) continue;
        if (KEEPS[`${resource.name}.${name}`]) continue;
        const before = (await admin.get(url)).body[name];
        const value = field.kind.name === 'boolean' ? before !== true : (newChoice(before, field) ?? sample(field, 3));
        if (value === undefined) continue;
        const writer = resource.name === 'session' ? world.component.api.inOrg(world.here) : admin;
        const answer = await writer.patch(url, { [name]: value });
        const after = (await admin.get(url)).body[name];
        if (answer.status !== 200) found.push(`${resource.name}.${name} = ${JSON.stringify(value)}: ${show(answer)}`);
        else if (JSON.stringify(after) === JSON.stringify(before))
          found.push(`${resource.name}.${name} = ${JSON.stringify(value)}: stayed ${JSON.stringify(before)}`);
      }
      return found.join('\n') || undefined;
    });
    complain(wrong);
  });
});

/** What a read-only field would show if it believed a body. */
const CLAIM = 'claimed-by-the-client';

/** What goes on by itself, also because the write is in the log. */
const LIVE: ReadonlySet<string> = new Set(['auditreceiver.backlog']);

/** Another choice than the present one. */
function newChoice(before: unknown, field: { options: { choices?: unknown }; kind: { name: string } }): unknown {
  if (!['choice', 'labelled'].includes(field.kind.name) || !Array.isArray(field.options.choices)) return undefined;
  const present = (before as { value?: unknown } | null)?.value ?? before;
  return (field.options.choices as { value: unknown }[]).find((one) => one.value !== present)?.value;
}

/** Fields that a plain value of their kind cannot change alone, and why. */
const KEEPS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['changesecretautomation', 'pushaccountautomation', 'gatheraccountsautomation'].flatMap((name) => [
      [`${name}.crontab`, 'five cron fields, not any text'],
      [`${name}.is_periodic`, 'says how often in the same request'],
      [`${name}.ssh_key_change_strategy`, 'means nothing for passwords'],
    ]),
  ),
  'savedview.table_name': 'a table without a list of its own shares no view',
  'accountbackupautomation.crontab': 'five cron fields, not any text',
  'accountbackupautomation.is_periodic': 'says how often in the same request',
  'accessreview.date_due': 'within a year from now (features/access-reviews/access-reviews.test.ts)',
  'job.crontab': 'five cron fields, not any text',
  'job.is_periodic': 'says how often in the same request',
  'job.assets': 'ids, not any text (features/jobs/jobs.test.ts)',
  'job.nodes': 'the same',
  'job.playbook': 'a playbook, of a job of playbooks alone (features/playbooks/playbook-jobs.test.ts)',
  'job.parameters_define': 'parameters of a known kind (features/jobs/jobs.test.ts)',
  'user.from_outside': 'names a sponsor and an end in the same request (features/users/outside/outside.test.ts)',
  'account.source_id': 'any change by the API takes an account off its template (docs/wire/accounts.md#accounts)',
  'serviceaccountkey.ip_group': 'as those of people (features/users/programs/service-accounts.test.ts)',
  'serviceaccountkey.permissions': 'as those of people (features/users/programs/service-accounts.test.ts)',
  'accesskey.ip_group': 'addresses and networks, not any text (features/authentication/access-key.test.ts)',
  'accesskey.permissions': 'rights that there are, and that the owner has (features/access-keys/access-key-limits.test.ts)',
  'session.end_params': 'belong to the reason, which is said once (test/session-ends.test.ts)',
  'cloudaccount.attrs': 'only attributes of the provider (features/cloud/secrets.test.ts)',
  'auditreceiver.address': 'an address of its type (test/audit-forwarding.test.ts)',
  'auditreceiver.ca': 'certificates, not any text (test/audit-forwarding.test.ts)',
  'replaystorage.meta': 'only what its type is told (features/storages/storages.test.ts)',
  'replaystorage.is_default': 'the server is the default and stays it (features/storages/storages.test.ts)',
  'commandstorage.is_default': 'the same',
  'commandstorage.meta': 'only what its type is told (features/command-log/command-log.test.ts)',
  'terminal.command_storage': 'a storage that there is (features/storages/storages.test.ts)',
  'terminal.replay_storage': 'the same',
  'syncinstancetask.protocols': 'names and ports, not any text',
  'syncinstancetask.ip_network_segment_group': 'addresses, not any text',
  'syncinstancetask.crontab': 'five cron fields, not any text',
  'syncinstancetask.is_periodic': 'says how often in the same request',
  'connectmethodacl.action': 'rejecting is all it can do',
  'gpt.proxy': 'an address, not any text',
  'platform.category': 'only together with a type of it',
  'platform.type': 'decides what else a platform may say',
};
