/** Categories the console can create and update; each has its URL and its form page. */
export const ASSET_KINDS: Readonly<Record<string, { url: string; path: string }>> = {
  host: { url: 'assets/hosts/', path: '/console/assets/hosts' },
};

const RECENT = 'RecentPlatforms';
const RECENT_MAX = 8;

/** Platforms chosen lately in this browser, newest first. */
export function recentPlatforms(): number[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(RECENT) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id): id is number => typeof id === 'number').slice(0, RECENT_MAX) : [];
  } catch {
    return [];
  }
}

export function rememberPlatform(id: number): void {
  try {
    localStorage.setItem(RECENT, JSON.stringify([id, ...recentPlatforms().filter((other) => other !== id)].slice(0, RECENT_MAX)));
  } catch {
    // Without storage there is no list of recent ones.
  }
}
