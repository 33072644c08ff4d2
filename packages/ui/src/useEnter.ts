import { useEffect, useState } from 'react';
import { useHandler } from './useHandler.ts';

/**
 * Enter goes by the answer to what is typed: who types a name and Enter does not look at the list. Gives back what a key does to it:
 * Enter acts at once, or, while that answer is still to come (`pending`), as soon as it is there; any other key takes it back.
 */
export function useEnter(typed: string, pending: boolean, act: () => void): (key: string) => void {
  const [entered, setEntered] = useState<string>();
  const go = useHandler(act);
  useEffect(() => {
    if (entered === undefined || (entered === typed && pending)) return;
    setEntered(undefined);
    if (entered === typed) go();
  }, [entered, typed, pending, go]);
  return (key) => {
    const isEnter = key === 'Enter';
    setEntered(isEnter && pending ? typed : undefined);
    if (isEnter && !pending) go();
  };
}
