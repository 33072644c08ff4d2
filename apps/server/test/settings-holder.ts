import { permissionByCode } from '@postern/contract/permissions';
import type { Api, Json } from '@postern/testkit/api';
import { createUser, uniqueName } from '@postern/testkit/factories';
import type { TestServer } from './harness.ts';

/** Somebody who holds exactly these codes, everywhere. */
export async function settingsHolder(server: Pick<TestServer, 'as'>, ...codes: readonly string[]): Promise<Api> {
  const admin = await server.as('admin');
  const role = await admin.post<Json>('rbac/system-roles/', { scope: 'system', name: uniqueName('role') });
  const changed = await admin.patch<Json>(`rbac/system-roles/${role.body.id}/`, {
    permissions: codes.map((code) => permissionByCode(code)?.id),
  });
  if (changed.status !== 200) throw new Error(JSON.stringify(changed.body));
  const { username } = await createUser(admin, { system_roles: [role.body.id] });
  return server.as(String(username));
}
