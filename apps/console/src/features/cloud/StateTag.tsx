import { StatusTag, type StatusTone } from '@postern/ui';
import { Nothing } from '../../fields/Nothing.tsx';

/** A state that the wire has as a number: its tone and its word. */
export function StateTag({ states, value }: { states: Readonly<Record<number, readonly [StatusTone, string]>>; value: unknown }) {
  const [tone, word] = states[Number(value)] ?? [];
  return tone ? <StatusTag tone={tone}>{word}</StatusTag> : <Nothing />;
}
