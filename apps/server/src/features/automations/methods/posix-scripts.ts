/**
 * The commands that run on Unix machines. Each is a constant: whoever the account is and whatever its secret, the machine
 * gets the same words, and everything else comes line by line on standard input behind the line `POSTERN`. So there is
 * nothing to quote, and no secret shows in a list of processes. (Answers a password that sudo or su did not ask for, too:
 * it stands before that line and is passed over.)
 */

/** Line before the data. */
export const MARK = 'POSTERN';

/** Whoever comes by su keeps the path of an ordinary user, without the administrator's programs. */
const FIND = 'PATH="$PATH:/usr/sbin:/sbin"; export PATH';
const SKIP = `${FIND}; while IFS= read -r l; do [ "$l" = ${MARK} ] && break; done`;

/** A script as one word inside double quotes of another one; ours hold no single quotes, so the outermost fits between those. */
const inDouble = (script: string): string => script.replace(/[\\"$`]/g, '\\$&');
const whole = (script: string): string => `/bin/sh -c '${script}'`;

const CHPASSWD = `${SKIP}; exec chpasswd`;

/** Rewrites the list of keys as its owner, so that a link in somebody's home leads nowhere the owner could not go. */
const OWN_KEYS = [
  'IFS= read -r how && IFS= read -r key || exit 90',
  'umask 077',
  'mkdir -p "$HOME/.ssh" && cd "$HOME/.ssh" || exit 92',
  't=$(mktemp ./authorized_keys.XXXXXX) || exit 92',
  '[ -e authorized_keys ] && case "$how" in add) grep -vxF -e "$key" authorized_keys;; set_jms) grep -v " postern-managed$" authorized_keys;; esac > "$t"',
  '[ $? -le 1 ] && printf "%s\\n" "$key" >> "$t" && mv -f "$t" authorized_keys || { rm -f "$t"; exit 93; }',
].join('; ');
const KEYS = `${SKIP}; IFS= read -r user || exit 90; exec su -s /bin/sh "$user" -c "${inDouble(OWN_KEYS)}"`;

/** Makes an account unless it is there. A line each: name, shell, home, groups; all but the first may be empty. */
const CREATE = [
  SKIP,
  'IFS= read -r user && IFS= read -r shell && IFS= read -r home && IFS= read -r groups || exit 90',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: shell, not ours
  'id -u -- "$user" >/dev/null 2>&1 || useradd -m ${shell:+-s "$shell"} ${home:+-d "$home"} -- "$user" || exit 94',
  '[ -z "$groups" ] || usermod -a -G "$groups" -- "$user" || exit 95',
].join('; ');

/**
 * Lets an account use sudo. A line each: name of the file, the rule. The rule is judged by visudo while it has a name that
 * sudo passes over (it holds a dot), and takes its place whole or not at all.
 */
const SUDOERS = [
  SKIP,
  'IFS= read -r name && IFS= read -r rule || exit 90',
  'd=/etc/sudoers.d; [ -d "$d" ] || d=/usr/local/etc/sudoers.d; [ -d "$d" ] || exit 97',
  'umask 077; t=$(mktemp "$d/.postern.XXXXXX") || exit 97',
  'printf "%s\\n" "$rule" > "$t" && chmod 0440 "$t" && visudo -cf "$t" >&2 && mv -f "$t" "$d/$name" || { rm -f "$t"; exit 98; }',
].join('; ');

/** Who there is with a shell, and who was there last. */
const GATHER = 'getent passwd 2>/dev/null || cat /etc/passwd || exit 96; echo POSTERN-LAST; LC_ALL=C lastlog 2>/dev/null; exit 0';

/**
 * What the machine is, in sections of its own words, each bounded: firmware, kernel, distribution, processors, memory, disks.
 * On systems without /proc and /sys, sysctl and df say it. Nothing is missing that a plain user may not read; a serial
 * number shows to root only.
 */
const FACTS = [
  SKIP,
  'LC_ALL=C; export LC_ALL',
  'echo POSTERN-DMI; for f in sys_vendor product_name product_serial; do printf "%s=" "$f"; head -c 256 "/sys/class/dmi/id/$f" 2>/dev/null | head -n 1; echo; done',
  'echo POSTERN-UNAME; uname -s; uname -r; uname -m',
  'echo POSTERN-OS; head -c 4096 /etc/os-release 2>/dev/null; sw_vers 2>/dev/null | head -c 1024',
  'echo POSTERN-CPU; lscpu 2>/dev/null | head -c 8192',
  'echo POSTERN-CPUINFO; grep -E "^(processor|model name|physical id|cpu cores)" /proc/cpuinfo 2>/dev/null | head -c 262144',
  'echo POSTERN-SYSCTL; sysctl hw.model hw.ncpu hw.physmem hw.memsize machdep.cpu.brand_string 2>/dev/null | head -c 2048',
  'echo POSTERN-MEMORY; head -n 1 /proc/meminfo 2>/dev/null',
  'echo POSTERN-BLOCK; for d in /sys/block/*; do [ -r "$d/size" ] && printf "%s " "$d" && head -n 1 "$d/size"; done 2>/dev/null | head -c 16384',
  'echo POSTERN-DF; df -kP / 2>/dev/null | tail -n 1 | head -c 512',
  'exit 0',
].join('; ');

/** Says only that somebody came this far. */
const PROBE = `${SKIP}; exit 0`;

const SCRIPTS = { probe: PROBE, password: CHPASSWD, keys: KEYS, create: CREATE, sudoers: SUDOERS, gather: GATHER, facts: FACTS } as const;
export type ScriptName = keyof typeof SCRIPTS;

/** As the login itself, through sudo (unless it is root already), or through su to a name that is read first. */
export type Privilege = 'plain' | 'sudo' | 'su';

const WRAPPERS: Readonly<Record<Privilege, (script: string) => string>> = {
  plain: whole,
  sudo: (script) =>
    whole(`[ "$(id -u)" = 0 ] && exec /bin/sh -c "${inDouble(script)}"; exec sudo -k -S -p "" -- /bin/sh -c "${inDouble(script)}"`),
  su: (script) => whole(`IFS= read -r admin || exit 90; exec su "$admin" -c "${inDouble(script)}"`),
};

/** The command for a script with such a privilege. */
export const commandOf = (name: ScriptName, privilege: Privilege): string => WRAPPERS[privilege](SCRIPTS[name]);
