/**
 * The shapes that playbooks have outside of the database. A path is relative, with `/` between its parts and none of them empty, `.` or `..`:
 * whatever writes a row keeps to that (`playbook_files`), so that whoever unpacks them has nothing to decide.
 */
export interface PlaybookFile {
  path: string;
  content: Buffer;
}

/** Names under which a playbook begins, in the order in which they are looked for. */
export const ENTRIES = ['main.yml', 'main.yaml', 'main'] as const;

/** The file that is run: the first of `ENTRIES` that is there. */
export const entryOf = (files: readonly Pick<PlaybookFile, 'path'>[]): string | undefined =>
  ENTRIES.find((name) => files.some(({ path }) => path === name));
