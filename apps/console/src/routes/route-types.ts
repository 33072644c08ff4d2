import type { Text } from '@postern/contract/text';
import type { ComponentType } from 'react';

/** The top-level views (docs/behaviour/start-and-views.md#views); the first path segment names one. */
export const VIEWS = ['console', 'audit', 'workbench', 'tickets', 'settings', 'profile'] as const;
export type ViewName = (typeof VIEWS)[number];

/** What a route does, derived from its path when not given (docs/behaviour/start-and-views.md#routes). */
export type RouteAction = 'list' | 'create' | 'update' | 'retrieve' | 'destroy';

/** Loads the code of a screen. */
export type Screen = () => Promise<ComponentType>;

/**
 * One record of the route tree. The tree is data: what a person may open, what the menu shows and which module is loaded are
 * all worked out from it by the pure functions beside it.
 */
export interface RouteNode {
  /** Segments relative to the parent (`:id` is the parameter); absolute (http, or a leading slash) for links that leave the app. */
  path: string;
  /** Unique; `XxxList`, `XxxDetail`, `XxxCreate`, `XxxUpdate` for the four screens of a resource. Containers have one as well. */
  name: string;
  title: Text;
  /** Name in the layout's icon table; only menu entries of the first level carry one. */
  icon?: string;
  /** All are needed; one string may hold alternatives separated by `|`. */
  permissions?: readonly string[];
  /** Dropped without a valid licence. */
  licence?: boolean;
  /** Dropped unless this public setting is true. */
  setting?: string;
  /** Not in the menu; the route itself exists. */
  hidden?: boolean;
  /** Path whose menu entry is shown as the current one. */
  activeMenu?: string;
  /** Path, relative to this node, to open instead. */
  redirect?: string;
  /** The organisation selector is locked here; inherited. */
  disableOrgsChange?: boolean;
  /** The organisation selector is shown; true unless said otherwise; inherited. */
  showOrganization?: boolean;
  /** Runs in a pseudo organisation that is left with the route (docs/behaviour/start-and-views.md#pseudo-organisations); inherited. */
  pseudoOrg?: 'global' | 'system';
  /** Leaves no tab among the open views. */
  noTab?: boolean;
  /** Its open-view tab forgets the query: opened again, the view begins afresh. */
  noCache?: boolean;
  /** Its open-view tab stays when all are closed. */
  affix?: boolean;
  /** Offered in the view switcher. Views only. */
  showNavSwitcher?: boolean;
  /** Expanded in the menu from the start. */
  alwaysOpen?: boolean;
  /** Resource and application, when the path does not tell; inherited. */
  resource?: string;
  app?: string;
  /** The screen. A route without one is part of the data, and not shown. */
  screen?: Screen;
  children?: readonly RouteNode[];
}
