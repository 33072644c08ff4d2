import { useCallback, useState } from 'react';

/** A value kept in local storage under `key`. A storage that is full or switched off only loses the memory of it. */
export function useStored<T>(key: string, read: (raw: unknown) => T): [T, (value: T) => void] {
  const [value, setValue] = useState(() => read(readStored(key)));
  const store = useCallback(
    (next: T) => {
      setValue(next);
      writeStored(key, next);
    },
    [key],
  );
  return [value, store];
}

export function readStored(key: string): unknown {
  try {
    const text = localStorage.getItem(key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Private windows refuse storage; the choice then lasts as long as the page.
  }
}
