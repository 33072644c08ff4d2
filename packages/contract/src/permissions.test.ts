import { describe, expect, it } from 'vitest';
import { ROLE } from './ids.ts';
import { BUILTIN_ROLES, builtinRole, grantable, NEVER_GRANTABLE, PERMISSIONS, permissionByCode, permissionById } from './permissions.ts';
import { LANGUAGES } from './text.ts';

const size = (id: string) => builtinRole(id)?.permissions.length;

describe('permission table', () => {
  it('holds 248 system and 153 organisation codes, and 12 of cloud sync beyond them', () => {
    const community = (scope: 'system' | 'org') => grantable(scope).filter(({ app }) => app !== 'xpack');
    expect([community('system').length, community('org').length]).toEqual([248, 153]);
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
  it('hold as many codes as the contract counts', () => {
    expect([size(ROLE.ORG_USER), size(ROLE.ORG_AUDITOR), size(ROLE.USER), size(ROLE.SYSTEM_AUDITOR)]).toEqual([21, 40, 34, 55]);
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
