import { ORG } from '@postern/contract/ids';
import type { Api } from '@postern/testkit/api';
import { clientOf } from '@postern/testkit/client';
import { createAccount, createHost, createPermission } from '@postern/testkit/factories';
import { pageLogin } from '@postern/testkit/page-login';
import { type Sshd, startSshd } from '@postern/testkit/sshd';
import { ADMIN_PASSWORD, type Product } from './product.ts';

/** A real OpenSSH server, and the administrator's right to use it through the product. */
export interface Target {
  sshd: Sshd;
  /** Name of the asset that it is. */
  asset: string;
  /** A connection token of the administrator. */
  token(method: 'ssh_client' | 'web_cli'): Promise<{ id: string; value: string }>;
  /** Cookies of the administrator's browser. */
  cookie: string;
  stop(): Promise<void>;
}

export async function startTarget(product: Product): Promise<Target> {
  // Logging in five hundred times at once is what is wanted here.
  const sshd = await startSshd(['MaxSessions 200', 'SetEnv HISTFILE=/dev/null', 'MaxStartups 2000', 'LoginGraceTime 300']);
  try {
    const admin = (await product.admin()).inOrg(ORG.DEFAULT);
    const host = await createHost(admin, { protocols: [{ name: 'ssh', port: sshd.port }] });
    await createAccount(admin, host.id, { name: sshd.user, username: sshd.user, secret_type: 'ssh_key', secret: sshd.privateKey });
    const me = await clientOf(admin).profile.retrieve();
    await createPermission(admin, { users: [me.id], assets: [host.id] });
    return {
      sshd,
      asset: String(host.name),
      cookie: await cookieOf(product, 'admin', ADMIN_PASSWORD),
      token: (method) => tokenFor(admin, host.id, sshd.user, method),
      stop: () => sshd.stop(),
    };
  } catch (error) {
    await sshd.stop();
    throw error;
  }
}

export async function tokenFor(api: Api, asset: string, account: string, method: string): Promise<{ id: string; value: string }> {
  const token = await clientOf(api).connectionToken.create({ asset, account, protocol: 'ssh', connect_method: method });
  return { id: token.id, value: token.value };
}

/** Cookies of a browser in which somebody has logged in. */
export const cookieOf = async (product: Product, username: string, password: string): Promise<string> =>
  (await pageLogin(product.origin, username, password)).cookies.text();
