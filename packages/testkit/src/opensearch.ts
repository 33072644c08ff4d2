import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from './ports.ts';
import { runServer, type ServerProcess } from './server-process.ts';
import { until } from './until.ts';

/** A real OpenSearch on a loopback port, whose HTTP is that of Elasticsearch 7 (docs/decisions/0104). */
export interface OpenSearch {
  url: string;
  /** Asks it, past the product. */
  ask(method: string, path: string, body?: object): Promise<{ status: number; body: Record<string, unknown> }>;
  /** Ends it and keeps what it holds. */
  pause(): Promise<void>;
  /** Starts it again where it was. */
  resume(): Promise<void>;
  /** Ends it for good. */
  stop(): Promise<void>;
}

const sources = join(import.meta.dirname, 'opensearch');
const cache = join(import.meta.dirname, '../../../node_modules/.cache/postern');

/** Folder with the jars and the compiled launcher. Fetched by Maven, from wherever this machine fetches; kept until what is wanted changes. */
function program(): string {
  const wanted = ['pom.xml', 'Launcher.java'].map((name) => readFileSync(join(sources, name)));
  const key = wanted.reduce((hash, bytes) => hash.update(bytes), createHash('sha256')).digest('hex');
  const folder = join(cache, `opensearch-${key.slice(0, 12)}`);
  if (existsSync(folder)) return folder;
  mkdirSync(dirname(folder), { recursive: true });
  const work = mkdtempSync(join(cache, 'opensearch-work-'));
  try {
    cpSync(sources, work, { recursive: true });
    const quiet = { cwd: work, stdio: 'pipe' } as const;
    execFileSync('mvn', ['-q', '-B', 'dependency:copy-dependencies', '-DoutputDirectory=lib', '-DincludeScope=runtime'], quiet);
    execFileSync('javac', ['-nowarn', '-cp', 'lib/*', '-d', 'classes', 'Launcher.java'], quiet);
    // Somebody else may have been faster; theirs is as good.
    if (!existsSync(folder)) renameSync(work, folder);
    return folder;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

export async function startOpenSearch(): Promise<OpenSearch> {
  const folder = program();
  const home = mkdtempSync(join(tmpdir(), 'postern-opensearch-'));
  mkdirSync(join(home, 'config'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const classes = [join(folder, 'lib', '*'), join(folder, 'classes')].join(':');
  const argv = ['-Xms256m', '-Xmx512m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-cp', classes, 'Launcher', home, String(port)];
  const ask: OpenSearch['ask'] = async (method, path, body) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  let server: ServerProcess | undefined;
  const resume = async (): Promise<void> => {
    server = await runServer('java', argv, port, { asSelf: true });
    await until('OpenSearch answers for its indexes', 60_000, async () => {
      const { status, body } = await ask('GET', '/_cluster/health?wait_for_status=yellow&timeout=5s').catch(() => ({
        status: 0,
        body: {},
      }));
      return status === 200 && 'status' in body && body.status !== 'red';
    });
  };
  const pause = async (): Promise<void> => {
    await server?.stop();
    server = undefined;
  };
  const stop = async (): Promise<void> => {
    await pause();
    rmSync(home, { recursive: true, force: true });
  };
  try {
    await resume();
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, ask, pause, resume, stop };
}
