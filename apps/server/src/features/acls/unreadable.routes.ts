import { text } from '@postern/contract/text';
import { can, holds, type Route } from '@postern/resource';
import { ownList } from '../../platform/routes/list.ts';
import { shown, WORDS } from '../../platform/shown.ts';
import { commandFilterAcl, commandGroup, connectMethodAcl, loginAcl, loginAssetAcl } from './acl.resources.ts';
import { PATTERNED, problemWords, unreadableRules } from './unreadable-rules.ts';

const codeOf = (resource: string): string => `acls.view_${resource}`;

/** Rules and command groups whose patterns cannot be read, for the lists that show them. */
export const unreadableRoutes: readonly Route[] = [
  ownList({
    path: '/api/v1/acls/unreadable-rules/',
    name: 'acls.unreadable-rules',
    who: can(PATTERNED.map(({ name }) => codeOf(name)).join(' | ')),
    rows: { of: [loginAcl, loginAssetAcl, commandFilterAcl, connectMethodAcl, commandGroup] },
    answer: {
      title: text('Unreadable rules', '无法读取的规则', '読み取れないルール'),
      fields: {
        resource: shown(WORDS.type),
        id: shown(WORDS.id),
        name: shown(WORDS.name),
        problem: shown(text('Problem', '问题', '問題')),
      },
    },
    whole: true,
    items: (ctx, { kernel }) =>
      unreadableRules(
        ctx,
        kernel,
        PATTERNED.filter(({ name }) => holds(ctx.actor, [codeOf(name)])),
      ),
    wire: ({ problem, ...rule }, ctx) => ({ ...rule, problem: problemWords(problem, ctx.language) }),
  }),
];
