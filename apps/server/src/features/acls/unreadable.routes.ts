import { text } from '@postern/contract/text';
import { can, holds, type Kernel, ok, type Route } from '@postern/resource';
import { shown, WORDS } from '../../platform/shown.ts';
import { PATTERNED, problemWords, unreadableRules } from './unreadable-rules.ts';

const codeOf = (resource: string): string => `acls.view_${resource}`;

/** Rules and command groups whose patterns cannot be read, for the lists that show them. */
export const unreadableRoutes = (kernel: () => Kernel): readonly Route[] => [
  {
    method: 'GET',
    path: '/api/v1/acls/unreadable-rules/',
    policy: can(PATTERNED.map(({ name }) => codeOf(name)).join(' | ')),
    name: 'acls.unreadable-rules',
    shape: {
      title: text('Unreadable rules', '无法读取的规则', '読み取れないルール'),
      fields: {
        resource: shown(WORDS.type),
        id: shown(WORDS.id),
        name: shown(WORDS.name),
        problem: shown(text('Problem', '问题', '問題')),
      },
    },
    async handle(ctx) {
      const kinds = PATTERNED.filter(({ name }) => holds(ctx.actor, [codeOf(name)]));
      const found = await unreadableRules(ctx, kernel(), kinds);
      return ok(found.map(({ problem, ...rule }) => ({ ...rule, problem: problemWords(problem, ctx.language) })));
    },
  },
];
