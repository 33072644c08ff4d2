import './palette.css';
import { IconButton } from '@postern/ui';
import { Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

const load = () => import('./Palette.tsx');
const Palette = lazy(() => load().then((module) => ({ default: module.Palette })));
/** Milliseconds after which the palette's code is fetched: nobody waits for it then, and what is typed right after the keys is not lost. */
const AHEAD_MS = 2_000;

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);

/**
 * The field of the header that opens the command palette, and the keys that do: ⌘K or Ctrl+K, from everywhere
 * (docs/behaviour/start-and-views.md#palette).
 */
export function PaletteField({ mobile }: { mobile: boolean }) {
  const { t } = useTranslation('shell');
  const [open, setOpen] = useState(false);
  const field = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      setOpen((before) => !before);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  useEffect(() => {
    // Code only; a failure is met again, and told, when the palette is opened.
    const timer = setTimeout(() => void load().catch(() => undefined), AHEAD_MS);
    return () => clearTimeout(timer);
  }, []);
  // Once it is gone: behind a dialog nothing takes the focus.
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !open) field.current?.focus();
    wasOpen.current = open;
  }, [open]);
  return (
    <>
      {mobile ? (
        <IconButton ref={field} icon={Search} label={t('palette.open')} onClick={() => setOpen(true)} />
      ) : (
        <button ref={field} type="button" className="palette-field" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <Search size={14} aria-hidden="true" />
          <span>{t('palette.open')}</span>
          <kbd>{isMac ? '⌘K' : 'Ctrl K'}</kbd>
        </button>
      )}
      {open ? (
        <Suspense fallback={null}>
          <Palette onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
