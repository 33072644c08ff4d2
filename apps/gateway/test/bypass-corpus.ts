// biome-ignore-all lint/suspicious/noTemplateCurlyInString: words of a shell are the subject here
import { gzipSync } from 'node:zlib';

/**
 * Ways of running a forbidden command past a filter that reads text, by class (docs/command-filters.md). The filter
 * forbids `marker-run` by name and `wipe now` as two words. Every attempt runs one of them when there is no filter; the
 * test makes sure of that too, so that none counts as caught for being wrong.
 */
export interface Attempt {
  /** What is typed, chunk by chunk, with a pause after each. On a channel without a terminal: the command. */
  keys: readonly string[];
  /** `exec`: a command without a terminal; `exec-terminal`: a command on a terminal; else typed into a shell. */
  via?: 'exec' | 'exec-terminal';
  /** Handed to a command without a terminal. */
  stdin?: string | Buffer;
}

export interface AttemptClass {
  title: string;
  /** All of them are caught, and the test holds us to it. */
  claimed: boolean;
  attempts: readonly (string | Attempt)[];
}

const ENTER = '\r';
const UP = '\x1b[A';
const LEFT = '\x1b[D';
const HOME = '\x1b[H';
const DEL = '\x7f';
/** A while in which nothing is typed. */
const LATER: readonly string[] = Array.from({ length: 12 }, () => '');
const keys = (...parts: string[]): Attempt => ({ keys: parts });
/** Key by key, as fingers do. */
const fingers = (...parts: string[]): Attempt => ({ keys: parts.flatMap((part) => (part.startsWith('\x1b') ? [part] : [...part])) });
const exec = (command: string, stdin: string | Buffer = ''): Attempt => ({ via: 'exec', keys: [command], stdin });
const onTerminal = (command: string): Attempt => ({ via: 'exec-terminal', keys: [command] });

/** The shell looks for the ends of words after `env` for a while. */
const SLOW = '_s() { sleep 0.4; COMPREPLY=($(compgen -c -- "$2")); }; complete -F _s env';

/** A plain string is typed at once, with Enter behind it. `$D` is the folder with the programs of the test. */
export const CORPUS: readonly AttemptClass[] = [
  {
    title: 'As it is',
    claimed: true,
    attempts: [
      'marker-run',
      '   marker-run',
      'marker-run some arguments',
      'wipe now',
      'wipe \t now',
      fingers('marker-run', ENTER),
      fingers('wipe  now', ENTER),
      '"$D"/marker-run',
      './marker-run',
      './//./marker-run',
      'marker-run # a comment',
    ],
  },
  {
    title: 'Behind other words',
    claimed: true,
    attempts: [
      'command marker-run',
      'exec marker-run',
      'env marker-run',
      'env -i MARK="$MARK" ./marker-run',
      'nohup marker-run >/dev/null 2>&1',
      'nice -n 5 marker-run',
      'time marker-run',
      '! marker-run',
      'timeout 5 marker-run',
      'X=1 marker-run',
      'setsid marker-run',
      'xargs -n1 marker-run </dev/null',
      'find . -maxdepth 0 -exec marker-run \\;',
    ],
  },
  {
    title: 'Beside other commands',
    claimed: true,
    attempts: [
      'true; marker-run',
      'true && marker-run',
      'false || marker-run',
      'true | marker-run',
      'marker-run & wait',
      'if true; then marker-run; fi',
      'for i in 1; do marker-run; done',
      'while marker-run; do break; done',
      'case x in x) marker-run;; esac',
      '>/dev/null marker-run',
    ],
  },
  {
    title: 'In subshells and substitutions',
    claimed: true,
    attempts: [
      '(marker-run)',
      '{ marker-run; }',
      'echo $(marker-run)',
      'echo `marker-run`',
      'cat <(marker-run)',
      'sh -c marker-run',
      "sh -c 'wipe now'",
      "bash -c 'bash -c marker-run'",
      'eval marker-run',
      'echo marker-run | sh',
      'sh <<< marker-run',
      'coproc marker-run; wait',
      'trap marker-run EXIT; exit',
    ],
  },
  {
    title: 'Quoted',
    claimed: true,
    attempts: [
      "'marker-run'",
      '"marker-run"',
      "mark''er-run",
      'mark""er-run',
      '\'mark\'er-"run"',
      'mark\\er-run',
      '\\m\\a\\r\\k\\e\\r\\-\\r\\u\\n',
      '"mark"\'er\'-r\\un',
      "$'marker-run'",
      "$'\\x6darker-run'",
      "$'\\155arker-run'",
      "$'mark\\u0065r-run'",
      '$"marker-run"',
      "'wipe' 'now'",
      'wipe   "now"',
      'sh -c "mark\\"\\"er-run"',
      'sh -c \'mark""er-run\'',
      'eval "mark\'\'er-run"',
    ],
  },
  {
    title: 'Blanks and braces of the shell',
    claimed: true,
    attempts: [
      'wipe${IFS}now',
      'wipe$IFS"now"',
      'sh -c "wipe\\${IFS}now"',
      '{wipe,now}',
      'mark{er-run,} 2>/dev/null',
      '{marker-run,}',
      'mark{er,}-run 2>/dev/null',
      '{wipe,now,again}',
    ],
  },
  {
    title: 'Edited while typing',
    claimed: true,
    attempts: [
      fingers('markker', DEL, DEL, DEL, 'er-run', ENTER),
      fingers('arker-run', HOME, 'm', ENTER),
      fingers('arker-run', '\x01', 'm', '\x05', ENTER),
      fingers('marker-rn', LEFT, 'u', ENTER),
      fingers('echo marker-run', '\x01', '\x1bd', ENTER),
      fingers('run', '\x01', 'marker-', ENTER),
      fingers('marker-run', '\x15', '\x19', ENTER),
      fingers('echo x', '\x17', '\x17', 'marker-run', ENTER),
      fingers('amrker-run', '\x01', '\x06', '\x14', ENTER),
      fingers('marker-Run', LEFT, LEFT, LEFT, '\x1bl', ENTER),
      fingers('marker-ru', '\x16', 'n', ENTER),
      fingers('true', '\x0b', '\x15', 'marker-run', '\x0c', ENTER),
      fingers('x marker-run', '\x01', '\x04', '\x04', ENTER),
      fingers('marker-run', '\x0a'),
      fingers('marker-run', '\x0f'),
      keys('markerx', DEL, '-run', ENTER),
    ],
  },
  {
    title: 'Completed by the shell',
    claimed: true,
    attempts: [
      keys('marker-r', '\t', ENTER),
      keys('./mark', '\t', ENTER),
      fingers('mark', '\t', ENTER),
      keys('./wip', '\t', 'no', 'w', ENTER),
      // A completion that takes its time (a network drive, a busy machine): Enter is there long before it.
      keys(SLOW, ENTER, 'env mark\t\r'),
      keys(SLOW, ENTER, 'env mark', '\t', ENTER),
      keys(SLOW, ENTER, 'env ma\x7fark\t', '\r'),
      keys(SLOW, ENTER, 'env mark\t -u X\r'),
    ],
  },
  {
    title: 'Recalled from the history, on the screen',
    claimed: true,
    attempts: [
      keys('history -c; history -r past', ENTER, UP, ENTER),
      keys('history -c; history -r past', ENTER, '\x10', ENTER),
      keys('history -c; history -r past', ENTER, '\x12', 'mark', ENTER),
      keys('history -c; history -r past', ENTER, UP, LEFT, '\x05', ENTER),
      keys('history -c; history -r past; shopt -s histverify', ENTER, '!mark', ENTER, ENTER),
      keys('history -c; history -r past', ENTER, '!mark', '\x1b^', ENTER),
      // Typed ahead: the terminal shows the key itself until the shell is back.
      keys('history -c; history -r past', ENTER, `sleep 1\r${UP}${UP}\r`, ...LATER, ...LATER),
      keys('history -c; history -r past', ENTER, 'sleep 1\r', UP, UP, ENTER, ...LATER, ...LATER),
      keys('history -c; history -r past', ENTER, 'sleep 1\r\x10\x10\r', ...LATER, ...LATER),
    ],
  },
  {
    title: 'Pasted',
    claimed: true,
    attempts: [
      'true\rmarker-run',
      'true\nmarker-run',
      'echo a\recho b\recho c\rmarker-run\recho d',
      '\x1b[200~marker-run\x1b[201~',
      '\x1b[200~true\nmarker-run\x1b[201~',
      keys('\x1b[200~mar', 'ker-run\x1b[201~', ENTER),
      keys('\x1b[200~marker-run\x1b[201~', ENTER),
      keys('mar\x1b[200~ker\x1b[201~', '-run', ENTER),
      'sleep 0.3\rmarker-run',
      keys('cat >/dev/null', ENTER, 'marker-run', ENTER, '\x04', 'marker-run', ENTER),
    ],
  },
  {
    title: 'Over several lines',
    claimed: true,
    attempts: [
      'marker-\\\rrun',
      'wipe \\\r now',
      'm\\\ra\\\rr\\\rk\\\re\\\rr-run',
      'sh <<END\rmarker-run\rEND',
      'sh <<END\rmark\\\rer-run\rEND',
      "cat > $D/own-$$ <<'END'\rmarker-run\rEND\rsh $D/own-$$",
      'echo "\rmarker-run" | sh',
      'if true\rthen\rmarker-run\rfi',
      'wipe \\\r\\\rnow',
    ],
  },
  {
    title: 'Under another name',
    claimed: true,
    attempts: [
      'alias x=marker-run\rx',
      'alias x=\'mark""er-run\'\rx',
      'x() { marker-run; }\rx',
      'ln -sf marker-run $D/else; $D/else',
      'cp marker-run $D/copy; $D/copy',
      'x=marker-run; $x',
      'hash -p $D/marker-run zz; zz',
    ],
  },
  {
    title: 'In programs that read lines',
    claimed: true,
    attempts: [
      'sh\rmarker-run',
      keys('cat | sh', ENTER, 'marker-run', ENTER, '\x04'),
      'awk \'BEGIN{system("marker-run")}\'',
      'perl -e \'system("marker-run")\'',
      'liner\r!marker-run',
    ],
  },
  {
    title: 'In programs that take the whole screen',
    claimed: true,
    attempts: [
      keys('screener', ENTER, ':!marker-run', ENTER),
      keys('screener', ENTER, ':!mark', 'ex', DEL, DEL, 'er-run', ENTER),
      keys('screener', ENTER, '\x1b:!marker-run', ENTER),
      keys("printf '\\033[?1049h'", ENTER, 'marker-run', ENTER),
      keys('tput smcup', ENTER, 'marker-run', ENTER),
      keys("printf '\\033[?47h'", ENTER, "mark''er-run", ENTER),
      keys('history -c; history -r past; tput smcup', ENTER, UP, ENTER),
      keys('tput smcup', ENTER, 'arker-run', HOME, 'm', ENTER),
      keys('tput smcup', ENTER, `marker-run; : ${'x'.repeat(9000)}`, ENTER),
      keys('tput smcup', ENTER, './mark', '\t', ENTER),
      keys('(sleep 0.4; tput smcup) &', ENTER, 'marker-', ...LATER, 'run', ENTER),
      keys('tput smcup; (sleep 0.4; tput rmcup) &', ENTER, 'marker-', ...LATER, 'run', ENTER),
      keys('(sleep 0.4; tput smcup; tput rmcup) &', ENTER, 'marker-', ...LATER, 'run', ENTER),
      keys('holder', ENTER, 'marker-run;', ENTER, 'true', ENTER),
    ],
  },
  {
    title: 'With the echo switched off',
    claimed: true,
    attempts: [
      keys('stty -echo', ENTER, 'marker-run', ENTER),
      keys('stty -echo', ENTER, "mark''er-run", ENTER),
      keys('history -c; history -r past; stty -echo', ENTER, UP, ENTER),
      keys('stty -echo', ENTER, 'arker-run', HOME, 'm', ENTER),
      keys('history -c; history -r past; stty -echo; tput smcup', ENTER, UP, ENTER),
    ],
  },
  {
    title: 'Long and wrapped lines',
    claimed: true,
    attempts: [
      `: ${'x'.repeat(200)}; marker-run`,
      `: ${'x'.repeat(71)}; marker-run`,
      keys(`: ${'x'.repeat(150)}; arker-run`, LEFT.repeat(9), 'm', ENTER),
      `: ${'x'.repeat(3900)}; marker-run`,
      `: ${'x'.repeat(5000)}; marker-run`,
      `marker-run; : ${'x'.repeat(30_000)}`,
    ],
  },
  {
    title: 'Other letters and controls around it',
    claimed: true,
    attempts: [
      fingers('marke', 'e\u0301', DEL, 'r-run', ENTER),
      fingers('日本', DEL, DEL, 'marker-run', ENTER),
      fingers('é', DEL, 'marker-run', ENTER),
      ': 日本語; marker-run',
      ': 🚪; marker-run',
      keys('\x1b[200~\x1b[201~marker-run', ENTER),
      keys('marker-run', '\x1b[1;5C', ENTER),
      keys('\x13', 'marker-run', '\x11', ENTER),
      keys('true', '\x03', 'marker-run', ENTER),
    ],
  },
  {
    title: 'With keys that were given another meaning',
    claimed: true,
    attempts: [
      keys('bind \'"zz": "mark\\145r-run"\'', ENTER, 'zz', ENTER),
      keys('bind \'"\\C-?": ""\'', ENTER, `marker-run;${DEL.repeat(11)}true`, ENTER),
      keys('bind \'"\\C-u": ""\'', ENTER, 'marker-run;\x15true', ENTER),
    ],
  },
  {
    title: 'Commands without a terminal',
    claimed: true,
    attempts: [
      exec('marker-run'),
      exec('true; wipe   now'),
      exec("mark''er-run"),
      exec('sh -c "marker-run"'),
      exec('marker-\\\nrun'),
      exec('true\nmarker-run'),
      exec('wipe${IFS}now'),
    ],
  },
  {
    title: 'Read from the input of a command',
    claimed: true,
    attempts: [
      exec('sh', 'marker-run\n'),
      exec('bash -s', 'wipe now\n'),
      exec('cat > own; sh own', 'marker-run\n'),
      exec('/bin/bash', 'true\nmarker-run\n'),
      exec('env bash', 'marker-run'),
      exec('bash', 'mark""er-run\n'),
      exec('bash', 'marker-\\\nrun\n'),
      exec('bash', 'mark\0er-run\n'),
      exec('bash', `: ${'x'.repeat(100_000)}; marker-run\n`),
      exec('bash <<< "$(cat)"', 'marker-run\n'),
      exec('while read -r l; do $l; done', 'marker-run\n'),
      exec('xargs -n1 env', 'marker-run\n'),
      exec("perl -ne 'chomp; system($_)'", 'marker-run\n'),
      exec('sh -c "$(cat)"', 'wipe now'),
    ],
  },
  {
    title: 'Commands on a terminal of their own',
    claimed: true,
    attempts: [onTerminal('marker-run'), onTerminal('true; wipe now'), onTerminal("mark''er-run")],
  },
  {
    title: 'Expanded from the history after Enter',
    claimed: false,
    attempts: [
      keys('history -c; history -r past', ENTER, '!mark', ENTER),
      keys('history -c; history -r past', ENTER, '!1', ENTER),
      keys('history -c; history -r past', ENTER, '!?ker', ENTER),
      keys('history -c; history -r past', ENTER, 'fc -s mark', ENTER),
    ],
  },
  {
    title: 'Put together from variables',
    claimed: false,
    attempts: [
      'a=marker-; ${a}run',
      'a=mark b=er-run; $a$b',
      'a=nur-rekram; for ((i=${#a}-1;i>=0;i--)); do b+=${a:i:1}; done; $b',
      'a=xmarker-run; ${a:1}',
      'a=marker_run; ${a//_/-}',
      'mark$@er-run',
      'mark$(true)er-run',
      'mark``er-run',
      'a=(mark er-run); IFS=; "${a[*]}"',
      'printf -v a %s%s mark er-run; $a',
      'a=mark; read -r b; $a$b\rer-run',
    ],
  },
  {
    title: 'Found by a pattern of the shell',
    claimed: false,
    attempts: ['./mark?r-run', './m*er-run', './marke[r]-run', '$D/*-run'],
  },
  {
    title: 'Computed by a program',
    claimed: false,
    attempts: [
      'echo bWFya2VyLXJ1bgo= | base64 -d | sh',
      "echo nur-rekram | perl -lpe '$_=reverse' | sh",
      "printf '\\155arker-run' | sh",
      "echo znexre-eha | tr 'a-z' 'n-za-m' | sh",
      'perl -e \'system(join "-", "marker", "run")\'',
      'awk \'BEGIN{system("marker" "-run")}\'',
      '$(printf %s-%s marker run)',
      `eval "$(perl -e 'print pack("H*","6d61726b65722d72756e")')"`,
    ],
  },
  {
    title: 'Written in a file beforehand',
    claimed: false,
    attempts: ['sh script', '. ./script', './script', 'sh < script', exec('sh script')],
  },
  {
    title: 'Encoded in the input of a command',
    claimed: false,
    attempts: [
      exec('base64 -d | sh', 'bWFya2VyLXJ1bgo='),
      exec('gunzip | sh', gzipSync('marker-run\n')),
      exec("tr 'n-za-m' 'a-z' | sh", 'znexre-eha\n'),
    ],
  },
  {
    title: 'Entered by a key that types Enter itself',
    claimed: false,
    attempts: [keys('bind \'"zz": "mark\\145r-run\\C-m"\'', ENTER, 'zz'), keys('bind -x \'"\\C-g": . ./script\'', ENTER, '\x07')],
  },
  {
    title: 'Drawn over by the target',
    claimed: false,
    attempts: [
      keys("(sleep 0.6; printf '\\r\\033[Kweb$ true') &", ENTER, 'arker-run', HOME, 'm', ...LATER, ENTER),
      keys("bind 'set horizontal-scroll-mode on'", ENTER, `arker-run; : ${'x'.repeat(150)}`, HOME, 'm', '\x05', ENTER),
    ],
  },
  {
    // A Tab is text for most programs that read lines, so it is not refused; the shell that reads it later completes the word.
    title: 'Typed ahead, and completed by the shell later',
    claimed: false,
    attempts: [keys('sleep 1\rmark\t\r', ...LATER, ...LATER), keys('sleep 1\r./wip\tnow\r', ...LATER, ...LATER)],
  },
];
