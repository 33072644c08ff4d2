import { count, flag, list, setting } from './setting-kinds.ts';

/** What people may ask for. Nodes stand for all below them. */
export const TICKET_SETTINGS = {
  TICKET_OFFERED: setting<string>('basic', 'all', { kind: 'choice', values: ['all', 'nodes', 'nothing'] }),
  /** Ids, where nodes are chosen. */
  TICKET_OFFERED_NODES: list('basic', []),
  /** People take what is offered at once, without approval, and answer for it afterwards (docs/decisions/0140). */
  TICKET_BREAK_GLASS: flag('basic', false),
  TICKET_BREAK_GLASS_MINUTES: count('basic', 60, 5, 480),
};
