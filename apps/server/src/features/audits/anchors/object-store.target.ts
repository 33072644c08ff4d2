import { createHash } from 'node:crypto';
import type { Outbound, OutboundRequest } from '../../../platform/outbound/outbound.ts';
import type { SettingsStore } from '../../../platform/settings/store.ts';
import { queryOf, sigV4 } from '../../cloud/index.ts';
import { type Anchor, type AnchorKey, printAnchor } from './anchor.ts';
import type { AnchorTarget } from './target.ts';

/** A bucket of anything that speaks S3, with object lock: what is in it cannot be deleted or replaced before its day. */
export interface ObjectStore extends AnchorTarget {
  /** Anchors of this installation by the names of their objects; nothing else is read. */
  list(): Promise<Anchor[]>;
}

const DAY_MS = 86_400_000;
const ROOT = 'postern-anchors';
/** One answer of a listing has up to 1,000 names. */
const MAX_PAGES = 10_000;
const XML_ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const unescapeXml = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|apos);/g, (whole, name: string) => XML_ENTITIES[name] ?? whole);
const elements = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map((found) => unescapeXml(found[1] ?? ''));

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
  const bucket = settings.get('AUDIT_ANCHOR_S3_BUCKET');
  if (!endpoint || !bucket || !key) return undefined;

  async function ask(
    method: 'GET' | 'PUT',
    name: string,
    query: Readonly<Record<string, string>>,
    body = '',
    extra: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    const url = new URL(`${endpoint}/${encodeURIComponent(bucket)}${name ? `/${name}` : ''}`);
    const headers = sigV4({
      method,
      host: url.host,
      path: url.pathname,
      query,
      headers: { ...extra, 'x-amz-content-sha256': createHash('sha256').update(body).digest('hex') },
      body,
      key: { id: settings.get('AUDIT_ANCHOR_S3_ACCESS_KEY'), secret: settings.get('AUDIT_ANCHOR_S3_SECRET_KEY') },
      region: settings.get('AUDIT_ANCHOR_S3_REGION'),
      service: 's3',
      at: new Date(),
    });
    url.search = queryOf(query);
    const request: OutboundRequest = { method, headers, named: true, ...(method === 'PUT' ? { body } : {}) };
    const answer = await outbound.fetch(url.href, request);
    if (answer.status !== 200) throw new Error(`S3 ${answer.status} ${elements(answer.body, 'Code')[0]?.slice(0, 64) ?? ''}`.trim());
    return answer.body;
  }

  return {
    name: `s3 ${endpoint}/${bucket}`,
    async send(anchors) {
      for (const anchor of anchors) {
        const body = `${printAnchor(anchor)}\n`;
        const days = Math.max(settings.get('OPERATE_LOG_KEEP_DAYS'), settings.get('LOGIN_LOG_KEEP_DAYS'));
        await ask('PUT', objectName(key.fingerprint, anchor), {}, body, {
          // A bucket without object lock refuses these, which is how the operator hears of it.
          'x-amz-object-lock-mode': settings.get('AUDIT_ANCHOR_S3_LOCK'),
          'x-amz-object-lock-retain-until-date': new Date(Date.now() + days * DAY_MS).toISOString(),
          'content-md5': createHash('md5').update(body).digest('base64'),
          'content-type': 'application/json',
        });
      }
    },
    async list() {
      const found: Anchor[] = [];
      // Versions, not names: a deleted object leaves the list of names, its version stays.
      let query: Record<string, string> = { versions: '', prefix: `${ROOT}/${key.fingerprint}/` };
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const xml = await ask('GET', '', query);
        for (const version of xml.match(/<Version>.*?<\/Version>/gs) ?? []) {
          const anchor = anchorOfName(elements(version, 'Key')[0] ?? '', key.fingerprint);
          if (anchor) found.push(anchor);
        }
        const next = elements(xml, 'NextKeyMarker')[0];
        if (elements(xml, 'IsTruncated')[0] !== 'true' || !next) return found;
        query = { ...query, 'key-marker': next, 'version-id-marker': elements(xml, 'NextVersionIdMarker')[0] ?? '' };
      }
      return found;
    },
  };
}
