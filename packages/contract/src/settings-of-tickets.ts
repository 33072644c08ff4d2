import { list, setting } from './setting-kinds.ts';

/** What people may ask for. Nodes stand for all below them. */
export const TICKET_SETTINGS = {
  TICKET_OFFERED: setting<string>('basic', 'all', { kind: 'choice', values: ['all', 'nodes', 'nothing'] }),
  /** Ids, where nodes are chosen. */
  TICKET_OFFERED_NODES: list('basic', []),
};
