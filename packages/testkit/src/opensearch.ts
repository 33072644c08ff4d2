import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installOnce } from './install-once.ts';
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
/** Folder with the jars and the compiled launcher. Fetched by Maven, from wherever this machine fetches; kept until what is wanted changes. */
export async function openSearchFolder(): Promise<string> {
  const wanted = ['pom.xml', 'Launcher.java'].map((name) => readFileSync(join(sources, name)));
  const key = wanted.reduce((hash, bytes) => hash.update(bytes), createHash('sha256')).digest('hex');
  return installOnce(`opensearch-${key.slice(0, 12)}`, async (folder) => {
    cpSync(sources, folder, { recursive: true });
    const here = { cwd: folder };
    await promisify(execFile)('mvn', ['-q', '-B', 'dependency:copy-dependencies', '-DoutputDirectory=lib', '-DincludeScope=runtime'], here);
    await promisify(execFile)('javac', ['-nowarn', '-cp', 'lib/*', '-d', 'classes', 'Launcher.java'], here);
  });
}

export async function startOpenSearch(): Promise<OpenSearch> {
  const folder = await openSearchFolder();
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
