import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createComponentClient, registerComponent } from '@postern/client/component';
import { type AccessKey, CoreError, signedRequest } from '@postern/client/component-request';
import { z } from 'zod';

const keyFile = z.object({ id: z.string().min(1), secret: z.string().min(1) });
const COMPONENT_TYPE = 'koko';
/** Of the component protocol this gateway speaks. */
const VERSION = 'v3.5.2';
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 15_000;
/** Between two questions whether somebody has approved this gateway. */
const WAITING_PAUSE_MS = 2_000;

export interface IdentityOptions {
  coreUrl: string;
  bootstrapToken(): Promise<string>;
  localProof: string | undefined;
  name: string;
  /** What this gateway can open, as `protocol/connect method`: the core offers no other through it. */
  methods: readonly string[];
  /** The core refuses the key that it once gave: what is carried under it has to end. */
  onRefused(): void;
  keyPath: string;
  signal: AbortSignal;
  log: { info(data: object, message: string): void; warn(data: object, message: string): void };
}

/**
 * Who this gateway is to the core: reads its access key, or registers with the bootstrap token, and proves the key
 * works. A key the core does not know any more (401) is replaced; a core that is away is asked again, with growing
 * pauses, until `signal` is aborted (docs/wire/components.md#registering).
 */
export async function establishIdentity(options: IdentityOptions): Promise<AccessKey> {
  let key = await readKey(options.keyPath);
  let announced = false;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    options.signal.throwIfAborted();
    try {
      if (!key) {
        key = await register(options);
        await writeKey(options.keyPath, key);
        options.log.info({ name: options.name }, 'registered with the core');
      }
      const client = createComponentClient(signedRequest(options.coreUrl, key));
      await client.profile();
      if (await client.approved()) return key;
      if (!announced) options.log.warn({ name: options.name }, 'waits until an administrator approves this component (Settings, Terminal)');
      announced = true;
      pause = FIRST_PAUSE_MS;
      await wait(WAITING_PAUSE_MS, undefined, { signal: options.signal });
    } catch (error) {
      if (error instanceof CoreError && error.status === 401 && key) {
        key = undefined;
        options.onRefused();
      }
      options.log.warn({ why: error instanceof Error ? error.message : String(error) }, 'the core did not accept this gateway yet');
      await wait(pause, undefined, { signal: options.signal });
    }
  }
}

async function register({ coreUrl, bootstrapToken, localProof, name, methods }: IdentityOptions): Promise<AccessKey> {
  const proof = { bootstrapToken: await bootstrapToken(), localProof };
  const as = (called: string) =>
    registerComponent(coreUrl, proof, {
      name: called,
      type: COMPONENT_TYPE,
      comment: 'Postern gateway',
      version: VERSION,
      methods,
    });
  let registration: Awaited<ReturnType<typeof as>>;
  try {
    registration = await as(name);
  } catch (error) {
    // The name belongs to an earlier installation of this gateway whose key is gone.
    if (!(error instanceof CoreError) || error.status !== 400) throw error;
    registration = await as(`${name.slice(0, 119)}-${randomBytes(4).toString('hex')}`);
  }
  const { id, secret } = registration.service_account.access_key;
  return { id, secret };
}

async function readKey(path: string): Promise<AccessKey | undefined> {
  try {
    return keyFile.safeParse(JSON.parse(await readFile(path, 'utf8'))).data;
  } catch {
    return undefined;
  }
}

/** Written whole and then renamed, readable by its owner only. */
async function writeKey(path: string, key: AccessKey): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.new`;
  await writeFile(draft, `${JSON.stringify(key)}\n`, { mode: 0o600 });
  await rename(draft, path);
}
