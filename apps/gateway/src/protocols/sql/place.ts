import { isIP } from 'node:net';
import { z } from 'zod';
import { SessionRefusal } from '../../pipeline/refusal.ts';
import type { Connection } from '../driver.ts';

const words = z
  .string()
  .nullish()
  .transform((value) => value ?? '');
const flag = z
  .boolean()
  .nullish()
  .transform((value) => value === true);
const SPEC = z.looseObject({ db_name: words, use_ssl: flag, allow_invalid_cert: flag });
const SECRETS = z.looseObject({ ca_cert: words, client_cert: words, client_key: words });

export interface Tls {
  ca?: string;
  cert?: string;
  key?: string;
  rejectUnauthorized: boolean;
  /** Whether who answers has to be called like who is asked for. By an address and with a CA of its own, belonging to that CA is enough. */
  named: boolean;
}

export interface Place {
  address: string;
  port: number;
  username: string;
  password: string;
  /** Empty: the one that the server takes. */
  database: string;
  tls: Tls | undefined;
}

/** Where a grant leads to, and as whom. @throws SessionRefusal for an account without a password */
export function placeOf({ grant, machine }: Connection): Place {
  const { account, address, port } = machine;
  if (account.secret_type.value !== 'password')
    throw new SessionRefusal('target_refused_login', { account: account.name, methods: 'password' });
  const spec = SPEC.parse(grant.secret.asset.spec_info ?? {});
  const { ca_cert, client_cert, client_key } = SECRETS.parse(grant.secret.asset.secret_info ?? {});
  const tls = {
    rejectUnauthorized: !spec.allow_invalid_cert,
    named: !spec.allow_invalid_cert && !(isIP(address) !== 0 && ca_cert !== ''),
    ...(ca_cert === '' ? {} : { ca: ca_cert }),
    ...(client_cert === '' ? {} : { cert: client_cert }),
    ...(client_key === '' ? {} : { key: client_key }),
  };
  return {
    ...{ address, port, username: account.username, password: account.secret ?? '', database: spec.db_name },
    tls: spec.use_ssl ? tls : undefined,
  };
}

/** What the server or the line said, as the reason of a session that did not begin. */
export const unreachable = ({ address, port }: Place, error: unknown): SessionRefusal =>
  error instanceof SessionRefusal
    ? error
    : new SessionRefusal(
        'target_unreachable',
        { address: `${address}:${port}`, detail: error instanceof Error ? error.message.slice(0, 200) : '' },
        error,
      );

export const loginRefused = ({ machine }: Connection, error: unknown): SessionRefusal =>
  new SessionRefusal('target_refused_login', { account: machine.account.name, methods: 'password' }, error);
