import { type Context, holds } from '../base/context.ts';
import { can, type Policy } from '../base/http.ts';
import type { Verb } from '../definition/definition.ts';
import type { ResolvedResource } from './resolved.ts';

const codeVerb: Record<Verb, string> = { list: 'view', retrieve: 'view', create: 'add', update: 'change', delete: 'delete' };

/** Who may use a verb: the definition's word, else the model's permission code: view, add, change or delete and the model. */
export function policyOf(resource: ResolvedResource, verb: Verb): Policy {
  const { definition } = resource;
  return definition.access?.[verb] ?? can(`${definition.app}.${codeVerb[verb]}_${definition.permissionModel ?? definition.name}`);
}

/** True when the actor may list the resource in the organisation of the request. */
export function mayList(resource: ResolvedResource, ctx: Context): boolean {
  const policy = policyOf(resource, 'list');
  if (ctx.actor.superuser) return true;
  return policy.allow === 'user' || (policy.allow === 'permission' && holds(ctx.actor, policy.all));
}
