import { createHash } from 'node:crypto';
import { parseUuid } from '@postern/contract/ids';
import { z } from 'zod';

/** Documents of a command log as rows of commands, and back. */

/** A command as it is kept in the table. */
export interface CommandRow extends Record<string, unknown> {
  id: string;
  org_id: string | null;
  user: string;
  asset: string;
  account: string;
  session: string;
  input: string;
  output: string;
  risk_level: number;
  cmd_filter_acl: string | null;
  cmd_group: string | null;
  timestamp: number;
}

/** An id that the engine made: 15 bytes as 20 letters. */
const OWN_ID = /^[A-Za-z0-9_-]{20}$/;

const uuidOf = (bytes: Buffer): string => {
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
};

/**
 * The id of a document as clients know ids, which are UUIDs of version 4. One that the engine made has 120 bits and such a UUID has room
 * for 122, so they go in and can be taken out again; any other stands for its digest.
 */
export function rowId(docId: string): string {
  const known = parseUuid(docId);
  if (known) return known;
  const packed = OWN_ID.test(docId) ? Buffer.from(docId, 'base64url') : createHash('sha256').update(docId).digest().subarray(0, 15);
  const bits = BigInt(`0x${packed.toString('hex')}`);
  const hex = (value: bigint, digits: number) => value.toString(16).padStart(digits, '0');
  const high = hex(bits >> 72n, 12);
  const middle = hex((bits >> 60n) & 0xfffn, 3);
  const low = hex(bits & ((1n << 60n) - 1n), 15);
  return uuidOf(Buffer.from(`${high}4${middle}8${low}`, 'hex'));
}

/** Ids that the document of a row may have. */
export function docIds(id: string): string[] {
  const hex = id.replaceAll('-', '').toLowerCase();
  if (hex[12] !== '4' || hex[16] !== '8') return [id];
  const bits = hex.slice(0, 12) + hex.slice(13, 16) + hex.slice(17);
  return [id, Buffer.from(bits, 'hex').toString('base64url')];
}

const text = (value: unknown, max: number): string =>
  (typeof value === 'string' || typeof value === 'number' ? String(value) : '').replaceAll('\0', '').slice(0, max);

const count = (value: unknown): number => {
  const number = Math.floor(Number(value));
  return Number.isSafeInteger(number) && number >= 0 && number <= 4_102_444_800 ? number : 0;
};

/** Whatever a document holds or lacks, a row has all there is, in its form. */
const rowOf = (docId: string, source: Readonly<Record<string, unknown>>): CommandRow => ({
  id: rowId(docId),
  org_id: parseUuid(source.org_id) ?? null,
  user: text(source.user, 512),
  asset: text(source.asset, 512),
  account: text(source.account, 512),
  session: text(source.session, 36),
  input: text(source.input, 2_048),
  output: text(source.output, 2_048),
  risk_level: count(source.risk_level),
  cmd_filter_acl: parseUuid(source.cmd_filter_acl) ?? null,
  cmd_group: parseUuid(source.cmd_group) ?? null,
  timestamp: count(source.timestamp),
});

const hits = z.object({
  hits: z.object({
    total: z.object({ value: z.number().int().min(0) }).optional(),
    hits: z.array(
      z.object({ _id: z.string().max(512), _source: z.record(z.string(), z.unknown()).optional(), sort: z.array(z.unknown()).optional() }),
    ),
  }),
});

export interface Found {
  rows: CommandRow[];
  total: number;
  /** Where the next portion begins. */
  after: unknown[] | undefined;
}

/** @throws ZodError for what is no answer to a search */
export function foundIn(answer: unknown): Found {
  const { hits: found } = hits.parse(answer);
  const rows = found.hits.flatMap(({ _id, _source }) => (_source ? [rowOf(_id, _source)] : []));
  return { rows, total: found.total?.value ?? rows.length, after: found.hits.at(-1)?.sort };
}
