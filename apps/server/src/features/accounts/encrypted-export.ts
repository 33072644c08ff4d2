import { buffer } from 'node:stream/consumers';
import { text } from '@postern/contract/text';
import { type Context, type ExportFormat, encryptedZip, exportList, type Kernel, type Reply, type Request } from '@postern/resource';

/** Secrets of one answer at most; each is an audit event. */
export const MAX_SECRETS = 10_000;

const SECRET = text('Secret', '密文', 'シークレット');
const NO_KEY = text(
  'This export is an archive that opens with your file key, and you have none yet.\nSet one on your profile page, then export again.\n',
  '导出结果为使用文件密钥加密的压缩包，而你尚未设置文件密钥。\n请先在个人设置中设置文件密钥，然后重新导出。\n',
  'エクスポートはファイル鍵で開くアーカイブになりますが、鍵がまだ設定されていません。\nプロフィール画面で設定してから、もう一度エクスポートしてください。\n',
);

const asFile = (body: Buffer, name: string, type: string): Reply => ({
  status: 200,
  body,
  headers: { 'content-type': type, 'content-disposition': `attachment; filename="${name}"` },
});

/**
 * A list with its secrets as a table inside an archive that opens with the file key of who asks; a text that says so when
 * they have none, and then no secret is decrypted (docs/wire/conventions.md#encrypted-exports). The file is finished before it
 * leaves: what it reveals is audited in the same transaction.
 * @param reveal opens and audits the secrets of some rows
 * @throws CodedError export_too_large beyond MAX_SECRETS
 */
export async function exportEncrypted(
  kernel: Kernel,
  resource: string,
  ctx: Context,
  request: Request,
  format: ExportFormat,
  reveal: (ids: readonly (string | number)[]) => Promise<ReadonlyMap<string | number, string>>,
): Promise<Reply> {
  const me = await ctx.tx.selectFrom('users').select('secret_key').where('id', '=', ctx.actor.id).executeTakeFirst();
  const key = me?.secret_key;
  if (!key) return asFile(Buffer.from(`\ufeff${NO_KEY[ctx.language]}`), `${resource}.txt`, 'text/plain; charset=utf-8');
  // Templates are for writing; nothing of them is secret, and they come from the list without secrets.
  const query = { ...request.query, template: 'export' };
  const table = await exportList(kernel, kernel.byName(resource), ctx, { query }, format, {
    more: { title: SECRET[ctx.language], cells: reveal },
    max: MAX_SECRETS,
  });
  const name = /filename="([^"]+)"/.exec(String(table.headers?.['content-disposition'] ?? ''))?.[1] ?? `${resource}.${format}`;
  const plain = await buffer(table.body as NodeJS.ReadableStream);
  const encrypted = await buffer(encryptedZip(name, new Blob([new Uint8Array(plain)]).stream(), ctx.secrets.decrypt(key)) as never);
  return asFile(encrypted, name.replace(/\.\w+$/, '.zip'), 'application/zip');
}
