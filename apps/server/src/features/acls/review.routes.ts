import { CodedError, InvalidInput } from '@postern/contract/errors';
import { type Context, can, holds, type Kernel, ok, type Route } from '@postern/resource';
import { sql } from 'kysely';
import { z } from 'zod';
import { displayOf, type Reviews } from '../tickets/index.ts';
import { decideAssetLogin, reviewersOfRule } from './decide.ts';

/** What components ask when a rule wants a review (docs/wire/access-rules.md#questions-of-components). */

/** Characters of a command that a ticket keeps. */
const COMMAND = 4090;
/** Seconds somebody may wait at a prompt for an answer (decision 0047). */
const COMMAND_WAIT = 3600;

/** Seconds a component may wait for the review of a connection that it opens without a token. */
const CONNECT_WAIT = 3600;

interface Deps {
  kernel: () => Kernel;
  reviews: Reviews;
}

const asked = z.object({
  session_id: z.uuid(),
  cmd_filter_acl_id: z.uuid(),
  run_command: z.string().min(1).max(65_536),
});

interface SessionRow {
  id: string;
  org_id: string;
  user_id: string;
  name: string;
  username: string;
  asset: string;
  account: string;
}

/** A live session that the calling component carries, with the person in it; none else can be asked for. */
async function carried(ctx: Context, id: string): Promise<SessionRow> {
  const { rows } = await sql<SessionRow>`
    select s.id, s.org_id, u.id as user_id, u.name, u.username, s.asset, s.account from sessions s
    join terminals c on c.id = s.terminal_id and c.user_id = ${ctx.actor.id}
    join users u on u.id::text = s.user_id
    where s.id = ${id} and not s.is_finished`.execute(ctx.tx);
  if (!rows[0]) throw InvalidInput.on('session_id', 'does_not_exist', { value: id });
  return rows[0];
}

/** The rule, when it is one that is in force and asks for reviews in the session's organisation. */
async function ruleFor(ctx: Context, session: SessionRow, id: string): Promise<{ id: string; name: string }> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from command_filter_acls
    where id = ${id} and org_id = ${session.org_id} and is_active and action = 'review'`.execute(ctx.tx);
  if (!rows[0]) throw InvalidInput.on('cmd_filter_acl_id', 'does_not_exist', { value: id });
  return rows[0];
}

const commandReview = ({ reviews }: Deps): Route => ({
  method: 'POST',
  path: '/api/v1/acls/command-filter-acls/command-review/',
  policy: can('tickets.add_superticket'),
  name: 'acls.commandfilteracl.review',
  rootOrg: true,
  async handle(ctx, { body }) {
    const parsed = asked.safeParse(body);
    if (!parsed.success) throw InvalidInput.on(String(parsed.error.issues[0]?.path[0] ?? 'session_id'), 'invalid');
    const session = await carried(ctx, parsed.data.session_id);
    const rule = await ruleFor(ctx, session, parsed.data.cmd_filter_acl_id);
    const command = parsed.data.run_command.slice(0, COMMAND);
    const applicant = { id: session.user_id, name: session.name, username: session.username };
    const id = await reviews.open(ctx, {
      type: 'command_confirm',
      orgId: session.org_id,
      applicant,
      rule,
      reviewers: await reviewersOfRule(ctx, 'command_filter_acl_reviewers', rule.id),
      subject: `${session.asset} · ${command}`,
      fields: {
        apply_run_user: applicant.id,
        apply_run_asset: session.asset.slice(0, 256),
        apply_run_account: session.account.slice(0, 128),
        apply_run_command: command,
        apply_from_session: session.id,
        apply_from_cmd_filter_acl: rule.id,
      },
      snapshot: { apply_run_user: displayOf(applicant), apply_from_cmd_filter_acl: rule.name },
      details: { asset: session.asset, account: session.account, command: command.slice(0, 1024) },
      lasts: COMMAND_WAIT,
    });
    return ok((await reviews.info(ctx, [id])).get(id));
  },
});

const connecting = z.object({
  user_id: z.uuid(),
  asset_id: z.uuid(),
  account_username: z.string().max(128).default(''),
});

interface PersonOnAsset {
  user_id: string;
  name: string;
  username: string;
  org_id: string;
  asset: string;
}

/**
 * Whether somebody may open a session, for components that ask without a connection token
 * (docs/wire/components.md#asking-before-a-session). Rules about addresses are asked about the component's: the call names no other.
 */
const assetCheck = ({ kernel, reviews }: Deps): Route => ({
  method: 'POST',
  path: '/api/v1/acls/login-asset/check/',
  policy: { allow: 'component' },
  name: 'acls.loginassetacl.check',
  rootOrg: true,
  async handle(ctx, { body }) {
    if (!holds(ctx.actor, ['tickets.add_superticket'])) throw new CodedError('permission_denied');
    const parsed = connecting.safeParse(body);
    if (!parsed.success) throw InvalidInput.on(String(parsed.error.issues[0]?.path[0] ?? 'user_id'), 'invalid');
    const { user_id, asset_id, account_username: account } = parsed.data;
    const { rows } = await sql<PersonOnAsset>`
      select u.id as user_id, u.name, u.username, a.org_id, a.name || '(' || a.address || ')' as asset from users u, assets a
      where u.id = ${user_id} and u.is_active and not u.is_service_account and a.id = ${asset_id} and a.is_active`.execute(ctx.tx);
    const found = rows[0];
    if (!found) throw InvalidInput.on('user_id', 'does_not_exist', { value: user_id });
    const target = { orgId: found.org_id, assetId: asset_id, account };
    const { action, rule } = await decideAssetLogin(ctx, kernel(), user_id, target, ctx.origin.ip);
    if (action === 'reject') throw new CodedError('acl_reject', { ...rule });
    if (action === 'accept') return ok({ need_review: false });
    const applicant = { id: user_id, name: found.name, username: found.username };
    const id = await reviews.open(ctx, {
      type: 'login_asset_confirm',
      orgId: found.org_id,
      applicant,
      rule,
      reviewers: await reviewersOfRule(ctx, 'login_asset_acl_reviewers', rule.id),
      subject: `${found.asset} · ${account}`,
      fields: { apply_login_user: user_id, apply_login_asset: asset_id, apply_login_account: account },
      snapshot: { apply_login_user: displayOf(applicant), apply_login_asset: found.asset },
      details: { asset: found.asset, account },
      lasts: CONNECT_WAIT,
    });
    const info = (await reviews.info(ctx, [id])).get(id);
    return ok({
      need_review: true,
      ticket_id: id,
      check_review_status: info?.check_ticket_api,
      close_review: info?.close_ticket_api,
      ticket_detail_url: info?.ticket_detail_page_url,
      reviewers: info?.assignees ?? [],
    });
  },
});

export const reviewRoutes = (deps: Deps): readonly Route[] => [commandReview(deps), assetCheck(deps)];
