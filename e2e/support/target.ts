import type { Api, Json } from '@postern/testkit/api';
import { clientOf } from '@postern/testkit/client';
import { createAccount, createHost, createPermission } from '@postern/testkit/factories';
import type { Sshd } from '@postern/testkit/sshd';

/** Lets the caller onto a test's machine, through the API. Answers the host. */
export async function letOnto(api: Api, sshd: Sshd, name: string): Promise<Json> {
  const host = await createHost(api, { name, address: '127.0.0.1', protocols: [{ name: 'ssh', port: sshd.port }] });
  await createAccount(api, host.id, { name: sshd.user, username: sshd.user, secret_type: 'ssh_key', secret: sshd.privateKey });
  const me = await clientOf(api).profile.retrieve();
  await createPermission(api, { name: `Onto ${name}`, users: [me.id], assets: [host.id] });
  return host;
}
