import { isRecord } from '@postern/contract/wire';
import { readStored, writeStored } from './useStored.ts';

/** Where column choices of all tables are kept (docs/behaviour/lists.md#columns). */
const TABLE_CONFIG = 'tableConfig';

/** What a person set up for one table. `showColumns` is that of existing consoles, in the order to show them; widths (px) are ours. */
export interface TableConfig {
  showColumns?: string[];
  widths?: Readonly<Record<string, number>>;
}

export function readTableConfig(key: string): TableConfig {
  const all = readStored(TABLE_CONFIG);
  const entry = isRecord(all) ? all[key] : undefined;
  if (!isRecord(entry)) return {};
  const { showColumns, widths } = entry;
  const sizes = Object.entries(isRecord(widths) ? widths : {}).filter((pair): pair is [string, number] => typeof pair[1] === 'number');
  return {
    ...(Array.isArray(showColumns) ? { showColumns: showColumns.filter((name): name is string => typeof name === 'string') } : {}),
    ...(sizes.length > 0 ? { widths: Object.fromEntries(sizes) } : {}),
  };
}

/** An empty configuration leaves nothing behind. */
export function writeTableConfig(key: string, config: TableConfig): void {
  const all = readStored(TABLE_CONFIG);
  const next: Record<string, unknown> = isRecord(all) ? { ...all } : {};
  if (config.showColumns || config.widths) next[key] = config;
  else delete next[key];
  writeStored(TABLE_CONFIG, next);
}
