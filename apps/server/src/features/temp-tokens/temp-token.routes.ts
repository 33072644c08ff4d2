import { CodedError } from '@postern/contract/errors';
import type { SettingsReader } from '@postern/contract/settings';
import { type Context, can, formatDatetime, objectSchema, ok, type Route, TEXT_SCHEMA } from '@postern/resource';
import { confirmed } from '../../platform/routes/confirmed.ts';
import { answerShape } from '../../platform/shown.ts';
import { tempTokenResource } from './temp-token.resource.ts';
import { addTempToken } from './temp-token.service.ts';

export interface TempTokenDeps {
  settings: SettingsReader;
  /** Asks whoever sits at a browser to prove who they are. @throws CodedError `user_confirm_required` */
  confirm(ctx: Context): Promise<void>;
}

/**
 * A temporary password for the caller. Its secret is in this answer and in no other. It opens a login that may outlive the one that makes
 * it, so a browser is asked again who sits there (decision 0033); programs, which have no session to ask in, are not.
 */
export const tempTokenCreation = ({ settings, confirm }: TempTokenDeps): Route =>
  confirmed({
    method: 'POST',
    path: '/api/v1/authentication/temp-tokens/',
    name: 'authentication.temptoken.create',
    who: can('authentication.add_temptoken'),
    rows: { of: [tempTokenResource] },
    rootOrg: true,
    errors: ['user_confirm_required', 'temp_tokens_off'],
    status: 201,
    body: 'none',
    answer: answerShape(
      objectSchema({ id: TEXT_SCHEMA, username: TEXT_SCHEMA, secret: TEXT_SCHEMA, date_created: TEXT_SCHEMA, date_expired: TEXT_SCHEMA }),
    ),
    confirm: async (ctx) => {
      if (!settings.get('AUTH_TEMP_TOKEN')) throw new CodedError('temp_tokens_off');
      if (ctx.session) await confirm(ctx);
    },
    async act(ctx) {
      const { id, username, secret, date_created, date_expired } = await addTempToken(ctx);
      ctx.audit({ action: 'create', resourceType: 'temptoken', resourceId: id, resource: username });
      const shown = (date: Date) => formatDatetime(date, ctx.timeZone);
      return ok({ id, username, secret, date_created: shown(date_created), date_expired: shown(date_expired) }, 201);
    },
  });
