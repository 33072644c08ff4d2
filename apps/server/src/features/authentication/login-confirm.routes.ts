import { type Context, objectSchema, ok, type Reply, type Route, TEXT_SCHEMA } from '@postern/resource';
import { ensureSession } from '../../platform/auth/sessions.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { login } from '../../platform/routes/login.ts';
import { answerShape } from '../../platform/shown.ts';
import { asUser } from './acting.ts';
import type { LoginDeps } from './limits.ts';
import { logLogin } from './login-attempt.ts';
import { pendingLogin } from './login-steps.ts';
import { type RefusalCode, refusal } from './refusals.ts';

/** The wait for a login's approval (docs/wire/authentication.md#reviewed-logins): asked every few seconds, and given up. */
const PATH = '/api/v1/authentication/login-confirm-ticket/status/';
const because = 'tells a session about the ticket of its own login, and nothing else';

const answered = (ctx: Context, code: RefusalCode, data: object): Reply => ok({ ...refusal(code, ctx.language), data });

/** `{msg: 'ok'}` once approved; the login itself is then finished by its next step, which looks again. */
async function status(ctx: Context, { reviews }: LoginDeps): Promise<Reply> {
  const pending = await pendingLogin(ctx);
  const ticket = pending?.marks.ticket;
  if (!pending || !ticket) return answered(ctx, 'login_confirm_error', { ticket_id: '', username: '' });
  const state = (await reviews.state(ctx, ticket))?.state ?? 'closed';
  if (state === 'approved') return ok({ msg: 'ok' });
  if (state === 'pending') return answered(ctx, 'login_confirm_wait', { ticket_id: ticket });
  const { username, id } = pending.user;
  delete (await ensureSession(ctx)).data.login;
  await logLogin(ctx, pending.marks.from, { username, userId: id, ok: false, reason: 'login_confirm_error' });
  return answered(ctx, 'login_confirm_error', { ticket_id: ticket, username });
}

async function giveUp(ctx: Context, { reviews }: LoginDeps): Promise<Reply> {
  const pending = await pendingLogin(ctx);
  const ticket = pending?.marks.ticket;
  if (pending && ticket) {
    await inTransaction(ctx.tx, asUser(ctx, pending.user), (inner) => reviews.withdraw(inner, ticket));
    delete (await ensureSession(ctx)).data.login;
  }
  return ok('');
}

/** `{msg: 'ok'}` alone once it is approved. */
const STATUS = answerShape(
  objectSchema({ msg: TEXT_SCHEMA }, { error: TEXT_SCHEMA, data: objectSchema({ ticket_id: TEXT_SCHEMA }, { username: TEXT_SCHEMA }) }),
);

const ABOUT = { path: PATH, because, rows: { own: 'the ticket of the login of their session' } } as const;

export const loginConfirmRoutes = (deps: LoginDeps): readonly Route[] => [
  login({ ...ABOUT, method: 'GET', name: 'authentication.loginconfirm.status', answer: STATUS, take: (ctx) => status(ctx, deps) }),
  login({
    ...ABOUT,
    method: 'DELETE',
    name: 'authentication.loginconfirm.close',
    answer: answerShape({ enum: [''] }),
    take: (ctx) => giveUp(ctx, deps),
  }),
];
