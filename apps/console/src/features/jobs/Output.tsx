import { useTranslation } from 'react-i18next';
import { plainText } from './results.ts';

/** What a machine said, as text. */
export function Output({ output, label, isCut = false }: { output: string; label: string; isCut?: boolean }) {
  const { t } = useTranslation('jobs');
  const text = plainText(output);
  if (text === '') return <p className="s-note">{t('run.noOutput')}</p>;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to get to it */}
      <section className="s-pre j-output" translate="no" tabIndex={0} aria-label={label}>
        {text}
      </section>
      {isCut && <p className="s-note">{t('run.cut')}</p>}
    </>
  );
}
