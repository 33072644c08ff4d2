import type { SettingsReader } from '@postern/contract/settings';
import { text } from '@postern/contract/text';
import { FLAG_SCHEMA, nestedList, ok, type Route, recordSchema, uuid } from '@postern/resource';
import { standingLogins } from '../../platform/auth/live-logins.ts';
import { loginEnds } from '../../platform/auth/login-ends.ts';
import { report } from '../../platform/routes/report.ts';
import { answerShape, WORDS } from '../../platform/shown.ts';

/**
 * Ours: whether logins that people made at the door of a component still stand, by the ids that it was told with them. It asks when it hears that logins of
 * somebody were ended, and every minute; what it asks about is in use, so it does not run out.
 */
export const terminalLoginRoutes = (settings: SettingsReader): readonly Route[] => [
  report({
    method: 'POST',
    path: '/api/v1/authentication/terminal-logins/standing/',
    name: 'authentication.terminallogin.standing',
    right: 'authentication.add_superconnectiontoken',
    rows: { own: 'logins whose ids it was told; those made at its own address are noted as in use' },
    body: {
      logins: nestedList({ id: uuid({ label: WORDS.id, required: true }) }, { label: text('Logins', '登录', 'ログイン'), required: true }),
    },
    answer: answerShape(recordSchema(FLAG_SCHEMA)),
    async take(ctx, { body }) {
      const asked = body.logins.map(({ id }) => id);
      const standing = await standingLogins(ctx.tx, asked, ctx.origin.ip, loginEnds(settings));
      return ok(Object.fromEntries(asked.map((id) => [id, standing.has(id)])));
    },
  }),
];
