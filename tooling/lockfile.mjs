// Judges package-lock.json, and with --fix repairs what can be:
// - it names no registry host, which would tie every clone to it; integrity hashes are what protects us;
// - it lists every optional dependency. A registry that carries only some platforms' builds makes npm leave the others
//   out, and `npm ci` then refuses the whole file. They are added without a hash; nothing installs them on other systems.
import { readFileSync, writeFileSync } from 'node:fs';

const systems = { android: 'android', darwin: 'darwin', freebsd: 'freebsd', openharmony: 'openharmony', win32: 'win32', windows: 'win32' };
const processors = ['arm64', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x', 'wasm32', 'arm'];

const text = readFileSync('package-lock.json', 'utf8');
const lock = JSON.parse(text);
const packages = lock.packages;
const wrong = [];

for (const [path, entry] of Object.entries(packages)) {
  if (typeof entry.resolved === 'string' && /^[a-z+]+:/i.test(entry.resolved)) wrong.push(`${path} names ${new URL(entry.resolved).host}`);
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    if (!isListed(path, name)) addOptional(path, entry, name, range);
  }
  const isPackage = path.includes('node_modules/') && !entry.link;
  const isOurPlatform = !entry.os || (entry.os.includes('linux') && [entry.cpu].flat().some((cpu) => cpu === 'x64' || cpu === 'arm64'));
  const isOptionalElsewhere = entry.optional && (!isOurPlatform || entry.libc?.includes('musl'));
  if (isPackage && !entry.integrity && !entry.inBundle && !isOptionalElsewhere) wrong.push(`${path} has no integrity hash`);
}

function isListed(path, name) {
  for (let place = path; ; place = place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/')))) {
    if (packages[`${place ? `${place}/` : ''}node_modules/${name}`]) return true;
    if (place === '' || !place.includes('node_modules/')) return Boolean(packages[`node_modules/${name}`]);
  }
}

function addOptional(path, parent, name, range) {
  const words = name.split(/[/-]/);
  const cpu = processors.find((word) => words.includes(word));
  const system = Object.keys(systems).find((word) => words.includes(word));
  const version = /^[~^]?(\d+\.\d+\.\d+\S*)$/.exec(range)?.[1];
  if (!version || (!system && !cpu)) {
    wrong.push(`${path} wants ${name}@${range}, which is not listed`);
    return;
  }
  const known = { version, ...(cpu ? { cpu: [cpu] } : {}), ...(parent.dev ? { dev: true } : {}) };
  const libc = words.some((word) => word.startsWith('musl')) ? { libc: ['musl'] } : {};
  packages[`node_modules/${name}`] = { ...known, ...libc, optional: true, os: [system ? systems[system] : 'linux'] };
  if (!process.argv.includes('--fix')) wrong.push(`${path} wants ${name}@${range}, which is not listed`);
}

if (process.argv.includes('--fix')) {
  const [root, ...rest] = Object.entries(packages);
  const sorted = rest.sort(([a], [b]) => a.localeCompare(b, 'en'));
  lock.packages = Object.fromEntries([root, ...sorted]);
  writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
}
for (const line of wrong) process.stdout.write(`${line}\n`);
process.exitCode = wrong.length === 0 ? 0 : 1;
