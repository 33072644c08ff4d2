// The styles hang here, on what every application calls first: the barrel itself is free of side effects.
import './ui.css';
import { useSyncExternalStore } from 'react';
import { cssVariables, type Mode, type ThemeColors } from './tokens.ts';

/** What the person chose; `system` follows the device. */
export type ThemeChoice = Mode | 'system';

const STORE_KEY = 'theme';
const listeners = new Set<() => void>();
let colors: Partial<ThemeColors> = {};
/** What this page shows whatever was chosen. */
let own: Mode | undefined;
let snapshot = { choice: storedChoice(), mode: 'light' as Mode, colors };

interface ThemeState {
  choice: ThemeChoice;
  mode: Mode;
  colors: Partial<ThemeColors>;
}

/** Applies the stored choice to the document; call before the first render, so that nothing flashes. */
export function startTheme(): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', apply);
  addEventListener('storage', (event) => event.key === STORE_KEY && apply());
  apply();
}

export function setThemeChoice(choice: ThemeChoice): void {
  try {
    localStorage.setItem(STORE_KEY, choice);
  } catch {
    // Storage is full or forbidden: the choice holds for this page only.
  }
  snapshot = { ...snapshot, choice };
  apply(undefined, choice);
}

/** Shows this page in a mode of its own, which is kept nowhere: for pages that show how another would look. */
export function holdTheme(mode: Mode): void {
  own = mode;
  apply();
}

/** Colours from the public settings; unknown or broken ones fall back to the defaults. */
export function setThemeColors(next: Partial<ThemeColors>): void {
  colors = next;
  apply();
}

/** The chosen and the effective theme; components that use it follow every change. */
export function useThemeState(): ThemeState {
  return useSyncExternalStore(subscribe, () => snapshot);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function storedChoice(): ThemeChoice {
  try {
    const value = localStorage.getItem(STORE_KEY);
    return value === 'dark' || value === 'light' ? value : 'system';
  } catch {
    return 'system';
  }
}

function apply(_event?: unknown, choice: ThemeChoice = storedChoice()): void {
  const device = (): Mode => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  const mode: Mode = own ?? (choice === 'system' ? device() : choice);
  snapshot = { choice, mode, colors };
  const root = document.documentElement;
  root.dataset.theme = mode;
  root.style.colorScheme = mode;
  for (const [name, value] of Object.entries(cssVariables(colors, mode))) root.style.setProperty(name, value);
  for (const listener of listeners) listener();
}
