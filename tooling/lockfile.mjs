// A lockfile that names a registry's host ties every clone to that host. Integrity hashes are what protects us.
import { readFileSync } from 'node:fs';

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const wrong = Object.entries(packages).flatMap(([path, entry]) => {
  if (typeof entry.resolved === 'string' && /^[a-z+]+:/i.test(entry.resolved)) return [`${path} names ${new URL(entry.resolved).host}`];
  const isPackage = path.includes('node_modules/') && !entry.link;
  return isPackage && !entry.integrity && !entry.inBundle ? [`${path} has no integrity hash`] : [];
});
for (const line of wrong) process.stdout.write(`${line}\n`);
process.exitCode = wrong.length === 0 ? 0 : 1;
