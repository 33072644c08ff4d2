import { consoleTree } from './console-tree.ts';
import { auditTree, profileTree, ticketsTree, workbenchTree } from './other-trees.ts';
import type { RouteNode } from './route-types.ts';
import { SCREENS } from './screens.ts';
import { settingsTree } from './settings-tree.ts';

/** The whole tree of spec §2, with the screens that exist. Which of it a person gets is worked out in `resolve.ts`. */
export const TREE: readonly RouteNode[] = [consoleTree, auditTree, workbenchTree, ticketsTree, settingsTree, profileTree].map(withScreen);

function withScreen(node: RouteNode): RouteNode {
  const screen = SCREENS[node.name];
  return { ...node, ...(screen ? { screen } : {}), ...(node.children ? { children: node.children.map(withScreen) } : {}) };
}
