import { type ZipEntry, zipOf } from './workbooks.ts';

export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Parts of a package of a remote application, by their name in its folder. */
export type PackageParts = Readonly<Record<string, string | Buffer | undefined>>;

/** A package as people upload them; parts that are undefined are left out. */
export function appletPackage(name: string, parts: PackageParts = {}, more: readonly ZipEntry[] = []): Buffer {
  const given: PackageParts = {
    'manifest.yml': `name: ${name}\ndisplay_name: "{{ 'shown' | trans }}"\nversion: 0.2\nauthor: Tests\ntype: web\nprotocols: [http]\ntags: [browser]\ni18n:\n  shown:\n    en: A browser\n    zh: 浏览器\n`,
    'setup.yml': 'type: manual\n',
    'icon.png': PNG,
    'README.md': '# Words\n',
    'main.py': 'print(1)\n',
    ...parts,
  };
  const entries = Object.entries(given).flatMap(([part, data]) => (data === undefined ? [] : [{ name: `${name}/${part}`, data }]));
  return zipOf([...entries, ...more]);
}
