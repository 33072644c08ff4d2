import { CodedError, InvalidInput } from '@postern/contract/errors';
import { render, type Text, text } from '@postern/contract/text';
import { among, at, type Behaviour, type Context, ok } from '@postern/resource';
import { anyRow } from '../../platform/database/any-row.ts';
import { refuseOtherSites } from '../../platform/http/other-sites.ts';
import type { SystemAccess } from '../../platform/platform.ts';
import type { CloudAccount, Providers } from './account.resource.ts';
import { type Attributes, attributeProblem, readAttributes } from './attributes.ts';
import { type CloudAttrs, CloudError, type CloudErrorCode, type CloudProvider } from './providers/provider.ts';

const MESSAGES: Readonly<Record<CloudErrorCode, Text>> = {
  denied: text(
    'The cloud refuses these credentials. {detail}',
    '云服务拒绝了该凭据。{detail}',
    'クラウドがこの認証情報を拒否しました。{detail}',
  ),
  unreachable: text('The cloud cannot be reached. {detail}', '无法连接云服务。{detail}', 'クラウドに接続できません。{detail}'),
  throttled: text(
    'The cloud asks for fewer requests. Try again later. {detail}',
    '云服务限制了请求频率，请稍后重试。{detail}',
    'クラウドがリクエストを制限しています。しばらくしてからやり直してください。{detail}',
  ),
  unexpected: text(
    'The cloud gave an unexpected answer. {detail}',
    '云服务返回了意外的结果。{detail}',
    'クラウドから想定外の応答がありました。{detail}',
  ),
};

/** What a provider said, in the reader's language. */
export const cloudErrorText = (error: CloudError, language: Context['language']): string =>
  render(MESSAGES[error.code], language, { detail: error.detail }).trim();

/** An error of a provider as a 400 that says what happened; anything else as it is. */
export function asRefusal(error: unknown, ctx: Context): unknown {
  if (!(error instanceof CloudError)) return error;
  const words = cloudErrorText(error, ctx.language);
  return new CodedError('error', {}, { body: { code: error.code, msg: words, detail: words, error: words } });
}

/** Secret attributes of a stored account, decrypted. They are never part of a row. */
async function encryptedOf(ctx: Context, id: string): Promise<Record<string, unknown>> {
  const found = await ctx.tx.selectFrom('cloud_accounts').select('secrets').where('id', '=', id).executeTakeFirst();
  // Written here, from an object.
  return found?.secrets ? (JSON.parse(ctx.secrets.decrypt(found.secrets)) as Record<string, unknown>) : {};
}

/** All attributes of a stored account, for its provider. */
export const decryptedAttributes = async (ctx: Context, { id, attrs }: Pick<CloudAccount, 'id' | 'attrs'>): Promise<CloudAttrs> => ({
  ...attrs,
  ...(await encryptedOf(ctx, id)),
});

async function checkPlatform(ctx: Context, provider: CloudProvider, { plain }: Attributes): Promise<void> {
  for (const { name } of provider.fields.filter(({ kind }) => kind === 'platform')) {
    const id = plain[name];
    if (typeof id !== 'number') continue;
    const found = await anyRow(ctx.tx.selectFrom('platforms').where('id', '=', id).where('category', '=', 'host'));
    if (!found) throw attributeProblem({ [name]: [{ code: 'does_not_exist', params: { value: String(id) } }] });
  }
}

/** Milliseconds a person waits for an answer of a cloud. */
export const ASK_MS = 20_000;

/** Notes whether an account works: what a form shows, and no change of the account. */
export const noteValidity = (system: SystemAccess, id: string, valid: boolean): Promise<unknown> =>
  system.asSystem('cloud account tested', (ctx) =>
    ctx.tx
      .updateTable('cloud_accounts')
      .set({ validity: valid })
      .where('id', '=', id)
      .where('validity', 'is distinct from', valid)
      .execute(),
  );

export const cloudAccountBehaviour = (providers: Providers, system: SystemAccess): Behaviour => ({
  async prepare(ctx, { values, before: row }) {
    if (values.attrs === undefined) return;
    const before = row as CloudAccount | undefined;
    const name = before?.provider ?? String(values.provider);
    const provider = Object.hasOwn(providers, name) ? providers[name] : undefined;
    if (!provider) throw InvalidInput.on('provider', 'invalid_choice', { value: name.slice(0, 64) });
    const known = before && { plain: before.attrs, encrypted: await encryptedOf(ctx, before.id) };
    const next = readAttributes(provider, values.attrs as Record<string, unknown>, known, ctx);
    await checkPlatform(ctx, provider, next);
    provider.check?.({ ...next.plain, ...next.encrypted });
    values.attrs = next.plain;
    const encrypted = JSON.stringify(next.encrypted);
    if (encrypted !== JSON.stringify(known?.encrypted ?? {})) {
      values.secrets = encrypted;
      // Found by trying the former secrets.
      values.validity = null;
    }
  },
  async deleted(ctx, rows) {
    const ids = rows.map((row) => String(row.id));
    await ctx.tx
      .deleteFrom('sync_instance_details as d')
      .where(among(at('d')('account_id'), ids))
      .execute();
  },
  actions: {
    async test(ctx, request, row) {
      refuseOtherSites(request);
      const account = row as CloudAccount;
      const provider = providers[account.provider];
      if (!provider) throw InvalidInput.on('provider', 'invalid_choice', { value: account.provider });
      try {
        await provider.test(await decryptedAttributes(ctx, account), AbortSignal.timeout(ASK_MS));
      } catch (error) {
        if (error instanceof CloudError && error.code === 'denied') await noteValidity(system, account.id, false);
        throw asRefusal(error, ctx);
      }
      await noteValidity(system, account.id, true);
      return ok({ msg: 'ok' });
    },
  },
});
