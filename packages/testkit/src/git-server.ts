import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ownCertificate } from './own-certificate.ts';

/** A real server of Git over HTTPS: `git http-backend` behind Node, with repositories that tests write. */

export const GIT_TOKEN = 'quiet-harbour-token';

export interface GitServer {
  url(repository: string): string;
  origin: string;
  /** Of its certificate, which nobody trusts until a test says so. */
  cert: string;
  /** The same as a file, for a process that is to trust it from its start (NODE_EXTRA_CA_CERTS). */
  certFile: string;
  /** Makes a commit with these files as all there is; null for a link to /etc/passwd. @returns its name */
  commit(repository: string, files: Readonly<Record<string, string | Buffer | null>>): string;
  git(repository: string, ...args: string[]): string;
  /** What was asked for, with the name and password it was asked with. */
  asked: { url: string; authorization: string | undefined }[];
  close(): Promise<void>;
}

const ENVIRONMENT = { PATH: process.env.PATH, HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' };

/** Answers one request by the CGI program of Git. */
function serve(root: string, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', 'https://git');
  const child = spawn('git', ['http-backend'], {
    env: {
      ...ENVIRONMENT,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: decodeURIComponent(url.pathname),
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      CONTENT_LENGTH: request.headers['content-length'] ?? '',
    },
  });
  request.pipe(child.stdin);
  child.stdin.on('error', () => undefined);
  let head = '';
  child.stdout.on('data', (chunk: Buffer) => {
    if (response.headersSent) {
      response.write(chunk);
      return;
    }
    head += chunk.toString('latin1');
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) return;
    const headers = head
      .slice(0, end)
      .split('\r\n')
      .map((line) => line.split(': ') as [string, string]);
    const status = headers.find(([name]) => name === 'Status')?.[1];
    response.writeHead(status ? Number.parseInt(status, 10) : 200, Object.fromEntries(headers.filter(([name]) => name !== 'Status')));
    response.write(Buffer.from(head.slice(end + 4), 'latin1'));
  });
  child.on('close', () => response.end());
}

export async function startGitServer(): Promise<GitServer> {
  const dir = mkdtempSync(join(tmpdir(), 'postern-git-server-'));
  const [root, work] = [join(dir, 'served'), join(dir, 'work')];
  const identity = ownCertificate();
  const certFile = join(dir, 'cert.pem');
  writeFileSync(certFile, identity.cert);
  const asked: GitServer['asked'] = [];
  const server = createServer({ key: identity.key, cert: identity.cert }, (request, response) => {
    const { url = '/', headers } = request;
    asked.push({ url, authorization: headers.authorization });
    const basic = Buffer.from(headers.authorization?.replace(/^Basic /, '') ?? '', 'base64').toString();
    if (url.startsWith('/private') && !basic.endsWith(`:${GIT_TOKEN}`)) response.writeHead(401, { 'www-authenticate': 'Basic' }).end();
    else if (url.startsWith('/moved')) response.writeHead(302, { location: url.replace('/moved', 'https://elsewhere.example/x') }).end();
    else if (url.startsWith('/page')) response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in</html>');
    else if (url.startsWith('/silent'))
      response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-advertisement' }).flushHeaders();
    else if (url.startsWith('/endless')) {
      response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-advertisement' });
      const packet = (line: string): string => `${(line.length + 4).toString(16).padStart(4, '0')}${line}`;
      response.write(`${packet('# service=git-upload-pack\n')}0000${packet(`${'a'.repeat(40)} HEAD\0shallow side-band-64k\n`)}`);
      const lines = packet(`${'a'.repeat(40)} refs/heads/${'x'.repeat(900)}\n`).repeat(60);
      const more = (): void => {
        while (!response.destroyed && response.write(lines));
      };
      response.on('drain', more);
      more();
    } else serve(root, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const run = (cwd: string, ...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', '-c', 'protocol.file.allow=always', ...args], {
      cwd,
      env: ENVIRONMENT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  const existing = new Set<string>();
  const at = (repository: string): string => {
    const [bare, folder] = [join(root, repository), join(work, repository)];
    if (!existing.has(repository)) {
      mkdirSync(bare, { recursive: true });
      mkdirSync(folder, { recursive: true });
      run(bare, 'init', '-q', '--bare', '-b', 'main');
      run(folder, 'init', '-q', '-b', 'main');
      run(folder, 'remote', 'add', 'origin', bare);
      existing.add(repository);
    }
    return folder;
  };
  return {
    origin,
    cert: identity.cert,
    certFile,
    asked,
    url: (repository) => `${origin}/${repository}`,
    git: (repository, ...args) => run(at(repository), ...args),
    commit(repository, files) {
      const folder = at(repository);
      run(folder, 'rm', '-rqf', '--ignore-unmatch', '.');
      for (const [path, content] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        if (content === null) execFileSync('ln', ['-sf', '/etc/passwd', join(folder, path)]);
        else writeFileSync(join(folder, path), content);
      }
      run(folder, 'add', '-A');
      run(folder, 'commit', '-qm', 'next', '--allow-empty');
      run(folder, 'push', '-qf', 'origin', 'HEAD');
      return run(folder, 'rev-parse', 'HEAD');
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
