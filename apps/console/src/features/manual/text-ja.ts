/** The manual in one language, as one file that comes when it is asked for. */
export const TEXTS = import.meta.glob<string>('../../../../../docs/manual/ja/*.md', { eager: true, query: '?raw', import: 'default' });
export const PICTURES = import.meta.glob<string>('../../../../../docs/manual/ja/*.webp', { eager: true, query: '?url', import: 'default' });
