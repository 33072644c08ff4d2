/** What one playbook may hold: it is checked, stored and unpacked as a whole. */

export const MAX_FILE = 1024 * 1024;
export const MAX_FILES = 1_000;
export const MAX_BYTES = 10 * 1024 * 1024;
/** Playbooks that one person keeps in an organisation. */
export const MAX_KEPT = 500;
