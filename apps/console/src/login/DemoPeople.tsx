import { useCopy } from '@postern/ui';
import { Check, Copy, FlaskConical, LoaderCircle } from 'lucide-react';
import { useState } from 'react';
import type { PublicSettings } from '../session/session-types.ts';
import { type LoginAnswer, loginOfDemo } from './login-api.ts';
import { isWord, useWords } from './use-words.ts';
import './demo-people.css';

/** In a demo: that it is one, and its people, each of whom is let in by a click. */
export function DemoPeople({
  people,
  ssh,
  onAnswer,
}: {
  people: NonNullable<PublicSettings['DEMO_PEOPLE']>;
  /** What opens a machine from a terminal; empty where nobody is there who may. */
  ssh: string;
  onAnswer: (answer: LoginAnswer) => void;
}) {
  const words = useWords();
  const [busy, setBusy] = useState<string>();
  if (people.length === 0) return null;
  const enter = async (id: string) => {
    if (busy) return;
    setBusy(id);
    const answer = await loginOfDemo(id);
    onAnswer(answer);
    // After a login the button keeps its spinner until the next page is there.
    if (answer.state !== 'done') setBusy(undefined);
  };
  return (
    <section className="demo" aria-label={words('demo')}>
      <p className="demo__banner">
        <FlaskConical size={16} aria-hidden="true" />
        <span>
          <strong>{words('demo')}</strong>
          {words('demoNote')}
        </span>
      </p>
      <p className="ways__or">{words('demoAs')}</p>
      {people.map(({ id, name, part }) => (
        <button key={id} type="button" className="plain demo__person" aria-busy={busy === id} onClick={() => void enter(id)}>
          {busy === id ? <LoaderCircle className="submit__spinner" size={16} aria-hidden="true" /> : null}
          <span className="demo__name">{name}</span>
          <span className="demo__part">{isWord(`demo_${part}`) ? words(`demo_${part}` as 'demo_user') : part}</span>
        </button>
      ))}
      {ssh ? <SshLine line={ssh} /> : null}
    </section>
  );
}

/** A line for a terminal, and what copies it. */
function SshLine({ line }: { line: string }) {
  const words = useWords();
  const [done, copy] = useCopy(line);
  const label = words(done ? 'demoCopied' : 'demoCopy');
  return (
    <>
      <p className="demo__part">{words('demoSsh')}</p>
      <div className="demo__ssh">
        <code translate="no">{line}</code>
        <button type="button" title={label} aria-label={label} onClick={copy}>
          {done ? <Check size={14} aria-hidden="true" /> : <Copy size={14} aria-hidden="true" />}
        </button>
      </div>
    </>
  );
}
