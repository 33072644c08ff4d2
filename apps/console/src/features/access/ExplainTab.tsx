import { useState } from 'react';
import { type AccessQuestion, ExplainPanel } from './ExplainPanel.tsx';

const EMPTY: AccessQuestion = { user: '', asset: '', account: '', action: '', address: '', at: '' };

interface Props {
  /** What the page is about already; it is not asked for. */
  fixed?: 'user' | 'asset';
  /** What the question starts with. */
  start: Partial<AccessQuestion>;
}

/** The question on the page of a person, an asset or a permission. */
export function ExplainTab({ fixed, start }: Props) {
  const [question, setQuestion] = useState<AccessQuestion>({ ...EMPTY, ...start });
  return <ExplainPanel question={question} onChange={setQuestion} {...(fixed ? { fixed } : {})} />;
}
