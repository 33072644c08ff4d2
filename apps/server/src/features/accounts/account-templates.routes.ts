import { parseUuid } from '@postern/contract/ids';
import { among, and, can, EVERYBODY, eb, type Route } from '@postern/resource';
import { subList } from '../../platform/routes/list.ts';
import { word } from '../nodes/index.ts';
import { ENCRYPTED, type RequireConfirmation, secretRoutes } from './secret-routes.ts';
import { accountTemplate, templateRows } from './template.ts';

/** Templates beyond the plain verbs (docs/wire/accounts.md#templates). */

/** Templates to switch from: all but the one that asks and those that switch from it. Without `template_id` all. */
const switchSources = subList({
  path: '/api/v1/accounts/account-templates/su-from-account-templates/',
  name: 'accounts.accounttemplate.suFrom',
  who: can('accounts.view_accounttemplate'),
  rows: { of: [accountTemplate] },
  query: { template_id: word(accountTemplate.label) },
  lists: 'accounttemplate',
  whole: true,
  where(_ctx, { query }) {
    const id = parseUuid(query.template_id);
    return id ? and(eb('t.id', '<>', id), eb('t.su_from_id', 'is distinct from', id)) : EVERYBODY;
  },
});

export const accountTemplateRoutes = (confirm: RequireConfirmation): readonly Route[] => [
  switchSources,
  ...secretRoutes(
    {
      definition: accountTemplate,
      find: (ctx, ids) =>
        ctx.tx
          .selectFrom('account_templates as x')
          .select(ENCRYPTED)
          .where(({ ref }) => among(ref('x.id'), ids))
          .where(templateRows(ctx, 'x'))
          .execute(),
      base: '/api/v1/accounts/account-template-secrets/',
      name: 'accounts.templatesecret',
      permission: 'accounts.view_accounttemplatesecret',
      titleOf: ({ name }) => name ?? '',
    },
    confirm,
  ),
];
