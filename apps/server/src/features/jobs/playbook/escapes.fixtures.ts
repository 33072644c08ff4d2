/**
 * Ways out of a playbook that were thought of, as data. Each is run by the same Ansible twice: plainly, where it must work, and in the sandbox, where it must
 * not (escapes.test.ts). In the texts `@SECRET@` is a file of the worker's machine with the canary in it, `@LIST@` a folder with a file that is called so,
 * `@HIT@` a file that is not there, `@YAML@`, `@PLAY@`, `@ROLE@`, `@TAR@`, `@SCRIPT@` and `@PARTS@` files of the machine that give the canary away, `@PORT@` and
 * `@SOCK@` answer with it, `@PID@` has it in its environment, and `@A@` and `@B@` are its halves.
 */
export interface Escape {
  name: string;
  /** What shows that it worked; usually that the canary was printed, or `@HIT@` is there. */
  shows?: RegExp | 'hit' | 'killed';
}

/** Tasks of one play; all of these are run in one process. */
export interface TaskEscape extends Escape {
  tasks: readonly Readonly<Record<string, unknown>>[];
}
/** Plays of their own in the same process. */
export interface PlayEscape extends Escape {
  play: Readonly<Record<string, unknown>>;
}
/** What refuses a playbook as a whole, or its files matter: a process each. */
export interface FileEscape extends Escape {
  files: Readonly<Record<string, string>>;
}

const says = (expression: string): Readonly<Record<string, unknown>>[] => [{ debug: { msg: `{{ ${expression} }}` } }];
/** Code in a template: Ansible's templates are no wall. */
const code = (python: string) => says(`lipsum.__globals__.__builtins__.${python}`);
const sh = (line: string) => [{ vars: { line }, debug: { msg: '{{ lipsum.__globals__.os.popen(line).read() }}' } }];
/** Whoever runs this and where: the environment of the machine that is reached has no canary. */
const ENV = { command: 'printenv POSTERN_CANARY' };
const READ = 'cat @SECRET@';

const lookups: TaskEscape[] = [
  { name: 'lookup pipe', tasks: says(`lookup('pipe', '${READ}')`) },
  { name: 'query pipe', tasks: says(`query('pipe', '${READ}')`) },
  { name: 'q pipe', tasks: says(`q('pipe', '${READ}')`) },
  { name: 'a lookup by its full name', tasks: says(`lookup('ansible.builtin.pipe', '${READ}')`) },
  { name: 'a lookup whose name is put together', tasks: says(`lookup('pi' ~ 'pe', '${READ}')`) },
  { name: 'a lookup named by a variable', tasks: [{ vars: { way: 'pipe' }, debug: { msg: `{{ lookup(way, '${READ}') }}` } }] },
  { name: 'a lookup inside of another', tasks: says(`lookup('vars', 'none', default=lookup('pipe', '${READ}'))`) },
  { name: 'with_pipe', tasks: [{ debug: { msg: '{{ item }}' }, with_pipe: READ }] },
  { name: 'with_lines', tasks: [{ debug: { msg: '{{ item }}' }, with_lines: READ }] },
  { name: 'lookup lines', tasks: says(`lookup('lines', '${READ}')`) },
  { name: 'lookup file', tasks: says(`lookup('file', '@SECRET@')`) },
  { name: 'with_file', tasks: [{ debug: { msg: '{{ item }}' }, with_file: ['@SECRET@'] }] },
  { name: 'lookup first_found', tasks: says(`lookup('file', lookup('first_found', ['@SECRET@']))`) },
  { name: 'lookup template', tasks: says(`lookup('template', '@SECRET@')`) },
  { name: 'lookup fileglob', tasks: says(`lookup('fileglob', '@LIST@/*')`) },
  { name: 'lookup env', tasks: says(`lookup('env', 'POSTERN_CANARY')`) },
  { name: 'lookup url', tasks: says(`lookup('url', 'http://127.0.0.1:@PORT@/')`) },
  { name: 'lookup csvfile', tasks: says(`lookup('csvfile', 'key', file='@SECRET@.csv', delimiter=',', col=1)`) },
  { name: 'lookup ini', tasks: says(`lookup('ini', 'key', section='all', file='@SECRET@.ini')`) },
  { name: 'lookup password', tasks: says(`lookup('password', '@SECRET@')`) },
  { name: 'lookup unvault', tasks: says(`lookup('unvault', '@SECRET@')`) },
  { name: 'lookup config', tasks: says(`lookup('config', 'DEFAULT_VAULT_IDENTITY')`) },
  { name: 'a condition that looks up', tasks: [{ debug: { msg: "{{ '@A@' ~ '@B@' }}" }, when: `lookup('pipe', '${READ}') | length > 5` }] },
];

const templates: TaskEscape[] = [
  { name: 'code in a template reads a file', tasks: code(`open('@SECRET@').read()`) },
  { name: 'its environment', tasks: code(`open('/proc/self/environ').read()`) },
  { name: 'the environment of another process', tasks: code(`open('/proc/@PID@/environ').read()`) },
  { name: 'the environment of all processes', tasks: sh('cat /proc/[0-9]*/environ 2>/dev/null | grep -az POSTERN_CANARY | head -c 4000') },
  { name: 'the passwords of the machine', tasks: code(`open('/etc/shadow').read()`), shows: /root:[^\s:]*:\d+:/ },
  { name: 'writes outside', tasks: code(`open('@HIT@', 'w').write('x')`), shows: 'hit' },
  {
    name: 'asks a port of the machine',
    tasks: sh('python3 -c "import urllib.request as u; print(u.urlopen(\'http://127.0.0.1:@PORT@/\').read())"'),
  },
  {
    name: 'asks a socket of the machine',
    tasks: sh('python3 -c "import socket; s = socket.socket(1); s.connect(\'@SOCK@\'); print(s.recv(99))"'),
  },
  { name: 'lists a folder', tasks: sh('ls @LIST@') },
  { name: 'finds it wherever it is', tasks: sh('find / -xdev -name "@A@*" 2>/dev/null; ls /proc/*/root@LIST@ 2>/dev/null') },
  { name: 'ends another process', tasks: sh('kill -9 @PID@'), shows: 'killed' },
  {
    name: 'holds another process',
    tasks: sh(`python3 -c "import ctypes; print('@A@' + '@B@' if ctypes.CDLL(None).ptrace(16, @PID@, 0, 0) == 0 else 'no')"`),
  },
  { name: 'becomes somebody else', tasks: sh(`python3 -c "import os; os.setuid(65534); print('@A@' + '@B@')"`) },
  { name: 'makes namespaces', tasks: sh('unshare -Ur echo @A@""@B@') },
  { name: 'mounts', tasks: sh('mkdir -p /tmp/pm@PID@ && mount -t tmpfs none /tmp/pm@PID@ && umount /tmp/pm@PID@ && echo @A@""@B@') },
  { name: 'has another root', tasks: sh(`python3 -c "import os; os.chroot('/tmp'); print('@A@' + '@B@')"`) },
  {
    name: 'starts processes without end',
    tasks: sh(
      `python3 -c "import subprocess as s; p = [s.Popen(['sleep', '9']) for _ in range(80)]; print('@A@' + '@B@'); [q.kill() for q in p]"`,
    ),
  },
  { name: 'fills the disk', tasks: sh('head -c 80000000 /dev/zero > /tmp/pd@PID@ && echo @A@""@B@; rm -f /tmp/pd@PID@') },
  { name: 'takes memory', tasks: sh(`python3 -c "x = bytearray(1500000000); print('@A@' + '@B@')"`) },
  { name: 'leaves a timer to the machine', tasks: sh('mkdir -p @LIST@/../cron && echo x > @HIT@'), shows: 'hit' },
];

const places: TaskEscape[] = [
  { name: 'delegate_to localhost', tasks: [{ ...ENV, delegate_to: 'localhost' }] },
  { name: 'delegate_to 127.0.0.1', tasks: [{ ...ENV, delegate_to: '127.0.0.1' }] },
  { name: 'delegate_to by a variable', tasks: [{ ...ENV, vars: { where: 'localhost' }, delegate_to: '{{ where }}' }] },
  { name: 'local_action', tasks: [{ local_action: 'command printenv POSTERN_CANARY' }] },
  { name: 'local_action with an escaped letter', tasks: [{ 'l@u006f@cal_action': 'command printenv POSTERN_CANARY' }] },
  { name: 'delegate_to with escaped letters', tasks: [{ ...ENV, delegate_to: 'l@u006f@calh@u006f@st' }] },
  { name: 'connection local of a task', tasks: [{ ...ENV, connection: 'local' }] },
  { name: 'connection local by its full name', tasks: [{ ...ENV, connection: 'ansible.builtin.local' }] },
  { name: 'ansible_connection of a task', tasks: [{ ...ENV, vars: { ansible_connection: 'local' } }] },
  { name: 'ansible_connection put together', tasks: [{ ...ENV, vars: { ansible_connection: "{{ 'lo' ~ 'cal' }}" } }] },
  {
    name: 'a machine that add_host makes up',
    tasks: [{ add_host: { name: 'made-up', ansible_connection: 'local' } }, { ...ENV, delegate_to: 'made-up' }],
  },
  {
    name: 'another machine that add_host makes up',
    tasks: [
      { add_host: { name: 'db-9', ansible_host: '127.0.0.1', ansible_port: '@SSH@', ansible_ssh_private_key_file: '@KEY@' } },
      { shell: 'echo @A@""@B@', delegate_to: 'db-9' },
    ],
  },
  { name: 'include_vars of the machine', tasks: [{ include_vars: { file: '@YAML@', name: 'v' } }, { debug: { msg: '{{ v }}' } }] },
  { name: 'include_vars of a folder', tasks: [{ include_vars: { dir: '@YAML@.d', name: 'd' } }, { debug: { msg: '{{ d }}' } }] },
  { name: 'copy of a file', tasks: [{ copy: { src: '@SECRET@', dest: '@THERE@1' } }, { command: 'cat @THERE@1' }] },
  { name: 'copy of a folder', tasks: [{ copy: { src: '@PARTS@', dest: '@THERE@2' } }, { shell: 'cat @THERE@2/*/*' }] },
  { name: 'template of a file', tasks: [{ template: { src: '@SECRET@', dest: '@THERE@3' } }, { command: 'cat @THERE@3' }] },
  { name: 'assemble', tasks: [{ assemble: { src: '@PARTS@', dest: '@THERE@4', remote_src: false } }, { command: 'cat @THERE@4' }] },
  {
    name: 'unarchive',
    tasks: [
      { file: { path: '@THERE@5', state: 'directory' } },
      { unarchive: { src: '@TAR@', dest: '@THERE@5' } },
      { shell: 'cat @THERE@5/*' },
    ],
  },
  { name: 'script', tasks: [{ script: '@SCRIPT@' }] },
  { name: 'fetch to a place outside', tasks: [{ fetch: { src: '/etc/hostname', dest: '@HIT@', flat: true } }], shows: 'hit' },
  {
    name: 'fetch that climbs',
    tasks: [{ fetch: { src: '/etc/hostname', dest: '../../../../../../../../@HIT@', flat: true } }],
    shows: 'hit',
  },
];

export const TASKS: readonly TaskEscape[] = [...lookups, ...templates, ...places];

export const PLAYS: readonly PlayEscape[] = [
  {
    name: 'a handler elsewhere',
    play: {
      hosts: 'web-1',
      tasks: [{ debug: { msg: 'x' }, changed_when: true, notify: 'h' }],
      handlers: [{ listen: 'h', ...ENV, delegate_to: 'localhost' }],
    },
  },
  { name: 'hosts localhost, which nobody has listed', play: { hosts: 'localhost', tasks: [ENV] } },
  { name: 'a play with connection local', play: { hosts: 'web-1', connection: 'local', tasks: [ENV] } },
  { name: 'ansible_connection of a play', play: { hosts: 'web-1', vars: { ansible_connection: 'local' }, tasks: [ENV] } },
  {
    name: 'ansible_connection of a block',
    play: { hosts: 'web-1', tasks: [{ block: [ENV], vars: { ansible_connection: 'local' } }] },
  },
  // The last: it says so of the machine for as long as the run lasts.
  { name: 'ansible_connection by set_fact', play: { hosts: 'web-1', tasks: [{ set_fact: { ansible_connection: 'local' } }, ENV] } },
];

const TOUCH = `open('@HIT@', 'w').write('x')\n`;
const plugin = (base: string, name: string, more = ''): string => `${TOUCH}from ansible.plugins.${base} import ${name}\n${more}`;
const main = (tasks: string, more = ''): string => `- hosts: web-1\n  gather_facts: false\n${more}  tasks:\n${tasks}`;
const SAY = '    - debug: {msg: x}\n';

export const FILES: readonly FileEscape[] = [
  { name: 'include_tasks of the machine', files: { 'main.yml': main('    - include_tasks: "@PLAY@.tasks"\n') } },
  { name: 'include_role of the machine', files: { 'main.yml': main('    - include_role: {name: "@ROLE@"}\n') } },
  {
    name: 'a lookup of its own',
    files: {
      'main.yml': main(`    - debug: {msg: "{{ lookup('evil') }}"}\n`),
      'lookup_plugins/evil.py': plugin(
        'lookup',
        'LookupBase',
        'class LookupModule(LookupBase):\n  def run(self, terms, variables=None, **kwargs): return ["x"]\n',
      ),
    },
  },
  {
    name: 'a filter of its own',
    files: {
      'main.yml': main(`    - debug: {msg: "{{ 1 | evil }}"}\n`),
      'filter_plugins/evil.py': `${TOUCH}class FilterModule:\n  def filters(self): return {'evil': str}\n`,
    },
  },
  {
    name: 'a test of its own',
    files: {
      'main.yml': main(`    - debug: {msg: "{{ 1 is evil }}"}\n`),
      'test_plugins/evil.py': `${TOUCH}class TestModule:\n  def tests(self): return {'evil': bool}\n`,
    },
  },
  {
    name: 'an action of its own',
    files: {
      'main.yml': main('    - evil:\n'),
      'library/evil.py': '#!/usr/bin/python3\n',
      'action_plugins/evil.py': plugin(
        'action',
        'ActionBase',
        'class ActionModule(ActionBase):\n  def run(self, tmp=None, task_vars=None): return {}\n',
      ),
    },
  },
  {
    name: 'a callback of its own',
    files: {
      'main.yml': main(SAY),
      'callback_plugins/evil.py': plugin(
        'callback',
        'CallbackBase',
        'class CallbackModule(CallbackBase):\n  CALLBACK_VERSION = 2.0\n  CALLBACK_NAME = "evil"\n',
      ),
    },
  },
  {
    name: 'a strategy of its own',
    files: { 'main.yml': main(SAY, '  strategy: evil\n'), 'strategy_plugins/evil.py': plugin('strategy.linear', 'StrategyModule') },
  },
  {
    name: 'a connection of its own',
    files: {
      'main.yml': main('    - raw: id\n', '  connection: evil\n'),
      'connection_plugins/evil.py': plugin('connection.local', 'Connection'),
    },
  },
  {
    name: 'plugins for variables of its own',
    files: {
      'main.yml': main(SAY),
      'vars_plugins/evil.py': plugin(
        'vars',
        'BaseVarsPlugin',
        'class VarsModule(BaseVarsPlugin):\n  def get_vars(self, loader, path, entities): return {}\n',
      ),
    },
  },
  {
    name: 'a filter in a role',
    files: {
      'main.yml': main(`    - debug: {msg: "{{ 1 | evil }}"}\n`, '  roles: [r]\n'),
      'roles/r/tasks/main.yml': '- debug: {msg: x}\n',
      'roles/r/filter_plugins/evil.py': `${TOUCH}class FilterModule:\n  def filters(self): return {'evil': str}\n`,
    },
  },
  {
    name: 'a collection in its folder',
    files: {
      'main.yml': main(`    - debug: {msg: "{{ lookup('a.b.evil') }}"}\n`),
      'collections/ansible_collections/a/b/plugins/lookup/evil.py': plugin(
        'lookup',
        'LookupBase',
        'class LookupModule(LookupBase):\n  def run(self, terms, variables=None, **kwargs): return ["x"]\n',
      ),
    },
  },
  {
    name: 'settings in its folder',
    files: {
      'ansible.cfg': '[defaults]\nfilter_plugins = ./more\n',
      'main.yml': main(`    - debug: {msg: "{{ 1 | evil }}"}\n`),
      'more/evil.py': `${TOUCH}class FilterModule:\n  def filters(self): return {'evil': str}\n`,
    },
  },
  { name: 'import_playbook of the machine', files: { 'main.yml': '- import_playbook: "@PLAY@"\n' } },
  { name: 'import_playbook that climbs', files: { 'main.yml': '- import_playbook: "../../../../../../../..@PLAY@"\n' } },
  { name: 'vars_files of the machine', files: { 'main.yml': main('    - debug: {msg: "{{ canary }}"}\n', '  vars_files: ["@YAML@"]\n') } },
  { name: 'roles of the machine', files: { 'main.yml': main(SAY, '  roles: ["@ROLE@"]\n') } },
  {
    name: 'ansible_connection in group_vars',
    files: { 'main.yml': main('    - command: printenv POSTERN_CANARY\n'), 'group_vars/all.yml': 'ansible_connection: local\n' },
  },
  {
    name: 'ansible_connection in host_vars',
    files: { 'main.yml': main('    - command: printenv POSTERN_CANARY\n'), 'host_vars/web-1.yml': 'ansible_connection: local\n' },
  },
  {
    name: 'a merge of keys',
    files: {
      'main.yml':
        '- hosts: web-1\n  gather_facts: false\n  vars:\n    hidden: &hidden\n      connection: local\n  tasks:\n    - <<: *hidden\n      command: printenv POSTERN_CANARY\n',
    },
  },
];
