/** Less than this is not worth a new size: bars of the browser that come and go round it off differently. */
const SLACK = 2;
const HEIGHT = '--pt-visible';

/**
 * Keeps the page as high as what can be seen of it. Where a keyboard lies over the page instead of making it smaller (Safari), everything at its foot would
 * be behind it. A page that somebody has magnified stays as it is.
 */
export function keepAboveKeyboard(page: Window): () => void {
  const seen = page.visualViewport;
  if (!seen) return () => undefined;
  const root = page.document.documentElement;
  const follow = (): void => {
    const height = Math.round(seen.height * seen.scale);
    const covered = root.clientHeight - height > SLACK;
    if (covered) root.style.setProperty(HEIGHT, `${height}px`);
    else root.style.removeProperty(HEIGHT);
    // It also pushes the page up to show the field that is typed into, which is in view already.
    if (covered && seen.scale < 1.01 && seen.offsetTop > 0) page.scrollTo(0, 0);
  };
  seen.addEventListener('resize', follow);
  seen.addEventListener('scroll', follow);
  follow();
  return () => {
    seen.removeEventListener('resize', follow);
    seen.removeEventListener('scroll', follow);
    root.style.removeProperty(HEIGHT);
  };
}
