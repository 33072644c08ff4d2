import type { Context } from '@postern/resource';
import { ensureSession } from '../../platform/auth/sessions.ts';
import type { ExternalSource, PlaceAsks } from '../identities/index.ts';
import type { Outcome } from './login-attempt.ts';
import { STEP_TTL } from './login-steps.ts';
import { refusal } from './refusals.ts';

/** As which kind of factor clients are told of what another place asks for: one that they know, and have a box for. */
export const ASKED = 'otp_radius';

/** What another place asked for after the password, kept in the anonymous session until it is answered. */
export interface Asked extends PlaceAsks {
  source: ExternalSource;
  username: string;
  keep: boolean;
  /** A second factor of ours came along with the password. */
  ahead: boolean;
  at: number;
}

/** The place asks: so does the login, in the words of the place. */
export async function placeAsks(ctx: Context, login: Omit<Asked, keyof PlaceAsks | 'at'>, asks: PlaceAsks): Promise<Outcome> {
  const { data } = await ensureSession(ctx);
  const asked: Asked = { ...login, ...asks, at: ctx.clock().getTime() };
  // Another login of this session has no say in this one.
  delete data.login;
  data.asked = asked;
  return askedAgain(ctx, asked);
}

export function askedAgain(ctx: Context, { prompt }: Asked): Outcome {
  const answer = refusal('mfa_required', ctx.language);
  return { state: 'mfa', answer: prompt === '' ? answer : { ...answer, msg: prompt }, methods: [ASKED] };
}

/** What this session was asked for, while there is time. @param username whose login it has to be; empty for whoever it is */
export async function openAsked(ctx: Context, username: string): Promise<Asked | undefined> {
  const asked = (await ensureSession(ctx)).data.asked as Asked | undefined;
  if (!asked || ctx.clock().getTime() - asked.at > STEP_TTL * 1000) return undefined;
  return username === '' || username === asked.username ? asked : undefined;
}

export const forgetAsked = async (ctx: Context): Promise<void> => void delete (await ensureSession(ctx)).data.asked;

/** A wrong answer ends what was asked; there is no second try at it, only another login. */
export function answerRefused(ctx: Context, outcome: Outcome): Outcome {
  if (outcome.state !== 'refused' || outcome.answer.error !== 'mfa_failed') return outcome;
  return { state: 'refused', answer: { ...outcome.answer, msg: refusal('answer_refused', ctx.language).msg } };
}
