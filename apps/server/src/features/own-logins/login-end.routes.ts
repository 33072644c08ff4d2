import type { SettingsReader } from '@postern/contract/settings';
import { INTEGER_SCHEMA, objectSchema, ok, type Route, route } from '@postern/resource';
import { loginEnds } from '../../platform/auth/login-ends.ts';
import { loginLeft, noteUse } from '../../platform/auth/sessions.ts';
import { answerShape, NOTHING } from '../../platform/shown.ts';

const OWN = {
  path: '/api/v1/authentication/login-end/',
  who: { allow: 'user' },
  rows: { own: 'when the login of this request ends' },
  rootOrg: true,
} as const;
const SECONDS = { ...INTEGER_SCHEMA, nullable: true } as const;

/** Ours: when the login with this browser ends (docs/wire/authentication.md#when-a-login-ends). To ask is no use of it; to stay is, whatever the page says. */
export const loginEndRoutes = (settings: SettingsReader): readonly Route[] => [
  route({
    ...OWN,
    method: 'GET',
    name: 'authentication.loginend.left',
    answer: answerShape(objectSchema({ unused_seconds: SECONDS, seconds: SECONDS })),
    async handle(ctx) {
      noteUse(ctx, false);
      const left = loginLeft(ctx, loginEnds(settings));
      return ok({ unused_seconds: left?.unused ?? null, seconds: left?.total ?? null });
    },
  }),
  route({
    ...OWN,
    method: 'POST',
    name: 'authentication.loginend.stay',
    body: 'none',
    answer: NOTHING,
    async handle(ctx) {
      noteUse(ctx, true);
      return ok({});
    },
  }),
];
