import { parseUuid } from '@postern/contract/ids';
import type { Context, Kernel } from '@postern/resource';
import type { Platform } from '../../platform/platform.ts';
import { switchOff } from './switch-off.ts';

export const LOGIN_RULES_USAGE = `postern login-rules list               list the login rules, the first to be asked first
postern login-rules disable <id>       make one inactive; disable-all makes all of them inactive`;

const rules = (ctx: Context) =>
  ctx.tx
    .selectFrom('login_acls')
    .select(['id', 'name', 'action', 'priority', 'is_active'])
    .orderBy('is_active', 'desc')
    .orderBy('priority', 'desc')
    .orderBy('name')
    .execute();

/**
 * The command `postern login-rules`: whoever has the machine sees and switches off what keeps people out, also when it keeps everybody
 * out (decision 0075). Switching off is recorded like any other change of a rule.
 * @returns exit code, or undefined for an order that is none
 */
export async function loginRulesCommand(
  [verb, given]: readonly string[],
  asSystem: Platform['asSystem'],
  kernel: Kernel,
  print: (line: string) => void,
): Promise<number | undefined> {
  if (verb === 'list') {
    const found = await asSystem('login rules', rules);
    for (const rule of found)
      print(`${rule.id}  ${rule.is_active ? 'active  ' : 'inactive'}  ${rule.priority}  ${rule.action}  ${rule.name}`);
    if (found.length === 0) print('There are no login rules.');
    return 0;
  }
  const id = verb === 'disable' ? parseUuid(given) : undefined;
  if (verb !== 'disable-all' && !id) return undefined;
  const names = await asSystem('switch off login rules', async (ctx) => {
    const which = (await rules(ctx)).filter((rule) => !id || rule.id === id);
    if (id && which.length === 0) return undefined;
    return switchOff(
      ctx,
      kernel,
      'loginacl',
      which.map((rule) => rule.id),
    );
  });
  if (!names) {
    print(`There is no login rule ${id}.`);
    return 1;
  }
  for (const name of names) print(`Switched off: ${name}`);
  if (names.length === 0) print('Nothing was active.');
  return 0;
}
