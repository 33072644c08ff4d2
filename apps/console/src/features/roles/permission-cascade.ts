import type { TreeNode } from '@postern/contract/wire';

/**
 * What ticking a right also ticks (docs/behaviour/people.md#ticking-rights): rights that would be useless without others bring
 * them along. Left: `app.action_resource`, or a group of the tree (`app.resource`, `view_console`). The server does not enforce it.
 */
const NEEDS: readonly (readonly [ticked: readonly string[], needed: readonly string[]])[] = [
  [['view_console'], ['rbac.view_console']],
  [['view_audit'], ['rbac.view_audit']],
  [['view_workbench'], ['rbac.view_workbench']],
  [['view_setting'], ['settings.view_setting']],
  [['cloud_import'], ['assets.view_asset', 'assets.view_platform']],
  [
    ['terminal_node', 'terminal.view_status', 'terminal.view_task', 'terminal.view_terminal', 'terminal.view_replaystorage'],
    ['settings.change_terminal'],
  ],
  [
    ['terminal.add_terminal', 'terminal.change_terminal'],
    ['terminal.view_commandstorage', 'terminal.view_replaystorage'],
  ],
  [
    ['terminal.add_applethost', 'terminal.change_applethost', 'assets.view_asset', 'assets.add_asset', 'assets.change_asset'],
    ['assets.view_platform'],
  ],
  [['rbac.orgrolebinding'], ['rbac.view_orgrole', 'users.view_user']],
  [['rbac.systemrolebinding'], ['rbac.view_systemrole', 'users.view_user']],
  [['tickets.change_ticketflow'], ['users.view_user', 'tickets.view_ticket']],
  [['tickets.view_ticketflow'], ['tickets.view_ticket']],
  [['tickets.view_ticket'], ['assets.match_asset', 'assets.match_node', 'rbac.view_workbench']],
  [['users.invite_user'], ['users.match_user', 'rbac.add_orgrolebinding', 'rbac.view_orgrolebinding', 'rbac.view_orgrole']],
  [['acls.loginacl', 'acls.loginassetacl', 'acls.commandfilteracl', 'settings.change_systemmsgsubscription'], ['users.view_user']],
  [['acls.commandgroup'], ['acls.view_commandfilteracl']],
  [['assets.view_node'], ['assets.view_asset', 'assets.view_platform']],
  [['assets.gateway'], ['assets.view_domain']],
  [
    ['assets.add_gateway', 'assets.change_gateway'],
    ['assets.view_domain', 'assets.view_platform', 'assets.view_node'],
  ],
  [['assets.refresh_assethardwareinfo'], ['assets.change_asset']],
  [['accounts.view_gatheredaccount'], ['assets.view_asset', 'assets.view_node']],
  [['accounts.view_account'], ['assets.view_node']],
  [['accounts.add_account'], ['assets.view_asset']],
  [['accounts.view_accountsecret'], ['accounts.view_account']],
  [
    ['accounts.view_historyaccount', 'accounts.view_historyaccountsecret'],
    ['accounts.view_account', 'accounts.view_accountsecret'],
  ],
  [['accounts.view_accounttemplatesecret', 'accounts.change_accounttemplatesecret'], ['accounts.view_accounttemplate']],
  [['perms.view_assetpermission'], ['assets.view_node']],
  [['perms.assetpermission'], ['assets.view_asset', 'assets.view_node', 'users.view_user', 'users.view_usergroup']],
  [
    ['ops.view_job', 'ops.add_job', 'ops.change_job'],
    ['assets.view_asset', 'assets.view_node', 'ops.view_adhoc', 'ops.view_playbook'],
  ],
  [['ops.add_jobexecution'], ['ops.view_celerytaskexecution']],
  [['authentication.add_connectiontoken'], ['rbac.view_webterminal']],
  [['xpack.add_syncinstancetask'], ['assets.view_asset', 'assets.view_node', 'xpack.view_account']],
  [['xpack.view_syncinstancetask'], ['xpack.view_account']],
  [['xpack.view_syncinstancedetail', 'xpack.view_syncinstancetaskexecution'], ['xpack.view_syncinstancetask']],
];

/** `users.change_user` in its parts; undefined for groups of the tree. */
function parts(code: string): { app: string; action: string; resource: string } | undefined {
  const match = /^([a-z]+)\.([a-z]+)_(.+)$/.exec(code);
  const [, app, action, resource] = match ?? [];
  return app && action && resource ? { app, action, resource } : undefined;
}

/** The part of a permission tree the rules look at: codes of the leaves, and what lies below each group. */
export interface RightTree {
  /** Leaf id by code. */
  ids: ReadonlyMap<string, string>;
  codes: ReadonlyMap<string, string>;
  /** Codes below a group of the tree. */
  below: ReadonlyMap<string, readonly string[]>;
  /** Leaves that cannot be changed. */
  locked: ReadonlySet<string>;
}

export function readRights(nodes: readonly TreeNode[]): RightTree {
  const leaves = nodes.filter((node) => !node.isParent);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const below = new Map<string, string[]>();
  for (const leaf of leaves) {
    let at = byId.get(leaf.pId);
    for (let steps = nodes.length; at && steps > 0; steps -= 1) {
      below.set(at.id, [...(below.get(at.id) ?? []), leaf.title]);
      at = byId.get(at.pId);
    }
  }
  return {
    ids: new Map(leaves.map((leaf) => [leaf.title, leaf.id])),
    codes: new Map(leaves.map((leaf) => [leaf.id, leaf.title])),
    below,
    locked: new Set(leaves.filter((leaf) => leaf.chkDisabled).map((leaf) => leaf.title)),
  };
}

/** How the groups of the tree look: ticked when all below them is, half ticked when some of it is. */
export function groupMarks(ticked: ReadonlySet<string>, tree: RightTree): { checked: string[]; halfChecked: string[] } {
  const counts = [...tree.below].map(([id, codes]) => ({ id, all: codes.length, chosen: codes.filter((code) => ticked.has(code)).length }));
  return {
    checked: counts.filter(({ all, chosen }) => chosen === all).map(({ id }) => id),
    halfChecked: counts.filter(({ all, chosen }) => chosen > 0 && chosen < all).map(({ id }) => id),
  };
}

/** Codes that are ticked after a person ticked or unticked these ones. */
export function cascade(before: ReadonlySet<string>, changed: readonly string[], on: boolean, tree: RightTree): Set<string> {
  const ticked = new Set(before);
  const add = (code: string) => tree.ids.has(code) && !tree.locked.has(code) && ticked.add(code);
  for (const code of changed) {
    if (on) add(code);
    else if (!tree.locked.has(code)) ticked.delete(code);
    const leaf = parts(code);
    if (!leaf) continue;
    // To change something one has to see it; who may not see it may not change it either.
    if (on && leaf.action !== 'view' && leaf.action !== 'match') add(`${leaf.app}.view_${leaf.resource}`);
    if (!on && leaf.action === 'view') dropSiblings(ticked, leaf, tree);
  }
  return withNeeds(ticked, tree, add);
}

function dropSiblings(ticked: Set<string>, leaf: { app: string; resource: string }, tree: RightTree): void {
  for (const other of [...ticked]) {
    const one = parts(other);
    if (one?.app === leaf.app && one.resource === leaf.resource && one.action !== 'match' && !tree.locked.has(other)) ticked.delete(other);
  }
}

/** Adds what the ticked rights need, until nothing is missing; each round adds a code, so it ends. */
function withNeeds(ticked: Set<string>, tree: RightTree, add: (code: string) => unknown): Set<string> {
  const holds = (name: string) => ticked.has(name) || (tree.below.get(name)?.some((code) => ticked.has(code)) ?? false);
  for (let size = -1; size !== ticked.size; ) {
    size = ticked.size;
    for (const [triggers, needed] of NEEDS) if (triggers.some(holds)) needed.forEach(add);
  }
  return ticked;
}
