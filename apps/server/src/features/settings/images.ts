import { createHash } from 'node:crypto';
import { CodedError, InvalidInput } from '@postern/contract/errors';
import { pictureBytes } from '@postern/contract/settings';
import { COLUMN, type Context, defineTable, text as textField } from '@postern/resource';
import { GIF } from 'image-size/types/gif';
import { ICO } from 'image-size/types/ico';
import { JPG } from 'image-size/types/jpg';
import { PNG } from 'image-size/types/png';
import { WEBP } from 'image-size/types/webp';
import { download, type File } from '../../platform/routes/download.ts';
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
    date_created: COLUMN.now,
  },
  indexes: [{ on: 'slot' }],
});

/** Bytes and pixels of one picture. */
export const MAX_IMAGE_BYTES = 1024 * 1024;
const MAX_SIDE = 4_096;

/** What is taken, told by the first bytes: a name and what the browser says do not count. SVG is not: it can carry scripts. */
const KINDS = [
  { reader: PNG, extension: 'png', contentType: 'image/png' },
  { reader: JPG, extension: 'jpg', contentType: 'image/jpeg' },
  { reader: GIF, extension: 'gif', contentType: 'image/gif' },
  { reader: WEBP, extension: 'webp', contentType: 'image/webp' },
  { reader: ICO, extension: 'ico', contentType: 'image/x-icon' },
] as const;

/** Kind and sides of a picture by its header; undefined for anything else, and for a header that is cut off. */
function readHeader(bytes: Buffer) {
  try {
    const kind = KINDS.find(({ reader }) => reader.validate(bytes));
    return kind && { ...kind, ...kind.reader.calculate(bytes) };
  } catch {
    return undefined;
  }
}

/** What a picture is, by its bytes, or what is wrong with it. */
export function readPicture(bytes: Buffer): NonNullable<ReturnType<typeof readHeader>> | 'not_an_image' | 'image_too_large' {
  const picture = readHeader(bytes);
  if (!picture) return 'not_an_image';
  const { width, height } = picture;
  return bytes.length > MAX_IMAGE_BYTES || Math.max(width, height) > MAX_SIDE || Math.min(width, height) < 1 ? 'image_too_large' : picture;
}

/** The same of one that is a setting; undefined for none. */
export function settingPicture(address: string): { body: Buffer; type: string } | undefined {
  const body = Buffer.from(pictureBytes(address) ?? '', 'base64');
  const picture = readPicture(body);
  return typeof picture === 'string' ? undefined : { body, type: picture.contentType };
}

/**
 * Stores a picture and forgets the one that was in its place.
 * @returns its address
 * @throws InvalidInput on the slot unless it is a PNG, JPEG, GIF, WebP or icon of at most 1 MiB and 4096 pixels a side
 */
export async function storeImage(ctx: Context, slot: string, bytes: Buffer): Promise<string> {
  const picture = readPicture(bytes);
  if (typeof picture === 'string') throw InvalidInput.on(slot, picture);
  const { extension, contentType } = picture;
  const name = `${slot}-${createHash('sha256').update(bytes).digest('hex').slice(0, 20)}.${extension}`;
  await dropImage(ctx, slot);
  await ctx.tx.insertInto('settings_media').values({ name, slot, content_type: contentType, bytes }).execute();
  return `/media/settings/${name}`;
}

export async function dropImage(ctx: Context, slot: string): Promise<void> {
  await ctx.tx.deleteFrom('settings_media').where('slot', '=', slot).execute();
}

/** A picture by its name. @throws CodedError not_found */
export async function readImage(ctx: Context, name: string): Promise<File> {
  const found = await ctx.tx.selectFrom('settings_media').select(['content_type', 'bytes']).where('name', '=', name).executeTakeFirst();
  if (!found) throw new CodedError('not_found');
  return { body: found.bytes, type: found.content_type };
}

export const mediaRoute = download({
  path: '/media/settings/:name',
  name: 'settings.media',
  who: { allow: 'anyone', because: 'logos and the picture of the login page' },
  rows: { none: 'pictures of the interface' },
  params: { name: textField({ label: WORDS.name, required: true }) },
  give: async (ctx, { params }) => ({ ...(await readImage(ctx, params.name)), cache: 'public, max-age=31536000, immutable' }),
});
