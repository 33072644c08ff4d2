/** A section of a page of the manual (`docs/manual/<language>/<page>.md`). */
export interface PageSection {
  /** Of its page. */
  title: string;
  heading: string;
  /** Markdown. */
  body: string;
}

/** Sections of a page as it is written: one heading of the first level, then those of the second. */
export function sectionsOf(markdown: string): PageSection[] {
  const [head = '', ...parts] = markdown.split(/^## /m);
  const title = head.replace(/^# /, '').trim();
  return parts.map((part) => {
    const end = part.indexOf('\n');
    return { title, heading: part.slice(0, end).trim(), body: part.slice(end + 1).trim() };
  });
}
