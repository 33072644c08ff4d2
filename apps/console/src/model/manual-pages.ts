import type { PageSection } from '@postern/client/manual-text';

/** Pages of the manual (`docs/manual/<language>/<page>.md`), in the order in which they are read. */
export const MANUAL_PAGES = [
  'my-assets',
  'assets',
  'accounts',
  'permissions',
  'rules',
  'people',
  'terminal',
  'sessions',
  'logs',
  'jobs',
  'tickets',
  'dashboard',
  'settings',
  'profile',
] as const;
export type ManualPage = (typeof MANUAL_PAGES)[number];

/** Which page is about which screens: by the beginning of their address, the first that fits. */
const ABOUT: readonly (readonly [string, ManualPage])[] = [
  ['/console/users', 'people'],
  ['/console/assets', 'assets'],
  ['/console/accounts', 'accounts'],
  ['/console/perms/asset-permissions', 'permissions'],
  ['/console/perms/access-reviews', 'permissions'],
  ['/console/perms/explain', 'permissions'],
  ['/console/perms', 'rules'],
  ['/audit/sessions', 'sessions'],
  ['/audit/audits', 'logs'],
  ['/audit', 'dashboard'],
  ['/console', 'dashboard'],
  ['/workbench/access-reviews', 'permissions'],
  ['/workbench/ops', 'jobs'],
  ['/workbench', 'my-assets'],
  ['/tickets', 'tickets'],
  ['/settings', 'settings'],
  ['/profile', 'profile'],
];

/** The page about the screen at an address of the app; undefined for an address that is no screen of ours. */
export const pageAbout = (pathname: string): ManualPage | undefined =>
  ABOUT.find(([start]) => pathname === start || pathname.startsWith(`${start}/`))?.[1];

export interface ManualSection extends PageSection {
  page: ManualPage;
  /** Of its page: where a screen that it is about is drawn (`npm run pictures`). */
  picture: string | undefined;
}

/** Sections in which every word is, those with all of them in the heading first. Without words there are none. */
export function searchSections(sections: readonly ManualSection[], typed: string): ManualSection[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const all = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word));
  const found = sections.filter(({ title, heading, body }) => all(`${title} ${heading} ${body}`));
  return [...found.filter(({ heading }) => all(heading)), ...found.filter(({ heading }) => !all(heading))];
}
