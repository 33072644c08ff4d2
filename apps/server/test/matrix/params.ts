import type { Kernel } from '@postern/resource';

export type ParamTarget = { resource: string; text?: undefined } | { resource?: undefined; text: string };

/** Parameters that say by their name what they are. */
const NAMED: Readonly<Record<string, ParamTarget>> = {
  ':user': { resource: 'user' },
  ':person': { resource: 'user' },
  ':group': { resource: 'usergroup' },
  ':node': { resource: 'node' },
  ':asset': { resource: 'asset' },
  ':applet': { resource: 'applet' },
  ':host': { resource: 'applethost' },
  ':account': { resource: 'account' },
  ':date': { text: '2026-01-01' },
  ':file': { text: 'none.cast.gz' },
  ':lang': { text: 'en' },
  ':name': { text: 'user.svg' },
  ':user_id': { resource: 'user' },
  ':kind': { text: 'celery' },
  // Keys are made by a device; one that nobody has is all that a walk can ask for.
  ':passkey': { text: '11111111-1111-4111-8111-111111111111' },
  // The login of a walk itself would be ended.
  ':login': { text: '11111111-1111-4111-8111-111111111111' },
  // Nobody is away: what somebody else was given cannot be ended by a walk.
  ':delegation': { text: '11111111-1111-4111-8111-111111111111' },
  // A code that no program was given.
  ':code': { text: 'BCDF-GHJK' },
  ':message_type': { text: 'LicenceMessage' },
  ':pk': { text: '1' },
  ':n': { text: '0' },
  ':serial': { text: 'none' },
  // An identity provider beside the first of its kind: none is set up.
  ':provider': { text: 'none' },
  ':backend': { text: 'custom' },
  // An operation of the log that changed settings.
  ':change': { text: '11111111-1111-4111-8111-111111111111' },
  ':type': { text: 'User' },
  ':task_id': { resource: 'jobexecution' },
  ':schema': { text: 'urn:ietf:params:scim:schemas:core:2.0:User' },
};

/** Lists that are no resources of the kernel and show rows of one. */
const SHOWN_AS: Readonly<Record<string, string>> = {
  '/api/v1/accounts/account-secrets/': 'account',
  '/api/v1/accounts/account-template-secrets/': 'accounttemplate',
  '/api/v1/ops/playbook/': 'playbook',
  '/api/v1/ops/celery/task/:name/task-execution/': 'celerytaskexecution',
  '/api/v1/tickets/super-tickets/': 'applycommandticket',
  '/core/ops/:kind/task/': 'celerytaskexecution',
  '/api/v1/accounts/change-secret/': 'changesecretautomation',
  '/api/v1/accounts/push-account/': 'pushaccountautomation',
  '/api/v1/authentication/wecom/qr/unbind/': 'user',
  '/api/v1/authentication/dingtalk/qr/unbind/': 'user',
  '/api/v1/authentication/feishu/qr/unbind/': 'user',
  '/api/v1/authentication/slack/qr/unbind/': 'user',
  '/api/v1/terminal/my-sessions/': 'session',
  '/scim/v2/Users/': 'user',
  '/scim/v2/Groups/': 'usergroup',
};

/**
 * What a parameter stands for: by its name, else by the list it hangs below. A new sort of parameter has to be named
 * here, or the suites do not start: an address that no test can fill is an address that no test looks at.
 */
export function paramResource(kernel: Kernel, prefix: string, param: string): ParamTarget {
  const named = NAMED[param];
  if (named) return named;
  const owner =
    SHOWN_AS[prefix] ??
    kernel.resources.find(({ url, app, definition }) =>
      [url, ...(definition.aliases ?? []).map((path) => `/api/v1/${app}/${path}/`)].includes(prefix),
    )?.name;
  if (param === ':id' && owner) return { resource: owner };
  throw new Error(`Nobody knows what ${param} is after ${prefix}`);
}
