/** The manual in one language, as one file that comes when it is asked for. */
export const TEXTS = import.meta.glob<string>('../../../../../docs/manual/zh/*.md', { eager: true, query: '?raw', import: 'default' });
