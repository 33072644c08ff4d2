import type { AccessStep } from '@postern/contract/access';
import { ORG } from '@postern/contract/ids';
import { type Context, holds, type Kernel, policyOf } from '@postern/resource';
import { inEveryOrganisation } from '../../platform/context.ts';
import { decideLogin, methodRules } from '../acls/index.ts';
import { validUser } from '../connection-tokens/index.ts';
import { rightsOf } from '../rbac/index.ts';
import { type UserStatus, userStatusOf } from './person.queries.ts';
import { decided, noteOf, pass, stepOf } from './steps.ts';

/** What is known of a person before any asset is looked at. */
export interface ExaminedPerson {
  id: string;
  name: string;
  username: string;
  steps: AccessStep[];
  /** Whether they could show a second factor. */
  hasFactor: boolean;
  methodRules: Awaited<ReturnType<typeof methodRules>>;
}

/** What is asked of other features. */
export interface AccessDeps {
  kernel: Kernel;
  /** Whether somebody could show a second factor. */
  hasFactor(ctx: Context, userId: string): Promise<boolean>;
}

/** Whether an account is valid is asked of the function that connecting asks; the row only says why not. */
async function validity(ctx: Context, row: UserStatus): Promise<AccessStep> {
  if (await validUser(ctx, row.id)) return pass('user_valid');
  if (row.is_service_account) return stepOf('user_is_service', 'fail');
  return stepOf(row.is_active ? 'user_expired' : 'user_inactive', 'fail');
}

/** The right to open sessions, in the organisation in which tokens are asked for. */
async function right(ctx: Context, kernel: Kernel, userId: string): Promise<AccessStep> {
  const policy = policyOf(kernel.byName('connectiontoken'), 'create');
  const { superuser, codes } = await rightsOf(ctx.tx, userId, ORG.ROOT);
  const allowed = policy.allow === 'permission' && holds({ ...ctx.actor, superuser, permissions: codes }, policy.all);
  return stepOf(allowed ? 'right_held' : 'right_missing', allowed ? 'pass' : 'fail');
}

/**
 * The part of the policy order that is about the person alone; undefined for somebody who does not exist.
 * `orgId` is the organisation of the asset.
 */
export async function examinePerson(
  ctx: Context,
  { kernel, hasFactor: asked }: AccessDeps,
  { userId, orgId, address }: { userId: string; orgId: string; address: string },
): Promise<ExaminedPerson | undefined> {
  const home: Context = { ...ctx, org: { ...ctx.org, id: orgId, isRoot: orgId === ORG.ROOT } };
  const row = await userStatusOf(home, userId);
  if (!row) return undefined;
  const login = await decideLogin(inEveryOrganisation(ctx), kernel, userId, address);
  const hasFactor = await asked(ctx, userId);
  return {
    id: row.id,
    name: row.name,
    username: row.username,
    steps: [
      await validity(ctx, row),
      row.member ? pass('member') : noteOf('not_member'),
      await right(ctx, kernel, userId),
      row.locked ? stepOf('login_locked', 'fail') : pass('login_unlocked'),
      await decided(ctx, 'login', login, { userId, orgId: ORG.ROOT, hasFactor }),
    ],
    hasFactor,
    methodRules: await methodRules(ctx, kernel, userId),
  };
}
