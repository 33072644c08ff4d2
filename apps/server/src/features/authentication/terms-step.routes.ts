import { ok, type Route } from '@postern/resource';
import { inTransaction } from '../../platform/database/transaction.ts';
import { login } from '../../platform/routes/login.ts';
import { acceptTerms } from '../terms/index.ts';
import { asUser } from './acting.ts';
import { browser } from './external-landing.ts';
import { termsVersion } from './fields.ts';
import type { LoginDeps } from './limits.ts';
import { nextStep, onward, pendingLogin } from './login-steps.ts';
import { answer, LOGIN, SHORT, STEP } from './page-answer.ts';
import { refusal } from './refusals.ts';

/** Accepts the terms of use on the way in (docs/wire/authentication.md#terms-of-use). */
export const termsStep = (deps: LoginDeps): Route =>
  login({
    path: `${LOGIN}terms/`,
    name: 'authentication.page.terms',
    because: 'only a session whose password step is done, and whose second factor is shown, gets further',
    ...STEP,
    bodyLimit: SHORT,
    body: { version: termsVersion },
    async take(ctx, { body, query }) {
      const pending = await pendingLogin(ctx);
      const step = pending && nextStep(ctx, deps, pending.user, pending.marks);
      if (!pending || step?.state !== 'terms') return ok(refusal('session_empty', ctx.language), 400);
      // Another version took its place while they read: that one is to be read.
      if (body.version !== step.terms.version) return answer(ctx, deps, query, step);
      const { user, marks } = pending;
      await inTransaction(ctx.tx, asUser(ctx, user), (inner) => acceptTerms(inner, user, step.terms.version));
      return answer(ctx, deps, query, await onward(ctx, deps, { ...user, terms_version: step.terms.version }, marks, browser(ctx, deps)));
    },
  });
