import type { Outbound } from '../../../platform/outbound/outbound.ts';
import { regionOf } from '../s3.ts';
import { azureStore } from './azure.store.ts';
import type { ObjectStore } from './object-store.ts';
import { s3Store } from './s3.store.ts';
import { sftpStore } from './sftp.store.ts';

/** A storage with its secrets in the clear, as its type has them (storage-types.ts). */
export interface Described {
  type: string;
  meta: Readonly<Record<string, string>>;
}

export interface StoreTools {
  outbound: Outbound;
  /** Addresses the operator allows whatever they are (POSTERN_OUTBOUND_ALLOW). */
  allow: readonly string[];
}

type Open = (meta: Described['meta'], tools: StoreTools) => ObjectStore;

const s3 =
  (inHost: boolean): Open =>
  ({ ENDPOINT = '', BUCKET = '', ACCESS_KEY = '', SECRET_KEY = '', REGION, LOCK_DAYS }, { outbound }) =>
    s3Store(
      outbound,
      { endpoint: ENDPOINT, bucket: BUCKET, region: REGION || regionOf(ENDPOINT), key: { id: ACCESS_KEY, secret: SECRET_KEY }, inHost },
      Number(LOCK_DAYS ?? 0),
    );

const azure: Open = ({ CONTAINER_NAME = '', ACCOUNT_NAME = '', ACCOUNT_KEY = '', ENDPOINT_SUFFIX = '', ENDPOINT }, { outbound }) =>
  azureStore(outbound, {
    endpoint: ENDPOINT ? `${ENDPOINT.replace(/\/+$/, '')}/${ACCOUNT_NAME}` : `https://${ACCOUNT_NAME}.blob.${ENDPOINT_SUFFIX}`,
    account: ACCOUNT_NAME,
    key: ACCOUNT_KEY,
    container: CONTAINER_NAME,
  });

const sftp: Open = (meta, { allow }) =>
  sftpStore(
    {
      host: meta.SFTP_HOST ?? '',
      port: Number(meta.SFTP_PORT),
      username: meta.SFTP_USERNAME ?? '',
      key: meta.SFTP_PRIVATE_KEY ?? '',
      password: meta.SFTP_PASSWORD ?? '',
      hostKey: meta.SFTP_HOST_KEY ?? '',
      folder: meta.SFTP_ROOT_PATH ?? '',
    },
    allow,
  );

/** How a storage of each type is opened. Alibaba, Huawei and Tencent speak S3 with the bucket in the name of the host. */
const OPEN: Readonly<Record<string, Open>> = { s3: s3(false), ceph: s3(false), oss: s3(true), obs: s3(true), cos: s3(true), azure, sftp };

/** The store behind a storage. @throws Error for a type that has none: those that every installation has */
export function openStore({ type, meta }: Described, tools: StoreTools): ObjectStore {
  const open = OPEN[type];
  if (!open) throw new Error(`storages of the type ${type} hold no objects`);
  return open(meta, tools);
}
