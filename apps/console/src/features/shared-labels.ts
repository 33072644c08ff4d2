import type { Row } from '../model/resource.ts';

/** "Name(username)", as people are written everywhere on the wire. */
export const userLabel = (row: Row): string =>
  typeof row.username === 'string' && row.username !== '' ? `${row.name ?? ''}(${row.username})` : String(row.name ?? '');

/** "name(address)" of an asset. */
export const assetLabel = (row: Row): string =>
  typeof row.address === 'string' && row.address !== '' ? `${row.name ?? ''}(${row.address})` : String(row.name ?? '');

/** Nodes are known by their full path. */
export const nodeLabel = (row: Row): string => String(row.full_value ?? row.name ?? '');
