// The order of the files of a run: one that takes minutes and begins last keeps one core busy while the others wait, and so do files that wait when they
// run side by side.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest, longest first, from the root of the repository. Vitest takes the rest by project and by size, where it has no times of a run before. */
export const LONGEST: readonly string[] = [
  'tooling/contributing.test.mjs',
  'apps/server/test/walls-lists.test.ts',
  'apps/server/test/bad-bodies.test.ts',
  'apps/server/test/matrix.test.ts',
  'apps/server/test/bad-input.test.ts',
  'apps/gateway/test/bypass.test.ts',
  'apps/gateway/test/commands.test.ts',
  'apps/gateway/test/bulk.test.ts',
  'e2e/screens/every-screen.test.ts',
  'e2e/screens/languages.test.ts',
  'e2e/clients/jobs.test.ts',
  'e2e/clients/playbooks.test.ts',
  'e2e/clients/ssh-browser.test.ts',
  'e2e/large.test.ts',
  'e2e/screens/walk-assets.test.ts',
  'e2e/screens/walk-more.test.ts',
  'e2e/screens/walk-beside.test.ts',
  'e2e/screens/walk-access.test.ts',
  'e2e/screens/walk-people.test.ts',
];

/** Files that wait for clients, targets and jobs: they compute a third of their time, where screens compute two thirds of it (decision 0201). */
const WAITS = /\/e2e\/clients\//;

/** Those that wait spread evenly between those that compute, each in their order: at any time something computes. */
export function apart<T>(computing: readonly T[], waiting: readonly T[]): T[] {
  const between = computing.length / waiting.length;
  const at = (one: number): number => Math.round((one + 0.5) * between);
  return [...computing, undefined].flatMap((file, place) => [
    ...waiting.filter((_, one) => at(one) === place),
    ...(file === undefined ? [] : [file]),
  ]);
}

/** Vitest's own order, with the files that take longest in front, and those that wait spread over the run. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = LONGEST.findIndex((path) => moduleId.endsWith(`/${path}`));
      return at < 0 ? LONGEST.length : at;
    };
    const sorted = (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
    const waits = ({ moduleId }: TestSpecification): boolean => WAITS.test(moduleId);
    return apart(
      sorted.filter((file) => !waits(file)),
      sorted.filter(waits),
    );
  }
}
