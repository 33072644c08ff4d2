import { parseUuid } from '@postern/contract/ids';
import { type Language, languageOf, render, text } from '@postern/contract/text';
import { type Context, sheetText } from '@postern/resource';
import { inOrganisation } from '../../platform/context.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Attachment } from '../../platform/mail/deliver.ts';
import { encryptedWorkbook } from '../../platform/mail/encrypted-file.ts';
import { post } from '../../platform/mail/outbox.ts';
import { recipientsAmong } from '../users/index.ts';
import { storedText } from './refusal.ts';
import type { Snapshot } from './snapshot.ts';

/** Name of the maker of reports, among those the outbox knows. */
export const CHANGE_REPORT = 'change-report';
/** Records whose secrets are decrypted in memory at a time. */
const PAGE = 250;

const LETTER = {
  subject: text('Secrets changed: {plan}', '账号改密：{plan}', 'シークレットの変更：{plan}'),
  result: text(
    'The run of “{plan}” has ended: {ok} succeeded, {bad} did not.',
    '“{plan}”已执行完成：成功 {ok} 项，未成功 {bad} 项。',
    '「{plan}」の実行が終わりました：成功 {ok} 件、失敗 {bad} 件。',
  ),
  attached: text(
    'The former and the new secrets are in the attached archive. It opens with your file key.',
    '新旧密文见附件，请使用你的文件密钥打开。',
    '変更前後のシークレットを添付しました。ご自身のファイル鍵で開いてください。',
  ),
  without: text(
    'Nothing is attached, because you have no file key. Set one on your profile page.',
    '由于你尚未设置文件密钥，本邮件没有附件。请在个人设置中设置文件密钥。',
    'ファイル鍵が未設定のため添付はありません。プロフィール画面で設定してください。',
  ),
};

const TITLES = [
  text('ID', 'ID', 'ID'),
  text('Asset', '资产', 'アセット'),
  text('Account', '账号', 'アカウント'),
  text('Former secret', '原密文', '変更前のシークレット'),
  text('New secret', '新密文', '新しいシークレット'),
  text('Status', '状态', '状態'),
  text('Error', '错误', 'エラー'),
];

/** Whom a run of an automation is to tell, as they are when it starts (docs/wire/automations.md#recipients). */
export async function recipientsOf(ctx: Context, automationId: string): Promise<Record<string, [display: string, hasKey: boolean]>> {
  const named = await ctx.tx
    .selectFrom('change_secret_automation_recipients')
    .select('user_id')
    .where('automation_id', '=', automationId)
    .execute();
  const people = await recipientsAmong(
    ctx,
    named.map(({ user_id }) => user_id),
  );
  return Object.fromEntries(people.map(({ id, display, key }) => [id, [display, key !== null]]));
}

interface Ended {
  id: string;
  org_id: string;
  snapshot: Snapshot;
}

/** Promises each recipient a mail in the transaction that ends the run; who has a file key gets the secrets with it. */
export async function notifyRecipients(
  ctx: Context,
  jobs: Pick<Jobs, 'enqueue'>,
  { id, org_id, snapshot }: Ended,
  tally: { ok: number; bad: number },
  language: Language,
): Promise<void> {
  const named = Object.keys(snapshot.recipients ?? {});
  if (snapshot.type !== 'change_secret' || named.length === 0) return;
  const params = { plan: snapshot.name, ...tally };
  for (const person of await recipientsAmong(inOrganisation(ctx, org_id), named)) {
    await post(ctx, jobs, {
      to: person.email,
      subject: render(LETTER.subject, language, params),
      lines: [LETTER.result, person.key === null ? LETTER.without : LETTER.attached].map((line) => render(line, language, params)),
      ...(person.key === null ? {} : { attachment: { maker: CHANGE_REPORT, about: { run: id, org: org_id, user: person.id, language } } }),
    });
  }
}

async function* pages(ctx: Context, run: string, language: Language): AsyncGenerator<string[][]> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await ctx.tx
      .selectFrom('change_secret_records as r')
      .innerJoin('assets as a', 'a.id', 'r.asset_id')
      .innerJoin('accounts as c', 'c.id', 'r.account_id')
      .select(['r.id', 'a.name as asset', 'c.username as account', 'r.old_secret', 'r.new_secret', 'r.status', 'r.error'])
      .where('r.execution_id', '=', run)
      .where('r.id', '>', after)
      .orderBy('r.id')
      .limit(PAGE)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    const opened = async (stored: string | null): Promise<string> => (stored ? ctx.secrets.open(stored) : '');
    yield await Promise.all(
      rows.map(async ({ id, asset, account, old_secret, new_secret, status, error }) => [
        id,
        asset,
        account,
        await opened(old_secret),
        await opened(new_secret),
        status,
        storedText(error, language) ?? '',
      ]),
    );
  }
}

/** The file of one recipient, made when it is sent. Who may no longer have it by then, or has no key, gets none. */
export async function changeReport(ctx: Context, about: Readonly<Record<string, string>>): Promise<Attachment | undefined> {
  const [run, org, user] = [about.run, about.org, about.user].map(parseUuid);
  if (!run || !org || !user) return undefined;
  const [person] = await recipientsAmong(inOrganisation(ctx, org), [user]);
  if (!person?.key) return undefined;
  const language = languageOf(about.language);
  const titles = TITLES.map((title) => title[language]);
  const sheets = [{ name: 'accounts', rows: sheetText(titles, pages(ctx, run, language)) }];
  return encryptedWorkbook('change-secret', sheets, ctx.secrets.decrypt(person.key));
}
