// The order of the files of a run: one that takes minutes and begins last keeps one core busy while the others wait.
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
  'e2e/large.test.ts',
  'e2e/screens/walk-assets.test.ts',
  'e2e/screens/walk-more.test.ts',
  'e2e/screens/walk-beside.test.ts',
  'e2e/screens/walk-access.test.ts',
  'e2e/screens/walk-people.test.ts',
];

/** Vitest's own order, with the files that take longest in front. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = LONGEST.findIndex((path) => moduleId.endsWith(`/${path}`));
      return at < 0 ? LONGEST.length : at;
    };
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}
