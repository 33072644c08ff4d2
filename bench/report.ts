import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';

/** One figure. Texts are shown as they are. */
export interface Row {
  what: string;
  budget: string;
  measured: string;
  baseline: string;
  ratio: string;
  /** Undefined: shown, without a budget of its own. */
  pass: boolean | undefined;
}

export interface Section {
  name: string;
  rows: readonly Row[];
  /** How it was measured, and what a reader must know to judge it. */
  notes: readonly string[];
}

const file = fileURLToPath(new URL('RESULTS.md', import.meta.url));
const root = fileURLToPath(new URL('..', import.meta.url));
const verdict = (pass: boolean | undefined): string => (pass === undefined ? '–' : pass ? 'pass' : '**fail**');

function commit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  try {
    const dirty = git('status', '--porcelain', '--', 'apps', 'packages') === '' ? '' : ' with changes not committed';
    return git('rev-parse', '--short', 'HEAD') + dirty;
  } catch {
    return 'unknown';
  }
}

export function table(rows: readonly Row[]): string {
  const lines = rows.map(
    (row) => `| ${row.what} | ${row.budget} | ${row.measured} | ${row.baseline} | ${row.ratio} | ${verdict(row.pass)} |`,
  );
  return ['| what | budget | measured | baseline | ratio | |', '|---|---|---|---|---|---|', ...lines].join('\n');
}

const head = `# What we measured

Written by \`npm run bench\`; \`npm run bench -- <section>\` measures one section again and replaces it here. Every
figure stands beside its budget and a baseline from the same run on the same machine, measured in turns.
The machines this runs on are small and shared with other work, so **ratios count** and absolute times are an upper
bound; a figure that misses its budget is measured up to three times before it is called failed.
`;

function sectionText({ name, rows, notes }: Section): string {
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB, load ${(loadavg()[2] ?? 0).toFixed(0)}, Node ${process.versions.node}`;
  const when = new Date().toISOString().slice(0, 16).replace('T', ' ');
  return [
    `## ${name}`,
    `\`npm run bench -- ${name}\` · ${when} UTC · commit ${commit()} · ${machine}`,
    table(rows),
    notes.map((note) => `- ${note}`).join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Replaces the sections measured now and keeps the others. `order` is the order in the file. */
export async function writeResults(sections: readonly Section[], order: readonly string[]): Promise<void> {
  const known = new Map<string, string>();
  const old = await readFile(file, 'utf8').catch(() => '');
  for (const part of old.split(/^(?=## )/m)) {
    const name = /^## (.+)/.exec(part)?.[1];
    if (name) known.set(name, part.trim());
  }
  for (const section of sections) known.set(section.name, sectionText(section));
  await writeFile(file, `${[head.trim(), ...order.flatMap((name) => known.get(name) ?? [])].join('\n\n')}\n`);
}
