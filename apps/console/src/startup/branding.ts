import { COLOR_NAMES, setThemeColors, type ThemeColors } from '@postern/ui';
import type { InterfaceSettings } from '../session/session-types.ts';

/** Applies the look from the public settings: colours (`--color-primary` … of `theme_info.colors`) and favicon. */
export function applyBranding(settings: InterfaceSettings | undefined): void {
  const colors: Partial<Record<keyof ThemeColors, string>> = {};
  for (const name of COLOR_NAMES) {
    const value = settings?.theme_info?.colors?.[`--color-${name}`];
    if (typeof value === 'string') colors[name] = value;
  }
  setThemeColors(colors);
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon && settings?.favicon && isOwnAddress(settings.favicon) && !isReferenceDefault(settings.favicon)) icon.href = settings.favicon;
}

/** Uploaded images are served by us; anything else is not fetched. */
export function isOwnAddress(address: string): boolean {
  return address.startsWith('/') && !address.startsWith('//');
}

/** The wire names default image files that clients of the reference bundle themselves; ours are drawn instead. */
export function isReferenceDefault(address: string): boolean {
  return address.startsWith('/static/img/');
}
