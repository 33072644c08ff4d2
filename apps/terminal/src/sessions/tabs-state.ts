import type { MachineMark } from '@postern/contract/machine-marks';
import type { TokenRequest } from '../transport/api.ts';
import type { HandedSession } from '../transport/handed.ts';

/** What is open on the page, as plain data. */

export interface TabTarget {
  assetId: string;
  assetName: string;
  address: string;
  type: string;
  /** How a label marks the machine. */
  mark?: MachineMark | undefined;
}

export type TabPhase = 'connecting' | 'connected' | 'ended';

export interface SessionTab {
  key: string;
  title: string;
  target: TabTarget;
  account: string;
  protocol: string;
  /** The way of connecting: a terminal, or files. */
  method: string;
  /** What opens files of the same account; null where that takes a secret to be typed, or is not offered. */
  files: TokenRequest | null;
  tokenId: string;
  /** Options the gateway reads from the socket's address. */
  options: Readonly<Record<string, string>>;
  /** Counts connections: a new number makes the terminal connect again with the current token. */
  attempt: number;
  phase: TabPhase;
  /** Its line is lost, and it tries to come back. */
  lost?: boolean;
  /** A session that another page hands over, for the first connection. */
  handed?: HandedSession;
  /** Id of the group it is in. */
  group: string | null;
}

export const SHAPES = ['columns', 'rows', 'grid'] as const;
export type Shape = (typeof SHAPES)[number];

/** Tabs that are shown together. */
export interface Split {
  id: string;
  /** Keys of two to four tabs, in the order of their places. */
  members: readonly string[];
  shape: Shape;
  /** Widths and heights of the places, as shares of one. */
  x: readonly number[];
  y: readonly number[];
  /** Only the active one is shown for now. */
  zoomed: boolean;
}

export const GROUP_COLOURS = ['blue', 'green', 'amber', 'red', 'grey'] as const;
export type GroupColour = (typeof GROUP_COLOURS)[number];

export interface TabGroup {
  id: string;
  name: string;
  colour: GroupColour;
  collapsed: boolean;
}

export interface TabsState {
  /** In the order of the bar. Members of a split, and those of a group, stand side by side. */
  tabs: readonly SessionTab[];
  active: string | null;
  splits: readonly Split[];
  groups: readonly TabGroup[];
  /** Keys of the tabs that all get what is typed into one of them. */
  synced: readonly string[];
}

export const NO_TABS: TabsState = { tabs: [], active: null, splits: [], groups: [], synced: [] };
