import { Hourglass } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { LinkButton } from './LinkButton.tsx';
import { endReview, type LoginAnswer, reviewAnswer, withdrawReview } from './login-api.ts';
import { useWords } from './use-words.ts';

interface ReviewStepProps {
  assignees: readonly string[];
  onAnswer: (answer: LoginAnswer) => void;
  onRefused: (message: string) => void;
  onBack: () => void;
}

/** Who is let in goes on within a second. */
const POLL_MS = 800;

const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** The last step where a rule asks for it: somebody else approves this login (docs/wire/authentication.md#reviewed-logins). */
export function ReviewStep({ assignees, onAnswer, onRefused, onBack }: ReviewStepProps) {
  const words = useWords();
  const [seconds, setSeconds] = useState(0);
  const handlers = useRef({ onAnswer, onRefused, words });
  handlers.current = { onAnswer, onRefused, words };
  useEffect(() => {
    const started = Date.now();
    const tick = setInterval(() => setSeconds(Math.floor((Date.now() - started) / 1000)), 1000);
    let stopped = false;
    let timer: ReturnType<typeof setTimeout>;
    const look = async () => {
      // A look that fails says nothing about the approval; the next one comes in a moment.
      const answer = await reviewAnswer().catch(() => undefined);
      if (stopped) return;
      if (answer === 'refused') return handlers.current.onRefused(handlers.current.words('reviewRefused'));
      if (answer === 'approved') return handlers.current.onAnswer(await endReview());
      timer = setTimeout(() => void look(), POLL_MS);
    };
    timer = setTimeout(() => void look(), POLL_MS);
    return () => {
      stopped = true;
      clearTimeout(timer);
      clearInterval(tick);
    };
  }, []);
  const withdraw = () => {
    void withdrawReview().catch(() => undefined);
    onBack();
  };
  return (
    <div>
      <p className="login__text">{words('reviewText', { names: assignees.join(', ') })}</p>
      <p className="login__text">{words('reviewKeep')}</p>
      <p className="login__wait">
        <Hourglass size={16} aria-hidden="true" />
        <span>{words('reviewWaited', { time: clock(seconds) })}</span>
      </p>
      <LinkButton onClick={withdraw}>{words('reviewWithdraw')}</LinkButton>
    </div>
  );
}
