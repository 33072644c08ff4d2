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
  if (!icon) return;
  own ??= { href: icon.href, type: icon.type };
  const favicon = settings?.favicon;
  // Browsers take the picture by its content; a type that does not fit would make some of them ignore it.
  if (isUploaded(favicon)) {
    icon.removeAttribute('type');
    icon.href = favicon;
  } else {
    icon.type = own.type;
    icon.href = own.href;
  }
}

/** The icon the page came with, to go back to. */
let own: { href: string; type: string } | undefined;

/**
 * Pictures a customer has uploaded are media of this server, or were chosen in this browser just now. All others are defaults, for which our own
 * drawings stand; nothing else is fetched.
 */
export function isUploaded(address: string | undefined): address is string {
  return address?.startsWith('/media/') === true || address?.startsWith('blob:') === true;
}
