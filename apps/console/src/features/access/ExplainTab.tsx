import { useState } from 'react';
import { type AccessQuestion, ExplainPanel } from './ExplainPanel.tsx';

const EMPTY: AccessQuestion = { user: '', asset: '', account: '', action: '', address: '', at: '' };

/** The question on the page of a person or an asset: the other one is asked for. */
export function ExplainTab({ fixed, id }: { fixed: 'user' | 'asset'; id: string }) {
  const [question, setQuestion] = useState<AccessQuestion>({ ...EMPTY, [fixed]: id });
  return <ExplainPanel question={question} onChange={setQuestion} fixed={fixed} />;
}
