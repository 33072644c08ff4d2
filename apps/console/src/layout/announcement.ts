/** Which announcement a person has closed in this browser: a new one has a new id and is shown again (docs/behaviour/start-and-views.md#banners). */

const KEY = 'AnnouncementViewed';

export function isUnseen(id: string): boolean {
  try {
    return localStorage.getItem(KEY) !== id;
  } catch {
    return true;
  }
}

export function markSeen(id: string): void {
  try {
    localStorage.setItem(KEY, id);
  } catch {
    // Storage is full or forbidden: it is shown again after a reload.
  }
}

/** The address when it leads to the web; anything else an administrator may have typed is no link. */
export const webLink = (address: string | null | undefined): string | undefined =>
  address && /^https?:\/\//i.test(address) && URL.canParse(address) ? address : undefined;
