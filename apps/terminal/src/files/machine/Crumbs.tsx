import { ChevronRight, HardDrive } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslate } from '../../shell/language.tsx';
import { visibleName } from '../names.ts';
import { fileWords } from '../words.ts';

/** The way to the folder that is shown; each step leads there. */
export function Crumbs({ path, onGo }: { path: string; onGo: (path: string) => void }) {
  const t = useTranslate();
  const strip = useRef<HTMLElement>(null);
  const steps = path.split('/').filter(Boolean);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another end
  useEffect(() => {
    if (strip.current) strip.current.scrollLeft = strip.current.scrollWidth;
  }, [path]);
  return (
    <nav ref={strip} className="pf-crumbs" aria-label={t(fileWords.path)}>
      <button type="button" className="p-bare pf-crumb" aria-label="/" onClick={() => onGo('/')}>
        <HardDrive size={14} aria-hidden="true" />
      </button>
      {steps.map((step, at) => {
        const to = `/${steps.slice(0, at + 1).join('/')}`;
        return (
          <span key={to} className="pf-step">
            <ChevronRight size={12} aria-hidden="true" />
            <button
              type="button"
              className="p-bare pf-crumb"
              aria-current={at === steps.length - 1 ? 'location' : undefined}
              onClick={() => onGo(to)}
            >
              <bdi>{visibleName(step)}</bdi>
            </button>
          </span>
        );
      })}
    </nav>
  );
}
