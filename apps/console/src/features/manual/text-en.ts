/** The manual in one language, as one file that comes when it is asked for. */
export const TEXTS = import.meta.glob<string>('../../../../../docs/manual/en/*.md', { eager: true, query: '?raw', import: 'default' });
export const PICTURES = import.meta.glob<string>('../../../../../docs/manual/en/*.webp', { eager: true, query: '?url', import: 'default' });
