import type { CloudProvider } from './provider.ts';
import type { CloudTools } from './tools.ts';

/**
 * What this version can read, by the name on the wire (screens/console-assets.md §7), in the order of the dropdown. Forms offer these
 * and no others. Putting them together opens nothing, so their fields may also be read where nothing runs.
 */
export function createProviders(_tools: CloudTools): Readonly<Record<string, CloudProvider>> {
  return {};
}
