import '../../screens/screens.css';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Page } from '../../screens/page/Page.tsx';
import { type AccessQuestion, ExplainPanel, QUESTION_KEYS } from './ExplainPanel.tsx';

/** Why somebody reaches an asset or does not; the question lives in the address bar, so that an answer can be passed on. */
export function ExplainAccess() {
  const { t } = useTranslation('access');
  const [params, setParams] = useSearchParams();
  const question = Object.fromEntries(QUESTION_KEYS.map((key) => [key, params.get(key) ?? ''])) as unknown as AccessQuestion;
  return (
    <Page title={t('title')} help={t('help')}>
      <ExplainPanel
        question={question}
        onChange={(next) => setParams(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== '')), { replace: true })}
      />
    </Page>
  );
}
