/** Names of the parts of a package: each has to be one file, in one place, on every machine that unpacks it, Windows before all. */

/** Characters of a path that hosts bear below the folder they unpack in (Windows: 260 with it). */
const MAX_PATH = 180;

/** Absolute, with a drive, a backslash or a control character, or with a step that leads nowhere or out. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: names with control characters are refused
const OUTSIDE = /^[/\\]|[\\:\u0000-\u001f\u007f]|(^|\/)\.{1,2}(\/|$)|\/\//;
/** Devices, whatever stands behind the dot, and what Windows drops or does not take ("Naming Files, Paths, and Namespaces"). */
const RESERVED = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])(\..*)?$/i;
const NOT_ON_WINDOWS = /[<>"|?*]|[. ]$|^ /;

/** Letters that look alike in another writing direction would show a name as another. */
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffd]/u;

/** Why a name is not taken; undefined when it is. */
export function badName(name: string): 'outside' | 'windows' | undefined {
  if (OUTSIDE.test(name)) return 'outside';
  const steps = name.replace(/\/$/, '').split('/');
  const bad = steps.some((step) => RESERVED.test(step.trimEnd()) || NOT_ON_WINDOWS.test(step) || INVISIBLE.test(step));
  return bad || name.length > MAX_PATH || !name.isWellFormed() ? 'windows' : undefined;
}

/** One name for all that Windows or macOS take for the same: capitals and composed letters tell nothing there. */
const folded = (name: string): string => name.normalize('NFKC').toLowerCase().toUpperCase();

/**
 * The name of a part that lies where another does: the same name, one that differs in capitals alone, or a file where a folder is.
 * @param parts in their order; a folder ends in a slash
 */
export function twice(parts: readonly { name: string; directory: boolean }[]): string | undefined {
  const files = new Set<string>();
  const seen = new Set<string>();
  const folders = new Map<string, string>();
  for (const { name, directory } of parts) {
    const steps = folded(name.replace(/\/$/, '')).split('/');
    const whole = steps.join('/');
    if (seen.has(whole)) return name;
    seen.add(whole);
    if (!directory) files.add(whole);
    const above = directory ? steps.length : steps.length - 1;
    for (let at = 1; at <= above; at += 1) folders.set(steps.slice(0, at).join('/'), name);
  }
  for (const [folder, name] of folders) if (files.has(folder)) return name;
  return undefined;
}
