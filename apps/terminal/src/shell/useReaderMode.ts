import { toast } from '@postern/ui';
import { useTranslate } from './language.tsx';
import { useServices } from './services.tsx';
import { shellWords } from './words.ts';

/** Terminals that screen readers can read; kept as the other preferences are, and said when it changes. */
export function useReaderMode(): { on: boolean; toggle: () => void } {
  const t = useTranslate();
  const { preferences, setPreferences } = useServices();
  const on = preferences.screenReader;
  return {
    on,
    toggle: () => {
      setPreferences({ ...preferences, screenReader: !on });
      toast.info(t(on ? shellWords.readerOff : shellWords.readerOn));
    },
  };
}
