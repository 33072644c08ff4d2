/** Addresses that have metadata (OPTIONS) and nothing else. All others are operations, and named by them (`addressOf`). */
export const METADATA_OF = { protocolSettings: 'assets/protocol-settings/' } as const;
