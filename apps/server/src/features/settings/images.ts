import { createHash } from 'node:crypto';
import { CodedError, InvalidInput } from '@postern/contract/errors';
import { type Context, defineTable, route, text as textField } from '@postern/resource';
import { WORDS } from '../../platform/shown.ts';

/** Pictures of the interface, kept in the database: all nodes have them, and a backup does too. */
export const mediaTable = defineTable({
  name: 'settings_media',
  columns: {
    /** `{slot}-{hash}.{extension}`: an address never means another picture, so browsers may keep it. */
    name: 'text primary key',
    slot: 'text not null',
    content_type: 'text not null',
    bytes: 'bytea not null',
    date_created: 'timestamptz not null default now()',
  },
  indexes: [{ on: 'slot' }],
});

/** Bytes and pixels of one picture. */
export const MAX_IMAGE_BYTES = 1024 * 1024;
const MAX_SIDE = 4_096;

interface Kind {
  extension: string;
  contentType: string;
  /** Width and height by the file's own header. */
  size(bytes: Buffer): readonly [number, number] | undefined;
}

const starts = (bytes: Buffer, text: string, at = 0): boolean => bytes.subarray(at, at + text.length).toString('latin1') === text;

/** Start-of-frame markers of JPEG (ITU-T T.81, table B.1), which carry the size. */
function jpegSize(bytes: Buffer): readonly [number, number] | undefined {
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

/** RFC 9649 §2. */
function webpSize(bytes: Buffer): readonly [number, number] | undefined {
  if (bytes.length < 30) return undefined;
  if (starts(bytes, 'VP8X', 12)) return [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1];
  if (starts(bytes, 'VP8L', 12)) {
    const bits = bytes.readUInt32LE(21);
    return [(bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1];
  }
  return starts(bytes, 'VP8 ', 12) ? [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff] : undefined;
}

const PNG: Kind = {
  extension: 'png',
  contentType: 'image/png',
  size: (bytes) => (bytes.length > 24 && starts(bytes, 'IHDR', 12) ? [bytes.readUInt32BE(16), bytes.readUInt32BE(20)] : undefined),
};
const GIF: Kind = {
  extension: 'gif',
  contentType: 'image/gif',
  size: (bytes) => (bytes.length > 10 ? [bytes.readUInt16LE(6), bytes.readUInt16LE(8)] : undefined),
};
const ICO: Kind = {
  extension: 'ico',
  contentType: 'image/x-icon',
  // 0 means 256, so every size that can be written is small.
  size: (bytes) => (bytes.length > 22 ? [bytes[6] || 256, bytes[7] || 256] : undefined),
};

/** What a file is by its first bytes; its name and what the browser says of it do not count. SVG is none: it can carry scripts. */
function kindOf(bytes: Buffer): Kind | undefined {
  if (starts(bytes, '\x89PNG\r\n\x1a\n')) return PNG;
  if (starts(bytes, '\xff\xd8\xff')) return { extension: 'jpg', contentType: 'image/jpeg', size: jpegSize };
  if (starts(bytes, 'GIF87a') || starts(bytes, 'GIF89a')) return GIF;
  if (starts(bytes, 'RIFF') && starts(bytes, 'WEBP', 8)) return { extension: 'webp', contentType: 'image/webp', size: webpSize };
  return starts(bytes, '\x00\x00\x01\x00') ? ICO : undefined;
}

/**
 * Stores a picture and forgets the one that was in its place.
 * @returns its address
 * @throws InvalidInput on the slot unless it is a PNG, JPEG, GIF, WebP or icon of at most 1 MiB and 4096 pixels a side
 */
export async function storeImage(ctx: Context, slot: string, bytes: Buffer): Promise<string> {
  const kind = kindOf(bytes);
  const size = kind?.size(bytes);
  if (!kind || !size) throw InvalidInput.on(slot, 'not_an_image');
  if (bytes.length > MAX_IMAGE_BYTES || Math.max(...size) > MAX_SIDE || Math.min(...size) < 1)
    throw InvalidInput.on(slot, 'image_too_large');
  const name = `${slot}-${createHash('sha256').update(bytes).digest('hex').slice(0, 20)}.${kind.extension}`;
  await dropImage(ctx, slot);
  await ctx.tx.insertInto('settings_media').values({ name, slot, content_type: kind.contentType, bytes }).execute();
  return `/media/settings/${name}`;
}

export async function dropImage(ctx: Context, slot: string): Promise<void> {
  await ctx.tx.deleteFrom('settings_media').where('slot', '=', slot).execute();
}

/** A picture by its name. @throws CodedError not_found */
export async function readImage(ctx: Context, name: string): Promise<{ bytes: Buffer; contentType: string }> {
  const found = await ctx.tx.selectFrom('settings_media').select(['content_type', 'bytes']).where('name', '=', name).executeTakeFirst();
  if (!found) throw new CodedError('not_found');
  return { bytes: found.bytes, contentType: found.content_type };
}

export const mediaRoute = route({
  method: 'GET',
  path: '/media/settings/:name',
  name: 'settings.media',
  who: { allow: 'anyone', because: 'logos and the picture of the login page' },
  rows: { none: 'pictures of the interface' },
  params: { name: textField({ label: WORDS.name, required: true }) },
  async handle(ctx, { params }) {
    const { bytes, contentType } = await readImage(ctx, params.name);
    return { status: 200, body: bytes, headers: { 'content-type': contentType, 'cache-control': 'public, max-age=31536000, immutable' } };
  },
});
