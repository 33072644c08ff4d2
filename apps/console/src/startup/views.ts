import { VIEWS, type ViewName } from '../routes/route-types.ts';
import { ROOT_ORG_ID } from '../session/organisations.ts';
import { holds } from '../session/permissions.ts';
import type { Organisation, Profile } from '../session/session-types.ts';

/** Which views a person may enter and with which organisations (docs/behaviour/start-and-views.md#views). Pure. */

/** The view an address belongs to; undefined for the root and for unknown first segments. */
export function viewOf(pathname: string): ViewName | undefined {
  const first = pathname.split('/').find(Boolean);
  return VIEWS.find((view) => view === first);
}

export function isViewAllowed(view: ViewName, profile: Profile): boolean {
  const perms = new Set(profile.perms);
  if (view === 'console') return profile.console_orgs.length > 0;
  if (view === 'audit') return profile.audit_orgs.length > 0;
  if (view === 'tickets') return holds(perms, 'tickets.view_ticket');
  if (view === 'settings') return holds(perms, 'settings.view_setting');
  return true;
}

/**
 * Organisations on offer in a view: console's in console, tickets and settings; audit's and workbench's in theirs; none in the profile.
 * Work is done in a real one, so the root organisation, which a profile lists for whoever works in several, is not among the workbench's.
 */
export function orgsOf(view: ViewName | undefined, profile: Profile): readonly Organisation[] {
  if (view === 'audit') return profile.audit_orgs;
  if (view === 'workbench') return profile.workbench_orgs.filter((org) => org.id !== ROOT_ORG_ID);
  return view === 'profile' || !view ? [] : profile.console_orgs;
}

/** The view for an address without one, or with one the person lacks: the remembered, else the first allowed. */
export function fallbackView(profile: Profile, remembered: string | null): ViewName {
  const kept = VIEWS.find((view) => view === remembered);
  if (kept && isViewAllowed(kept, profile)) return kept;
  return VIEWS.find((view) => isViewAllowed(view, profile)) ?? 'workbench';
}

/** The path inside the application for an old hash address (`/ui/#/console/…`), which server mails and bookmarks hold; undefined for others. */
export function pathOfHash(hash: string): string | undefined {
  return /^#!?(\/[^/\\].*|\/)$/.exec(hash)?.[1];
}

/**
 * Days until a local password expires, when five or fewer are left (docs/behaviour/start-and-views.md#banners); zero when it has.
 * Undefined when there is nothing to say.
 */
export function passwordDaysLeft(profile: Profile, maxDays: number | undefined, now: Date, changed: Date | undefined): number | undefined {
  if (profile.source?.value !== 'local' || !maxDays || !changed) return undefined;
  const left = Math.ceil(maxDays - (now.getTime() - changed.getTime()) / 86_400_000);
  return left > 5 ? undefined : Math.max(0, left);
}
