import { text } from '@postern/contract/text';
import { containing, listSchema, objectSchema, ok, type Route, TEXT_SCHEMA, text as textField, uuid } from '@postern/resource';
import { componentSessions } from '../../platform/component-sessions.ts';
import { inOrganisation } from '../../platform/context.ts';
import { report } from '../../platform/routes/report.ts';
import { answerShape } from '../../platform/shown.ts';
import { isMember } from '../rbac/index.ts';
import { requireSharing } from './sharing.behaviour.ts';
import { sessionSharing } from './sharing.resources.ts';
import type { SharingDeps } from './sharing.routes.ts';

/** People found by a search at most. */
const FOUND = 20;
const PERSON = objectSchema({ id: TEXT_SCHEMA, name: TEXT_SCHEMA, username: TEXT_SCHEMA });

/** Ours: whom a session that the component carries can be shared with. Who is no member of its organisation is not found. */
export const peopleRoute = ({ settings }: SharingDeps): Route =>
  report({
    method: 'GET',
    path: '/api/v1/terminal/session-sharings/people/',
    name: 'terminal.sessionsharing.people',
    right: 'terminal.add_supersessionsharing',
    rows: { own: 'members of the organisation of a session of its own' },
    query: {
      session: uuid({ label: sessionSharing.fields.session.options.label, nullable: true }),
      search: textField({ label: text('Search', '搜索', '検索'), max: 128, default: '', blank: true }),
    },
    answer: answerShape(listSchema(PERSON)),
    errors: ['method_not_allowed'],
    async take(ctx, { query: { session, search } }) {
      requireSharing(settings);
      const live = await ctx.tx
        .selectFrom('sessions as s')
        .select(['s.org_id', 's.user_id'])
        .where('s.id', '=', session ?? null)
        .where(componentSessions(ctx, 's'))
        .where('s.is_finished', '=', false)
        .executeTakeFirst();
      if (!live) return ok([]);
      const like = containing(search ?? '');
      return ok(
        await ctx.tx
          .selectFrom('users as u')
          .select(['u.id', 'u.name', 'u.username'])
          .where('u.is_active', '=', true)
          .where('u.is_service_account', '=', false)
          .where('u.id', '!=', live.user_id)
          .where(({ ref }) => isMember(inOrganisation(ctx, live.org_id), ref('u.id')))
          .where(({ eb, or }) => or([eb('u.name', 'ilike', like), eb('u.username', 'ilike', like)]))
          .orderBy('u.name')
          .orderBy('u.id')
          .limit(FOUND)
          .execute(),
      );
    },
  });
