import { screenNeedsLicence } from '@postern/contract/licence';
import { consoleTree } from './console-tree.ts';
import { auditTree, profileTree, ticketsTree, workbenchTree } from './other-trees.ts';
import type { RouteNode } from './route-types.ts';
import { SCREENS } from './screens.ts';
import { settingsTree } from './settings-tree.ts';

/** The whole tree, with the screens that exist. Which of it a person gets is worked out in `resolve.ts`. */
export const TREE: readonly RouteNode[] = [consoleTree, auditTree, workbenchTree, ticketsTree, settingsTree, profileTree].map(withScreen);

function withScreen(node: RouteNode): RouteNode {
  const screen = SCREENS[node.name];
  return {
    ...node,
    ...(screen ? { screen } : {}),
    // Which screens need a licence is the contract's table, which the server obeys too.
    ...(screenNeedsLicence(node.name) ? { licence: true } : {}),
    ...(node.children ? { children: node.children.map(withScreen) } : {}),
  };
}
