import { lazy, Suspense } from 'react';

// Few questions ask why, and what people type into is large.
const ReasonLine = lazy(() => import('./ReasonLine.tsx').then((module) => ({ default: module.ReasonLine })));

interface QuestionTextProps {
  text: string | undefined;
  /** What becomes of the reason; without it nobody is asked for one. */
  reason: string | undefined;
  onReason: (reason: string) => void;
}

/** The text of a question, and where it asks why, the line for it. */
export function QuestionText({ text, reason, onReason }: QuestionTextProps) {
  if (reason === undefined) return text;
  return (
    <>
      {text}
      <Suspense fallback={null}>
        <ReasonLine hint={reason} onReason={onReason} />
      </Suspense>
    </>
  );
}
