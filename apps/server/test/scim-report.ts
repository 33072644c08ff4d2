/** What the tester told of one check, with the reason where it was not tried. */
interface Outcome {
  verdict: string;
  check: string;
  reason: string;
}

/** Verdicts and checks of an output of `scim2 test -v`, in order. */
export function readScimReport(output: string): Outcome[] {
  const lines = output.split('\n');
  return lines.flatMap((line, at) => {
    const [, verdict, check] = /^([A-Z]+) (\w+)$/.exec(line) ?? [];
    return verdict && check ? [{ verdict, check, reason: (lines[at + 1] ?? '').trim() }] : [];
  });
}

const counted = (values: readonly string[]): [string, number][] =>
  [...new Set(values)].sort().map((value) => [value, values.filter((one) => one === value).length]);

/** The page `docs/scim-conformance.md`: what differs from run to run, as ids and ports, is left out. @param tester with its version */
export function printScimReport(tester: string, outcomes: readonly Outcome[]): string {
  const passed = outcomes.filter(({ verdict }) => verdict === 'SUCCESS').map(({ check }) => check);
  const others = outcomes.filter(({ verdict }) => verdict !== 'SUCCESS');
  const verdicts = counted(outcomes.map(({ verdict }) => verdict)).map(([verdict, count]) => `${count} ${verdict}`);
  return [
    '# What a tester of SCIM conformance says',
    '',
    `Printed by \`apps/server/src/features/scim/scim.test.ts\`, which runs \`${tester}\` against a running server and fails when this page is not what it said.`,
    'To print it anew: the same test with `--update`.',
    '',
    `In all ${outcomes.length}: ${verdicts.join(', ')}.`,
    '',
    '## Passed',
    '',
    ...counted(passed).map(([check, count]) => `- \`${check}\`: ${count}`),
    '',
    '## Not tried',
    '',
    ...counted(others.map(({ verdict, check, reason }) => `\`${check}\` (${verdict}): ${reason}`)).map(
      ([what, count]) => `- ${what}: ${count}`,
    ),
    '',
  ].join('\n');
}
