import { describe, expect, it } from 'vitest';
import { ROLE } from './ids.ts';
import { BUILTIN_ROLES, builtinRole, grantable, NEVER_GRANTABLE, PERMISSIONS, permissionByCode, permissionById } from './permissions.ts';
import { LANGUAGES } from './text.ts';

const size = (id: string) => builtinRole(id)?.permissions.length;

describe('permission table', () => {
  it('holds 248 system and 153 organisation codes, that of the secret store and 12 of cloud sync beyond them', () => {
    // Models beyond number 69 are not of the community edition.
    const ours = ['settings.change_vault'];
    const community = (scope: 'system' | 'org') =>
      grantable(scope).filter(({ contentType, code }) => contentType <= 69 && !ours.includes(code));
    expect([community('system').length, community('org').length]).toEqual([248, 153]);
    expect(grantable('system').filter(({ code }) => ours.includes(code))).toHaveLength(ours.length);
    expect(PERMISSIONS.filter(({ app }) => app === 'xpack')).toHaveLength(12);
  });

  it('gives every permission its own id and code, found by both', () => {
    expect(new Set(PERMISSIONS.map((one) => one.id)).size).toBe(PERMISSIONS.length);
    expect(new Set(PERMISSIONS.map((one) => one.code)).size).toBe(PERMISSIONS.length);
    expect(permissionById(permissionByCode('users.view_user')?.id ?? 0)?.code).toBe('users.view_user');
  });

  it('keeps the ids clients may have stored', () => {
    expect(permissionByCode('accounts.add_account')?.id).toBe(101);
    expect(permissionByCode('users.match_user')?.id).toBe(6813);
  });

  it('labels every code in three languages', () => {
    for (const one of PERMISSIONS) for (const language of LANGUAGES) expect(one.label[language].length, one.code).toBeGreaterThan(0);
  });

  it('lists no grantable code among those nobody can be granted', () => {
    expect(NEVER_GRANTABLE.filter((code) => permissionByCode(code))).toEqual([]);
  });
});

describe('built-in roles', () => {
  it('hold 21, 41, 34 and 56 codes', () => {
    expect([size(ROLE.ORG_USER), size(ROLE.ORG_AUDITOR), size(ROLE.USER), size(ROLE.SYSTEM_AUDITOR)]).toEqual([21, 41, 34, 56]);
  });

  it('hold exactly the codes that clients know, and auditors one more', () => {
    const std = { a: 'add', c: 'change', d: 'delete', v: 'view' } as const;
    const model = (app: string, verbs: string, ...models: string[]): string[] =>
      models.flatMap((one) => [...verbs].map((verb) => `${app}.${std[verb as keyof typeof std]}_${one}`));
    const user = [
      ...['workbench', 'webterminal', 'filemanager'].map((one) => `rbac.view_${one}`),
      'perms.view_myassets',
      'assets.match_asset',
      'assets.match_node',
      ...model('ops', 'acdv', 'adhoc', 'playbook', 'job'),
      ...model('ops', 'av', 'jobexecution'),
      'ops.view_celerytaskexecution',
    ];
    const audit = [
      'rbac.view_audit',
      ...model('audits', 'v', 'activitylog', 'joblog', 'operatelog', 'passwordchangelog', 'userloginlog'),
      ...model('audits', 'acv', 'ftplog'),
      ...['view', 'download'].map((one) => `terminal.${one}_sessionreplay`),
      ...model('terminal', 'acv', 'session'),
      ...['monitor_session', 'terminate_session', 'validate_sessionactionperm'].map((one) => `terminal.${one}`),
      ...model('terminal', 'av', 'command'),
      // Ours: who was let into a session is what auditors are there for (decision 0101).
      'terminal.view_sessionjoinrecord',
    ];
    const system = [
      ...user,
      ...model('authentication', 'av', 'connectiontoken'),
      'authentication.expire_connectiontoken',
      'authentication.reuse_connectiontoken',
      ...model('authentication', 'acv', 'temptoken'),
      ...model('authentication', 'acdv', 'accesskey'),
      'tickets.view_ticket',
      'orgs.view_alljoinedorg',
    ];
    const everything = (scope: 'system' | 'org') => grantable(scope).map(({ code }) => code);
    const paper: Record<string, string[]> = {
      [ROLE.SYSTEM_ADMIN]: everything('system'),
      [ROLE.SYSTEM_AUDITOR]: [...system, ...audit, 'terminal.view_commandstorage', 'orgs.view_rootorg'],
      [ROLE.USER]: system,
      [ROLE.ORG_ADMIN]: everything('org'),
      [ROLE.ORG_AUDITOR]: [...user, ...audit],
      [ROLE.ORG_USER]: user,
    };
    for (const [id, codes] of Object.entries(paper))
      expect([...(builtinRole(id)?.permissions ?? [])].sort(), id).toEqual([...codes].sort());
    // The seventh is ours (decision 0038): never more than what existing components hold, all but managing people and rights.
    const listed = everything('system').filter(
      (code) => !/^(users\.(add|delete)_user|orgs\.(add|change|delete)_organization|rbac\.)/.test(code),
    );
    const given = builtinRole(ROLE.SYSTEM_COMPONENT)?.permissions ?? [];
    expect(given.filter((code) => !listed.includes(code))).toEqual([]);
    expect(BUILTIN_ROLES).toHaveLength(Object.keys(paper).length + 1);
  });

  it('give components no way to manage people, organisations or rights', () => {
    const component = builtinRole(ROLE.SYSTEM_COMPONENT)?.permissions ?? [];
    expect(
      component.filter((code) => /^(rbac|orgs|settings|accounts)\.|\.delete_|^(users|assets|perms|acls)\.(add|change)_/.test(code)),
    ).toEqual([]);
    expect(component).toContain('authentication.view_superconnectiontokensecret');
  });

  it('name only codes that their scope may hold', () => {
    for (const role of BUILTIN_ROLES) {
      const allowed = new Set(grantable(role.scope).map((one) => one.code));
      expect(
        role.permissions.filter((code) => !allowed.has(code)),
        role.name,
      ).toEqual([]);
    }
  });
});
