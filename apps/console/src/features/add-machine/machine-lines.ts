import type { AssetsHostGuidedBody, MachinesListed } from '@postern/client/api.gen';
import { ApiError } from '@postern/client/http';
import { mapErrors } from '../../model/form-errors.ts';
import { errorMessage } from '../../session/errors.ts';
import { client } from '../../session/http.ts';

/** A machine of a list as it stands in the table: what was read, as it was changed there, and what became of it. */
export type Line = MachinesListed['machines'][number] & { ticked: boolean; problem: string };

/** The machines of a list, as the table has them. */
export interface Lines {
  lines: readonly Line[];
  onLines: (change: (lines: readonly Line[]) => readonly Line[]) => void;
  /** How many of how many are sent, while they are; undefined otherwise. */
  sent: { done: number; of: number } | undefined;
}

export const lineOf = (machine: MachinesListed['machines'][number]): Line => ({ ...machine, ticked: !machine.known, problem: '' });

export const tickedOf = (lines: readonly Line[]): Line[] => lines.filter(({ ticked }) => ticked);

/** What all ticked lines have in common: the form, as it is sent. */
export type Shared = Partial<AssetsHostGuidedBody>;

const hasLogin = ({ secret, made_key }: Shared): boolean => Boolean(secret) || Boolean(made_key);

function problemOf(error: unknown, labelOf: (field: string) => string): string {
  if (!(error instanceof ApiError) || error.status !== 400) return errorMessage(error);
  const { fields, general } = mapErrors(error.body, Object.keys(Object(error.body)));
  return [...Object.entries(fields).map(([field, text]) => `${labelOf(field)}: ${text}`), ...general].join(' ') || errorMessage(error);
}

async function addOne(
  { name, address, port, username, platform: { id: platform } }: Line,
  shared: Shared,
  keep_key: boolean,
): Promise<void> {
  if (!hasLogin(shared)) await client.hosts.create({ name, address, platform, protocols: [{ name: 'ssh', port }] });
  else await client.hosts.guided({ ...shared, name, address, port, platform, username: username || (shared.username ?? ''), keep_key });
}

/**
 * Adds lines one after the other, whatever becomes of those before. A key that was made here is kept until the last is in, so that what failed can
 * be sent again with it.
 *
 * @param labelOf what a field is called where it is refused
 * @param onDone told after each, with why it failed
 */
export async function addLines(
  lines: readonly Line[],
  shared: Shared,
  { onDone, labelOf }: { onDone: (line: Line, problem: string) => void; labelOf: (field: string) => string },
): Promise<boolean> {
  let whole = true;
  for (const [at, line] of lines.entries()) {
    let problem = '';
    try {
      await addOne(line, shared, !whole || at < lines.length - 1);
    } catch (error) {
      problem = problemOf(error, labelOf);
      whole = false;
    }
    onDone(line, problem);
  }
  return whole;
}
