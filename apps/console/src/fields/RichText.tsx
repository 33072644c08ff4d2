import './fields.css';
import DOMPurify from 'dompurify';
import { marked } from 'marked';
import { useMemo } from 'react';

const ALLOWED = {
  ALLOWED_TAGS: [
    ...['p', 'br', 'b', 'strong', 'i', 'em', 'u', 's', 'code', 'pre', 'kbd', 'blockquote', 'hr', 'span', 'div'],
    ...['ul', 'ol', 'li', 'a', 'h1', 'h2', 'h3', 'h4', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  ALLOWED_ATTR: ['href', 'title', 'target', 'rel'],
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|tel:|\/(?!\/)|#)/i,
};

/** Cleans foreign markup: no scripts, no handlers, no styles, no pictures, and links only to the web, mail, telephone or this site. */
export function cleanMarkup(html: string): string {
  const clean = DOMPurify.sanitize(html, { ...ALLOWED, RETURN_DOM_FRAGMENT: true });
  for (const link of clean.querySelectorAll('a[href]')) {
    link.setAttribute('target', '_blank');
    link.setAttribute('rel', 'noreferrer noopener');
  }
  const holder = document.createElement('div');
  holder.append(clean);
  return holder.innerHTML;
}

/** Text with markup that others wrote, as HTML or as Markdown. Loaded on demand. */
export function RichText({ html, markdown }: { html?: string; markdown?: string }) {
  const clean = useMemo(() => cleanMarkup(html ?? marked.parse(markdown ?? '', { async: false, gfm: true })), [html, markdown]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned on the line above, and only there
  return <div className="s-rich" dangerouslySetInnerHTML={{ __html: clean }} />;
}
