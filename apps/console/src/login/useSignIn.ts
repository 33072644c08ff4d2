import { offersWhileTyping, passkeysWork } from '@postern/client/passkey';
import { useEffect, useEffectEvent, useState } from 'react';
import { type LoginAnswer, signIn } from './login-api.ts';

/** Milliseconds after which what the browser was asked is asked anew: the server waits 5 minutes for an answer. */
const RENEW_MS = 240_000;

/**
 * Logging in by a passkey: among what the browser fills in, as long as the form stands there, and on demand. `offered` says whether the server takes
 * them; `still`, that nobody is there to log in, so that the browser offers nothing by itself; `failed`, that a device which was asked gave no answer.
 */
export function useSignIn(
  { offered, still }: { offered: boolean; still: boolean },
  keep: () => boolean,
  onAnswer: (answer: LoginAnswer) => void,
) {
  const [state, setState] = useState<'idle' | 'asking' | 'failed'>('idle');
  const [round, setRound] = useState(0);
  const answered = useEffectEvent(onAnswer);
  const kept = useEffectEvent(keep);
  const possible = offered && passkeysWork();
  const busy = state === 'asking';
  // A browser waits for one answer at a time: it stops offering while the button asks, and begins again afterwards.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round asks anew
  useEffect(() => {
    if (!possible || still || busy) return;
    const stop = new AbortController();
    const again = () => !stop.signal.aborted && setRound((before) => before + 1);
    const timer = setTimeout(again, RENEW_MS);
    void (async () => {
      if (!(await offersWhileTyping()) || stop.signal.aborted) return;
      const answer = await signIn(() => kept(), { whileTyping: true, signal: stop.signal }).catch(() => undefined);
      // Whoever closes the list of the browser has said nothing; a refusal of the server is told, and another try is free.
      if (!answer || stop.signal.aborted) return;
      answered(answer);
      if (answer.state === 'refused' && answer.reason === 'credentials') again();
    })();
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [possible, still, busy, round]);
  const ask = async () => {
    if (busy) return;
    setState('asking');
    const answer = await signIn(keep).catch(() => undefined);
    if (answer) onAnswer(answer);
    // After a login the button keeps its spinner until the next page is there.
    if (answer?.state !== 'done') setState(answer ? 'idle' : 'failed');
  };
  return { possible, busy, failed: state === 'failed', ask };
}
