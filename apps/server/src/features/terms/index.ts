import type { SettingsReader } from '@postern/contract/settings';
import { type Language, text } from '@postern/contract/text';
import { COLUMN, type Context, defineTable } from '@postern/resource';
import type { Feature } from '../../platform/feature.ts';

/** Who accepted which version of the terms of use, and when. It stays when the person is gone: it is what they agreed to. */
const acceptances = defineTable({
  name: 'terms_acceptances',
  columns: {
    user_id: 'uuid not null',
    version: 'text not null',
    date_accepted: COLUMN.now,
    remote_addr: "text not null default ''",
  },
  constraints: ['primary key (user_id, version)'],
});

export interface Terms {
  version: string;
  /** In the language of whoever reads them, else in one that there is. */
  text: string;
}

const LANGUAGES = { en: 'TERMS_OF_USE_EN', zh: 'TERMS_OF_USE_ZH', ja: 'TERMS_OF_USE_JA' } as const satisfies Record<Language, string>;

/** The terms that hold now; undefined where there are none. */
export function termsOf(settings: SettingsReader, language: Language): Terms | undefined {
  if (!settings.get('TERMS_OF_USE_ENABLED')) return undefined;
  const texts = [LANGUAGES[language], ...Object.values(LANGUAGES)].map((key) => settings.get(key).trim());
  const found = texts.find((one) => one !== '');
  return found === undefined ? undefined : { version: settings.get('TERMS_OF_USE_VERSION'), text: found };
}

const TYPE = 'termsacceptance';

/** Notes that a person has accepted a version, as an event of the audit. Again, it is another moment of the same version. */
export async function acceptTerms(ctx: Context, user: { id: string; name: string; username: string }, version: string): Promise<void> {
  const row = { user_id: user.id, version, date_accepted: ctx.clock(), remote_addr: ctx.origin.ip.slice(0, 45) };
  await ctx.tx
    .insertInto('terms_acceptances')
    .values(row)
    .onConflict((clash) =>
      clash.columns(['user_id', 'version']).doUpdateSet({ date_accepted: row.date_accepted, remote_addr: row.remote_addr }),
    )
    .execute();
  ctx.audit({ action: 'create', resourceType: TYPE, resourceId: user.id, resource: `${user.name}(${user.username}): ${version}` });
}

/** What accepting them is called in the log. */
export const TERMS_WORDS = {
  [TYPE]: { label: text('terms accepted', '接受使用条款', '利用規約への同意'), fields: {} },
} as const;

export const termsFeature = (): Feature => ({ tables: [acceptances] });
