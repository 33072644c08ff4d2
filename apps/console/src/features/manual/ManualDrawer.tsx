import '../../screens/screens.css';
import './manual.css';
import { EmptyState, SkeletonRows } from '@postern/ui';
import { Drawer, Input } from 'antd';
import { Search, SearchX } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadFailed } from '../../data/LoadFailed.tsx';
import { RichText } from '../../fields/RichText.tsx';
import { MANUAL_PAGES, type ManualSection, searchSections } from '../../model/manual-pages.ts';
import { type ManualPlace, showManual } from '../../screens/page/manual-place.ts';
import { useManualText } from './manual.ts';

const WIDTH = 460;

/** A page of the manual beside the screen it is about, with the other pages and a search through all of them. */
export function ManualDrawer({ place }: { place: ManualPlace }) {
  const { t } = useTranslation('shell');
  const text = useManualText();
  const [words, setWords] = useState('');
  const sections = text.data ?? [];
  const found = searchSections(sections, words);
  const searching = words.trim() !== '';
  const go = ({ page, heading }: ManualPlace) => {
    setWords('');
    showManual({ page, heading });
  };
  const shown = searching ? found : sections.filter(({ page }) => page === place.page);
  return (
    <Drawer
      open
      size={`min(${WIDTH}px, 100vw)`}
      mask={false}
      title={searching ? t('manual.found', { count: found.length }) : (shown[0]?.title ?? t('manual.title'))}
      onClose={() => showManual(undefined)}
      rootClassName="manual"
    >
      <Input
        type="search"
        prefix={<Search size={16} aria-hidden />}
        maxLength={100}
        value={words}
        placeholder={t('manual.search')}
        aria-label={t('manual.search')}
        onChange={(event) => setWords(event.target.value)}
      />
      {text.isPending && <SkeletonRows rows={6} columns={1} label={t('manual.title')} />}
      {text.isError && <LoadFailed title={t('manual.failed')} error={text.error} onRetry={() => void text.refetch()} />}
      {searching && text.data && found.length === 0 && <EmptyState icon={SearchX} title={t('manual.none')} text={t('manual.noneText')} />}
      {!searching && <Picture of={shown[0]} />}
      {shown.map((section) => (
        <Section
          key={`${section.page} ${section.heading}`}
          section={section}
          wanted={!searching && section.heading === place.heading}
          onPage={searching ? () => go(section) : undefined}
        />
      ))}
      {!searching && (
        <nav className="manual-pages" aria-label={t('manual.pages')}>
          {MANUAL_PAGES.filter((page) => page !== place.page).map((page) => (
            <button key={page} type="button" className="p-bare manual-link" onClick={() => go({ page })}>
              {sections.find((section) => section.page === page)?.title}
            </button>
          ))}
        </nav>
      )}
    </Drawer>
  );
}

/** The screen that a page is about; as large as it is where it is opened by itself. */
function Picture({ of: section }: { of: ManualSection | undefined }) {
  const { t } = useTranslation('shell');
  if (!section?.picture) return null;
  return (
    <a className="manual-picture" href={section.picture} target="_blank" rel="noopener">
      <img src={section.picture} alt={t('manual.picture', { title: section.title })} />
    </a>
  );
}

interface SectionProps {
  section: ManualSection;
  /** It was asked for: it comes into view. */
  wanted: boolean;
  /** Leads to its page, which is named then. */
  onPage: (() => void) | undefined;
}

function Section({ section, wanted, onPage }: SectionProps) {
  const part = useRef<HTMLElement>(null);
  useEffect(() => {
    if (wanted) part.current?.scrollIntoView({ block: 'start' });
  }, [wanted]);
  return (
    <section ref={part} className="manual-section">
      {onPage && (
        <button type="button" className="p-bare manual-link" onClick={onPage}>
          {section.title}
        </button>
      )}
      <h2>{section.heading}</h2>
      <RichText markdown={section.body} />
    </section>
  );
}
