import { resource } from '@postern/resource';
import type { Feature } from '../../platform/feature.ts';
import { nodeBehaviour } from './node.behaviour.ts';
import { node } from './node.resource.ts';
import { treeRoutes } from './tree.routes.ts';

export { categoryTree, type PlatformCount, typeNodeId } from './category-tree.ts';
export {
  below,
  createRootNode,
  deleteRootNode,
  ensurePath,
  findNode,
  inOrg,
  lineage,
  needNode,
  renameRootNode,
  rootNode,
  segments,
  within,
} from './node.service.ts';
export { contains, paged } from './node-list.ts';
export { assetTreeNode, assetTreeRows, type CountedNode, childrenWithCounts, nodeTreeNode } from './tree.ts';

/** The tree of nodes in which assets hang, one per organisation. */
export const nodesFeature = (): Feature => ({ resources: [resource(node, nodeBehaviour)], routes: treeRoutes });
