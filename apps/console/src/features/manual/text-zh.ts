/** The manual in one language, as one file that comes when it is asked for. */
export const TEXTS = import.meta.glob<string>('../../../../../docs/manual/zh/*.md', { eager: true, query: '?raw', import: 'default' });
export const PICTURES = import.meta.glob<string>('../../../../../docs/manual/zh/*.webp', { eager: true, query: '?url', import: 'default' });
