import { componentMayCall, waitingComponentMayCall } from '@postern/contract/component-calls';
import { CodedError } from '@postern/contract/errors';
import { missingRights } from '@postern/contract/permissions';
import { type Actor, type Context, holds, type Method, type Policy, type Query } from '@postern/resource';
import { keyMayCall, programMayCall } from '../auth/key-limits.ts';

/** What the request has shown besides its actor. */
export interface Proof {
  /** The bootstrap token was sent and is right. */
  bootstrap: boolean;
}

/** What is called, as far as it matters who may: the route's own path, not the address as it was written. */
export interface Call {
  /** Sockets have none. */
  method?: Method;
  path: string;
  query: Query;
}

const known = (actor: Actor): boolean => actor.kind === 'user' || actor.kind === 'component';

/**
 * Checks a policy (docs/wire/conventions.md#who-may). The same function stands before routes and WebSockets. A component makes the
 * calls of its protocol and no others, whatever its role and the policy of a route say (docs/decisions/0038).
 * @throws CodedError not_authenticated (nobody asked), right_missing or permission_denied.
 */
export function enforce(policy: Policy, actor: Actor, proof: Proof, call: Call): void {
  if (policy.allow === 'anyone') return;
  if (policy.allow === 'bootstrap') {
    if (!proof.bootstrap) throw new CodedError('not_authenticated');
    return;
  }
  if (!known(actor)) throw new CodedError('not_authenticated');
  if (actor.kind === 'component') requireComponentCall(actor, call);
  if (actor.program && !programMayCall(policy, call)) throw new CodedError('permission_denied');
  if (actor.key && !keyMayCall(actor.key, policy, call)) throw new CodedError('key_limited');
  if (policy.allow === 'user') return;
  if (policy.allow === 'superuser' && actor.superuser) return;
  if (policy.allow === 'component' && actor.kind === 'component') return;
  if (policy.allow === 'permission' && policy.all.length > 0 && holds(actor, policy.all)) return;
  throw refusal(policy, actor);
}

/**
 * Where a right is needed for a part of what a route does.
 * @throws CodedError right_missing or permission_denied
 */
export function requireRight(ctx: Pick<Context, 'actor'>, right: string): void {
  if (holds(ctx.actor, [right])) return;
  throw refusal({ allow: 'permission', all: [right] }, ctx.actor);
}

/** A person is told which right is missing. What is asked for is no secret: it stands in the matrix of authorizations. */
function refusal(policy: Policy, actor: Actor): CodedError {
  const rights =
    policy.allow === 'permission' && actor.kind === 'user' ? missingRights(policy.all, (entry) => holds(actor, [entry])) : undefined;
  return rights ? new CodedError('right_missing', { rights }) : new CodedError('permission_denied');
}

function requireComponentCall({ component }: Actor, { method, path, query }: Call): void {
  if (!componentMayCall(method ?? 'GET', path, query)) throw new CodedError('permission_denied');
  const waits = !component?.approved;
  if (waits && !(method && waitingComponentMayCall(method, path))) throw new CodedError('component_waits');
}

const ALLOWED = new Set(['anyone', 'user', 'permission', 'superuser', 'component', 'bootstrap']);

/** Boot-time check: a route or socket without a policy is never served (ARCHITECTURE.md#invariants). */
export function requirePolicies(entries: readonly { path: string; policy: Policy | undefined }[]): void {
  for (const { path, policy } of entries) {
    if (!policy || !ALLOWED.has(policy.allow)) throw new Error(`${path} has no policy`);
    if (policy.allow === 'permission' && policy.all.length === 0) throw new Error(`${path} asks for no permission at all`);
    if (policy.allow === 'anyone' && !policy.because) throw new Error(`${path} is open to anyone without a reason`);
  }
}
