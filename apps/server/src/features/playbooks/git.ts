import * as disk from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { GitHttpRequest, GitHttpResponse } from 'isomorphic-git';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { OutboundError } from '../../platform/outbound/outbound-error.ts';
import type { PlaybookFile } from './files.ts';
import { checkPack, PackProblem } from './git-pack.ts';
import { MAX_BYTES, MAX_FILE, MAX_FILES } from './limits.ts';
import { joined } from './paths.ts';

/** Bytes of all answers of one update. */
const MAX_ANSWERS = MAX_BYTES + 4 * 1024 * 1024;
/** Milliseconds for one update. */
const LIMIT_MS = 120_000;
/** Folders in folders; paths have their own bound. */
const MAX_DEPTH = 16;
/** What is asked with, where the remote takes any name beside a token. */
const USERNAME = 'git';
/** Kinds of entries of a tree that are files. */
const FILE_MODES: readonly string[] = ['100644', '100755', '100664'];

export type GitProblem = 'refused' | 'missing' | 'unreachable' | 'untrusted' | 'blocked' | 'redirect' | 'too_large' | 'late' | 'damaged';

export class GitError extends Error {
  readonly why: GitProblem;
  constructor(why: GitProblem, cause?: unknown) {
    super(`git: ${why}`, { cause });
    this.name = 'GitError';
    this.why = why;
  }
}

export interface Remote {
  url: string;
  /** Branch or tag; empty for what the remote offers by itself. */
  ref: string;
  username: string;
  token: string;
}

export interface Fetched {
  commit: string;
  files: PlaybookFile[];
  /** What lies there and is no file: links, and folders of other repositories. */
  leftOut: string[];
}

const OUTBOUND: Readonly<Record<OutboundError['why'], GitProblem>> = {
  blocked: 'blocked',
  unreachable: 'unreachable',
  untrusted: 'untrusted',
  timeout: 'late',
  too_large: 'too_large',
  redirect: 'redirect',
  aborted: 'late',
};

/** What went wrong, of all that libraries throw. */
function asGitError(error: unknown): GitError {
  if (error instanceof GitError) return error;
  if (error instanceof PackProblem) return new GitError(error.why, error);
  if (error instanceof OutboundError) return new GitError(OUTBOUND[error.why], error);
  const { code, data } = error as { code?: string; data?: { statusCode?: number } };
  if (code === 'UserCanceledError' || [401, 403].includes(data?.statusCode ?? 0)) return new GitError('refused', error);
  if (code === 'NotFoundError' || data?.statusCode === 404) return new GitError('missing', error);
  return new GitError('damaged', error);
}

/** HTTP for the client of Git: through the guarded client, to the one origin, no further. */
function guarded(outbound: Pick<Outbound, 'open'>, origin: string, signal: AbortSignal) {
  let left = MAX_ANSWERS;
  let problem: GitError | undefined;
  async function* counted(body: Readable): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      left -= chunk.length;
      // Leaving the loop destroys the stream and its connection.
      if (left < 0) {
        // The library takes an answer that breaks off for one that is over.
        problem = new GitError('too_large');
        throw problem;
      }
      yield chunk;
    }
  }
  return {
    problem: () => problem,
    async request({ url, method = 'GET', headers = {}, body }: GitHttpRequest): Promise<GitHttpResponse> {
      if (URL.parse(url)?.origin !== origin || (method !== 'GET' && method !== 'POST')) throw new GitError('redirect');
      const sent: Uint8Array[] = [];
      // It hands over a list as well as something that is waited for.
      if (body) for await (const part of body as AsyncIterable<Uint8Array>) sent.push(part);
      const whole = Buffer.concat(sent);
      const answer = await outbound.open(url, {
        method,
        headers: { ...headers, ...(method === 'POST' ? { 'content-length': String(whole.length) } : {}) },
        ...(method === 'POST' ? { body: Readable.from([whole]) } : {}),
        limit: LIMIT_MS,
        signal,
      });
      // Whoever stops in the middle of it has been told why.
      answer.body.on('error', () => undefined);
      if (answer.status >= 300 && answer.status < 400) {
        answer.body.destroy();
        throw new GitError('redirect');
      }
      return {
        url,
        method,
        headers: { ...answer.headers },
        statusCode: answer.status,
        statusMessage: '',
        body: counted(answer.body),
      };
    },
  };
}

/** The disk, on which no pack comes to lie that was not looked through. */
const watchedDisk = {
  promises: {
    ...disk,
    async writeFile(path: string, data: Buffer | string, options?: Parameters<typeof disk.writeFile>[2]): Promise<void> {
      if (path.endsWith('.pack')) await checkPack(Buffer.from(data as Buffer));
      await disk.writeFile(path, data, options);
    },
  },
};

/** Whatever work does, it ends with the signal: a library in the middle of something does not hear of it. */
function until<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const ended = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new GitError('late', signal.reason)), { once: true });
  });
  return Promise.race([work, ended]);
}

type Git = typeof import('isomorphic-git');

async function readTree(git: Git, where: { fs: typeof watchedDisk; dir: string; cache: object }, commit: string) {
  const files: PlaybookFile[] = [];
  const leftOut: string[] = [];
  let bytes = 0;
  async function below(oid: string, folder: string, depth: number): Promise<void> {
    if (depth > MAX_DEPTH) throw new GitError('too_large');
    for (const { path: name, mode, oid: of, type } of (await git.readTree({ ...where, oid })).tree) {
      const path = joined(folder, name);
      if (type === 'tree') await below(of, path, depth + 1);
      else if (type !== 'blob' || !FILE_MODES.includes(mode)) leftOut.push(path);
      else {
        const content = Buffer.from((await git.readBlob({ ...where, oid: of })).blob);
        bytes += content.length;
        // One small blob may lie in a thousand places.
        if (content.length > MAX_FILE || bytes > MAX_BYTES || files.length >= MAX_FILES) throw new GitError('too_large');
        files.push({ path, content });
      }
    }
  }
  await below(commit, '', 1);
  return { files, leftOut };
}

/**
 * The files of a repository as they are now: one commit, without its history, without other repositories in it; nothing of it is run.
 * @throws GitError
 */
export async function fetchFiles(outbound: Pick<Outbound, 'open'>, remote: Remote, stop: AbortSignal): Promise<Fetched> {
  const over = new AbortController();
  const signal = AbortSignal.any([stop, AbortSignal.timeout(LIMIT_MS), over.signal]);
  const dir = await disk.mkdtemp(join(tmpdir(), 'postern-git-'));
  const where = { fs: watchedDisk, dir, cache: {} };
  const http = guarded(outbound, new URL(remote.url).origin, signal);
  try {
    // Loaded with the first update: most processes never make one.
    const git: Git = await import('isomorphic-git');
    const { url, ref, token, username } = remote;
    await git.init(where);
    await git.addRemote({ ...where, remote: 'origin', url });
    const fetched = await until(
      signal,
      git.fetch({
        ...where,
        http,
        url,
        remote: 'origin',
        ...(ref === '' ? {} : { ref, remoteRef: ref }),
        depth: 1,
        singleBranch: true,
        tags: false,
        onAuth: () => (token === '' ? { cancel: true } : { username: username || USERNAME, password: token }),
        onAuthFailure: () => ({ cancel: true }),
      }),
    );
    if (!fetched.fetchHead) throw new GitError('missing');
    const { oid } = await git.readCommit({ ...where, oid: fetched.fetchHead });
    return { commit: oid, ...(await until(signal, readTree(git, where, oid))) };
  } catch (error) {
    throw signal.aborted ? new GitError('late', error) : (http.problem() ?? asGitError(error));
  } finally {
    // Also what the library has left half read.
    over.abort();
    await disk.rm(dir, { recursive: true, force: true });
  }
}
