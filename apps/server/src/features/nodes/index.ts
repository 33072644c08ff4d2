import { resource } from '@postern/resource';
import type { Feature } from '../../platform/feature.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { countJobs } from './count-jobs.ts';
import { nodeBehaviour } from './node.behaviour.ts';
import { node } from './node.resource.ts';
import { nodeRoutes } from './node.routes.ts';
import { nodeCountMarks, nodeCounts } from './tables.ts';
import { treeRoutes } from './tree.routes.ts';

export { categoryTree, type PlatformCount, typeNodeId } from './category-tree.ts';
export { below, subtrees, within } from './node.queries.ts';
export { node } from './node.resource.ts';
export {
  createRootNode,
  deleteRootNode,
  ensurePath,
  findNode,
  knownPath,
  lineage,
  type Named,
  type NodeRow,
  needNode,
  nodeRows,
  ofOrganisation,
  renameRootNode,
  rootNode,
  segments,
  selectNodes,
} from './node.service.ts';
export { type CountedNode, countedNodes } from './node-counts.ts';
export { searched, start, word, yes } from './query-fields.ts';
export { assetTreeNode, assetTreeRows, nodeTreeNode } from './tree.ts';

/** The tree of nodes in which assets hang, one per organisation. */
export const nodesFeature = ({ jobs }: { jobs: Pick<Jobs, 'enqueue'> }): Feature => ({
  resources: [resource(node, nodeBehaviour)],
  tables: [nodeCounts, nodeCountMarks],
  routes: [...nodeRoutes, ...treeRoutes(jobs)],
  jobs: countJobs,
});
