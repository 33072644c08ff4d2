/** Page buttons around the current one: at most `width`, moved as little as needed to stay within the pages. */
export function pageWindow(page: number, pages: number, width = 5): number[] {
  const first = Math.max(1, Math.min(page - Math.floor(width / 2), pages - width + 1));
  return Array.from({ length: Math.min(width, Math.max(pages, 1)) }, (_, index) => first + index);
}
