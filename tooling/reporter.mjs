// What a run of tests prints: a line for each file, and at its end what failed, whole, with the command that repeats it.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const root = new URL('..', import.meta.url).pathname.replace(/\/$/, '');
/** Characters of one message in the line that is told again at the very end: of a long log often only the end is kept. */
const LINE = 300;
/** What a browser showed is worth more room. */
const PAGE = 1_200;

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;
const all = (module) => [...module.children.allTests()];
const passed = (test) => test.result().state === 'passed';

/** `npm test -- server features/x.test.ts`: the project, and the file as it is found in it. */
const again = (module) => `npm test -- ${module.project.name} ${relative(module.project.config.root, module.moduleId)}`;

/** What went wrong in a line, what a browser was waiting for, and where, outside of libraries: the helper that gave up and the test. */
export function brief({ message = '', stack = '' } = {}) {
  const lines = stripVTControlCharacters(`${message}\n${stack}`).trim().split('\n');
  const waited = lines.filter((line) => /^\s*- waiting for |^(focus|page): /.test(line)).slice(0, 3);
  const places = lines.filter((line) => /^\s*at /.test(line) && line.includes(root) && !line.includes('node_modules'));
  const ends = new Set([places[0], places.at(-1)].filter((line) => line !== undefined));
  const told = [lines[0].slice(0, 200), ...new Set(waited), ...[...ends].map((line) => line.replace(root, '.'))];
  return told.map((line) => line.trim().slice(0, line.startsWith('page: ') ? PAGE : LINE)).join(' ');
}

const called = ({ module, title }) => `${relative(root, module.moduleId)}${title ? ` > ${title}` : ''}`;

/** In a line: the first error, or that there is none because it never came to its end. */
const inShort = ({ state, errors }) => (errors[0] ? brief(errors[0]) : `not run to its end (${state})`);

/**
 * Whatever did not pass has failed: a file that does not load, a skipped test, one whose worker was gone.
 *
 * @returns {{module: object, title: string, state: string, errors: readonly object[]}[]}
 */
function failuresOf(module) {
  const tests = all(module).filter((test) => !passed(test));
  const told = tests.map((test) => ({ module, title: test.fullName, state: test.result().state, errors: test.result().errors ?? [] }));
  // What failed beside tests: hooks, whose tests never ran, and what stands in the file itself.
  const beside = [...module.children.allSuites()].map((suite) => ({
    module,
    title: suite.fullName,
    state: 'failed',
    errors: suite.errors(),
  }));
  const whole = { module, title: '', state: module.state(), errors: module.errors() };
  const failed = [whole, ...beside].filter(({ errors }) => errors.length > 0).concat(told);
  return failed.length === 0 && whole.state !== 'passed' && whole.state !== 'skipped' ? [whole] : failed;
}

// biome-ignore lint/style/noDefaultExport: how Vitest takes a reporter
export default class Lines {
  #vitest;
  /** How often each file printed something. */
  #prints = new Map();

  onInit(vitest) {
    this.#vitest = vitest;
  }

  /** Tests say what they found by passing or failing. What is printed beside that is shown where it happened, and named at the end. */
  onUserConsoleLog(log) {
    const content = log.content.trim();
    if (content === '') return;
    const file = this.#vitest.state.idMap.get(log.taskId)?.file?.filepath ?? '';
    const where = relative(root, file) || 'somewhere';
    this.#prints.set(where, (this.#prints.get(where) ?? 0) + 1);
    process.stdout.write(`  ${where} prints: ${content.split('\n').slice(0, 20).join('\n    ')}\n`);
  }

  onTestModuleEnd(module) {
    const tests = all(module);
    const failed = failuresOf(module);
    const name = relative(root, module.moduleId);
    const much = `${tests.length} ${tests.length === 1 ? 'test' : 'tests'}, ${seconds(module.diagnostic().duration)}`;
    process.stdout.write(`${failed.length === 0 ? '✓' : '✗'} ${name} (${much})\n`);
    for (const failure of failed) process.stdout.write(`    ✗ ${failure.title || 'the file'}: ${inShort(failure)}\n`);
  }

  onTestRunEnd(modules, unhandled) {
    const failures = modules.flatMap(failuresOf);
    // All of it through the logger of errors, so that the parts stay together when the two streams go different ways.
    const { logger } = this.#vitest;
    for (const failure of failures) {
      const { module, errors } = failure;
      logger.error(`\n✗ ${called(failure)}\n  again: ${again(module)}`);
      if (errors.length === 0) logger.error(`  ${inShort(failure)}`);
      for (const error of errors) logger.printError(error, { project: module.project });
    }
    for (const error of unhandled) logger.printError(error, { type: 'Outside of any test' });
    for (const [file, times] of this.#prints) process.stdout.write(`! ${file} prints (${times})\n`);
    const report = process.env.POSTERN_TEST_REPORT;
    if (!report) return;
    const lines = failures.map((failure) => `${called(failure)}: ${inShort(failure)}\n  ${again(failure.module)}`);
    const outside = unhandled.map((error) => `outside of any test: ${brief(error)}`);
    const count = modules.flatMap(all).filter(passed).length;
    mkdirSync(dirname(report), { recursive: true });
    writeFileSync(report, JSON.stringify({ passed: count, failures: [...lines, ...outside] }));
  }
}
