import type { CloudProvider } from './provider.ts';

/** What this version can read, by the name on the wire (screens/console-assets.md §7). Forms offer these and no others. */
export const PROVIDERS: Readonly<Record<string, CloudProvider>> = {};
