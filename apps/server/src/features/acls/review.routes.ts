import { CodedError, InvalidInput } from '@postern/contract/errors';
import { text as words } from '@postern/contract/text';
import { type Context, can, objectSchema, ok, type Route, reference, route, TEXT_SCHEMA, text } from '@postern/resource';
import { componentSessions } from '../../platform/component-sessions.ts';
import { inOrganisation } from '../../platform/context.ts';
import { report } from '../../platform/routes/report.ts';
import { answerShape, WORDS } from '../../platform/shown.ts';
import { verbatim } from '../../platform/verbatim.ts';
import { displayOf, type Reviews, reviewParts } from '../tickets/index.ts';
import { commandFilterAcl, commandFilterRows, loginAssetAcl } from './acl.resources.ts';
import { decideAssetLogin, reviewersOfRule } from './decide.ts';

/** What components ask when a rule wants a review (docs/wire/access-rules.md#questions-of-components). */

/** Characters of a command that a ticket keeps. */
const COMMAND = 4090;
/** Seconds somebody may wait at a prompt for an answer (decision 0047). */
const COMMAND_WAIT = 3600;

/** Seconds a component may wait for the review of a connection that it opens without a token. */
const CONNECT_WAIT = 3600;

interface Deps {
  reviews: Reviews;
}

/** A live session that the calling component carries, with the person in it; none else can be asked for. */
async function carried(ctx: Context, id: string) {
  const found = await ctx.tx
    .selectFrom('sessions as s')
    .innerJoin('users as u', (join) => join.on(({ eb, cast, ref }) => eb(cast<string>('u.id', 'text'), '=', ref('s.user_id'))))
    .select(['s.id', 's.org_id', 'u.id as user_id', 'u.name', 'u.username', 's.asset', 's.account'])
    .where('s.id', '=', id)
    .where('s.is_finished', '=', false)
    .where(componentSessions(ctx, 's'))
    .executeTakeFirst();
  if (!found) throw InvalidInput.on('session_id', 'does_not_exist', { value: id });
  return found;
}

/** The rule, when it is one that is in force and asks for reviews in the session's organisation. */
async function ruleFor(ctx: Context, orgId: string, id: string): Promise<{ id: string; name: string }> {
  const found = await ctx.tx
    .selectFrom('command_filter_acls as r')
    .select(['r.id', 'r.name'])
    .where('r.id', '=', id)
    .where(commandFilterRows(inOrganisation(ctx, orgId), 'r'))
    .where('r.is_active', '=', true)
    .where('r.action', '=', 'review')
    .executeTakeFirst();
  if (!found) throw InvalidInput.on('cmd_filter_acl_id', 'does_not_exist', { value: id });
  return found;
}

/** Where nobody has to be asked, nothing but that. */
const checked = answerShape({
  oneOf: [
    objectSchema({ need_review: { enum: [false] } }),
    objectSchema({
      need_review: { enum: [true] },
      ticket_id: TEXT_SCHEMA,
      check_review_status: reviewParts.check_ticket_api,
      close_review: reviewParts.close_ticket_api,
      ticket_detail_url: reviewParts.ticket_detail_page_url,
      reviewers: reviewParts.assignees,
    }),
  ],
});

const judged = 'by the resource';

const commandReview = ({ reviews }: Deps): Route =>
  route({
    method: 'POST',
    path: '/api/v1/acls/command-filter-acls/command-review/',
    name: 'acls.commandfilteracl.review',
    answer: answerShape(objectSchema(reviewParts)),
    who: can('tickets.add_superticket'),
    rows: { of: [commandFilterAcl] },
    rootOrg: true,
    body: {
      session_id: reference('session', { label: words('Session', '会话', 'セッション'), required: true, judged }),
      cmd_filter_acl_id: reference('commandfilteracl', { label: commandFilterAcl.label, required: true, judged }),
      run_command: verbatim({ label: words('Command', '命令', 'コマンド'), max: 65_536 }),
    },
    async handle(ctx, { body }) {
      const about = await carried(ctx, body.session_id);
      const rule = await ruleFor(ctx, about.org_id, body.cmd_filter_acl_id);
      const command = body.run_command.slice(0, COMMAND);
      const applicant = { id: about.user_id, name: about.name, username: about.username };
      const id = await reviews.open(ctx, {
        type: 'command_confirm',
        orgId: about.org_id,
        applicant,
        rule,
        reviewers: await reviewersOfRule(ctx, 'command_filter_acl_reviewers', rule.id),
        subject: `${about.asset} · ${command}`,
        fields: {
          apply_run_user: applicant.id,
          apply_run_asset: about.asset.slice(0, 256),
          apply_run_account: about.account.slice(0, 128),
          apply_run_command: command,
          apply_from_session: about.id,
          apply_from_cmd_filter_acl: rule.id,
        },
        snapshot: { apply_run_user: displayOf(applicant), apply_from_cmd_filter_acl: rule.name },
        details: { asset: about.asset, account: about.account, command: command.slice(0, 1024) },
        lasts: COMMAND_WAIT,
      });
      return ok((await reviews.info(ctx, [id])).get(id));
    },
  });

/** Somebody who may log in and an active asset. @throws InvalidInput under `user_id`, whichever is missing */
async function personOnAsset(ctx: Context, userId: string, assetId: string) {
  const person = await ctx.tx
    .selectFrom('users')
    .select(['id', 'name', 'username'])
    .where('id', '=', userId)
    .where('is_active', '=', true)
    .where('is_service_account', '=', false)
    .where((on) => on.or([on('date_expired', 'is', null), on('date_expired', '>', ctx.clock())]))
    .executeTakeFirst();
  const asset = await ctx.tx
    .selectFrom('assets')
    .select(['org_id', 'name', 'address'])
    .where('id', '=', assetId)
    .where('is_active', '=', true)
    .executeTakeFirst();
  if (!person || !asset) throw InvalidInput.on('user_id', 'does_not_exist', { value: userId });
  return { applicant: person, orgId: asset.org_id, asset: `${asset.name}(${asset.address})` };
}

/**
 * Whether somebody may open a session, for components that ask without a connection token
 * (docs/wire/components.md#asking-before-a-session). Rules about addresses are asked about the component's: the call names no other.
 */
const assetCheck = ({ reviews }: Deps): Route =>
  report({
    method: 'POST',
    path: '/api/v1/acls/login-asset/check/',
    name: 'acls.loginassetacl.check',
    answer: checked,
    right: 'tickets.add_superticket',
    rows: { of: [loginAssetAcl] },
    body: {
      user_id: reference('user', { label: WORDS.user, required: true, judged }),
      asset_id: reference('asset', { label: WORDS.asset, required: true, judged }),
      account_username: text({ label: words('Account', '账号', 'アカウント'), default: '', blank: true }),
    },
    errors: ['acl_reject', 'acl_factor'],
    async take(ctx, { body, kernel }) {
      const { user_id: userId, asset_id: assetId, account_username: account } = body;
      const { applicant, orgId, asset } = await personOnAsset(ctx, userId, assetId);
      const { action, rule } = await decideAssetLogin(ctx, kernel, userId, { orgId, assetId, account }, ctx.origin.ip);
      if (action === 'reject') throw new CodedError('acl_reject', { ...rule });
      // Who asks here has only the component before them, and no token in which a proof could be kept.
      if (action === 'mfa') throw new CodedError('acl_factor', { name: rule.name });
      if (action === 'accept') return ok({ need_review: false });
      const id = await reviews.open(ctx, {
        type: 'login_asset_confirm',
        orgId,
        applicant,
        rule,
        reviewers: await reviewersOfRule(ctx, 'login_asset_acl_reviewers', rule.id),
        subject: `${asset} · ${account}`,
        fields: { apply_login_user: userId, apply_login_asset: assetId, apply_login_account: account },
        snapshot: { apply_login_user: displayOf(applicant), apply_login_asset: asset },
        details: { asset, account },
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
