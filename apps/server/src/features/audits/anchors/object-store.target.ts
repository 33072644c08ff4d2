import { createHash } from 'node:crypto';
import type { Outbound } from '../../../platform/outbound/outbound.ts';
import type { SettingsStore } from '../../../platform/settings/store.ts';
import { type Bucket, listVersions, putObject } from '../../storages/index.ts';
import { type Anchor, type AnchorKey, printAnchor } from './anchor.ts';
import type { AnchorTarget } from './target.ts';

/** A bucket of anything that speaks S3, with object lock: what is in it cannot be deleted or replaced before its day. */
export interface ObjectStore extends AnchorTarget {
  /** Anchors of this installation by the names of their objects; nothing else is read. */
  list(): Promise<Anchor[]>;
}

const DAY_MS = 86_400_000;
const ROOT = 'postern-anchors';

/** The name says what the anchor says, so that listing is reading. */
const objectName = (fingerprint: string, { id, chain, seq, hash, at }: Anchor): string =>
  `${ROOT}/${fingerprint}/${chain}/${String(seq).padStart(15, '0')}-${hash}-${at.getTime()}-${id}.json`;

function anchorOfName(name: string, fingerprint: string): Anchor | undefined {
  const found = /^postern-anchors\/([0-9a-f]{16})\/([a-z_]{1,63})\/(\d{15})-([0-9a-f]{64})-(\d{1,15})-(\d{1,15})\.json$/.exec(name);
  if (!found || found[1] !== fingerprint) return undefined;
  const [, , chain = '', seq, hash = '', at, id] = found;
  return { id: Number(id), chain, seq: Number(seq), hash, at: new Date(Number(at)), signature: '' };
}

/** The store of the settings; undefined without one, or before there is a key. */
export function objectStoreOf(settings: SettingsStore, outbound: Outbound, key: AnchorKey | undefined): ObjectStore | undefined {
  const endpoint = settings.get('AUDIT_ANCHOR_S3_ENDPOINT').replace(/\/+$/, '');
  const bucketName = settings.get('AUDIT_ANCHOR_S3_BUCKET');
  if (!endpoint || !bucketName || !key) return undefined;
  const bucket = (): Bucket => ({
    endpoint,
    bucket: bucketName,
    region: settings.get('AUDIT_ANCHOR_S3_REGION'),
    key: { id: settings.get('AUDIT_ANCHOR_S3_ACCESS_KEY'), secret: settings.get('AUDIT_ANCHOR_S3_SECRET_KEY') },
  });

  return {
    name: `s3 ${endpoint}/${bucketName}`,
    async send(anchors) {
      for (const anchor of anchors) {
        const body = `${printAnchor(anchor)}\n`;
        const days = Math.max(settings.get('OPERATE_LOG_KEEP_DAYS'), settings.get('LOGIN_LOG_KEEP_DAYS'));
        await putObject(outbound, bucket(), objectName(key.fingerprint, anchor), body, {
          // A bucket without object lock refuses these, which is how the operator hears of it.
          'x-amz-object-lock-mode': settings.get('AUDIT_ANCHOR_S3_LOCK'),
          'x-amz-object-lock-retain-until-date': new Date(Date.now() + days * DAY_MS).toISOString(),
          'content-md5': createHash('md5').update(body).digest('base64'),
          'content-type': 'application/json',
        });
      }
    },
    async list() {
      const names = await listVersions(outbound, bucket(), `${ROOT}/${key.fingerprint}/`);
      return names.map((name) => anchorOfName(name, key.fingerprint)).filter((anchor) => anchor !== undefined);
    },
  };
}
