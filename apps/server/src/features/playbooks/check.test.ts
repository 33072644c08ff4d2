import { describe, expect, it } from 'vitest';
import { checkFiles, entryOf, type Finding, type PlaybookFile } from './index.ts';

/** What the checker says of playbooks: each case is one that Ansible reads so, with the codes of the errors. */

const filesOf = (files: Record<string, string | Buffer>): PlaybookFile[] =>
  Object.entries(files).map(([path, content]) => ({ path, content: Buffer.from(content) }));
const codesOf = (files: Record<string, string | Buffer>, severity: Finding['severity'] = 'error'): string[] => {
  const found = checkFiles(filesOf(files));
  return [...new Set(found.filter((one) => one.severity === severity).map(({ code }) => code))].sort();
};
/** A playbook of one play with these tasks. */
const tasks = (text: string): Record<string, string> => ({
  'main.yml': `- name: p\n  hosts: all\n  tasks:\n${text.replaceAll(/^/gm, '    ')}\n`,
});
const play = (text: string): Record<string, string> => ({ 'main.yml': `- name: p\n${text.replaceAll(/^/gm, '  ')}\n` });
const shown = (expression: string): Record<string, string> => tasks(`- name: t\n  debug:\n    msg: ${JSON.stringify(expression)}`);
const beside = (path: string, content: string): Record<string, string> => ({ ...shown('x'), [path]: content });

const FINE: Readonly<Record<string, Record<string, string>>> = {
  'a play with modules of all spellings': tasks(
    '- name: a\n  ansible.builtin.apt: {name: nginx, state: present}\n- name: b\n  ansible.legacy.command: uptime\n- name: c\n  shell: echo "{{ item }}"\n  with_items: [1, 2]\n- name: d\n  action: service name=nginx state=started',
  ),
  'blocks, handlers, conditions, loops': tasks(
    '- name: b\n  when: ansible_facts.os_family == "Debian"\n  block:\n    - name: t\n      copy: {src: files/x, dest: /etc/x}\n      loop: "{{ query(\'fileglob\', \'conf.d/*\') }}"\n      register: out\n      until: out is succeeded\n  rescue:\n    - name: r\n      debug:\n        var: out.results[0].stdout',
  ),
  'lookups of the playbook itself': shown(
    "{{ lookup('file', 'a/b.txt') }} {{ lookup('ansible.builtin.template', 'x.j2') }} {{ q('dict', d) }}",
  ),
  'words that only look like it': shown("{{ url.query }} {{ 'lookup' }} {# lookup('pipe', 'id') #} lookup('pipe', 'id')"),
  'braces that are kept from evaluation': tasks("- name: t\n  shell: docker ps --format \"{{ '{{' }}.Names{{ '}}' }}\""),
  'roles with variables': {
    ...play('hosts: web\nroles:\n  - {role: nginx, nginx_port: 80}'),
    'roles/nginx/tasks/main.yml': '- name: t\n  ping:\n',
  },
  'variables of groups': beside('group_vars/all.yml', 'port: 80\nansible_become: true\n'),
  'an inventory that nobody reads': beside('inventory.yml', 'all:\n  hosts:\n    a: {ansible_host: 10.0.0.1}\n'),
  'names for parts': {
    'main.yml':
      '- name: p\n  hosts: all\n  vars: {d: &d {mode: "0644"}}\n  tasks:\n    - name: t\n      file:\n        <<: *d\n        path: /x\n',
  },
  'files of the machine': tasks('- name: t\n  copy: {src: /etc/hosts, dest: /tmp/x, remote_src: yes}'),
  'a machine of the run by its place': tasks('- name: t\n  ping:\n  delegate_to: "{{ groups[\'db\'][0] }}"'),
  'a vault of texts that are none': beside('files/page.html', '<b>{{ title }}</b>'),
  'included files': {
    ...tasks('- name: t\n  include_tasks: "{{ kind }}.yml"\n- name: u\n  include_vars: {file: vars/x.yml}'),
    'vars/x.yml': 'a: 1\n',
  },
};

const HARM: Readonly<Record<string, readonly [files: Record<string, string | Buffer>, codes: string[]]>> = {
  // The server itself.
  'hosts: localhost': [play('hosts: localhost'), ['host_local']],
  'hosts with a capital and a dot': [play('hosts: LocalHost.'), ['host_local']],
  'hosts among others': [play('hosts: "web:&127.0.0.1"'), ['host_local']],
  'hosts as an address of IPv6': [play('hosts: ["::1"]'), ['host_local']],
  'hosts behind an escape of YAML (CVE-2024-29201)': [play('"\\u0068osts": "\\u006cocalhost"'), ['host_local']],
  'hosts behind an escape of eight digits': [play('hosts: "\\U0000006cocalhost"'), ['host_local']],
  'hosts by a name for a part': [{ 'main.yml': '- name: p\n  vars: {x: &h localhost}\n  hosts: *h\n' }, ['host_local']],
  'hosts that are computed': [play('hosts: "{{ target }}"'), ['host_computed']],
  'connection: local': [play('hosts: all\nconnection: local'), ['connection_refused']],
  'connection of a task, behind an escape': [tasks('- name: t\n  ping:\n  "c\\x6fnnection": lo\\u0063al'), ['connection_refused']],
  'connection of a block': [tasks('- name: b\n  connection: "{{ c }}"\n  block:\n    - {name: t, ping: }'), ['connection_refused']],
  'connection by a merged map': [
    { 'main.yml': '- name: p\n  hosts: all\n  vars: {m: &m {connection: local}}\n  tasks:\n    - <<: *m\n      name: t\n      ping:\n' },
    ['connection_refused'],
  ],
  'connection hidden by one of its own': [
    {
      'main.yml':
        '- name: p\n  hosts: all\n  vars: {m: &m {connection: local}}\n  tasks:\n    - name: t\n      connection: ssh\n      ping:\n      <<: *m\n',
    },
    ['connection_refused'],
  ],
  'connection as a variable': [play('hosts: all\nvars: {ansible_connection: local}'), ['variable_refused']],
  'connection as a variable of a group': [beside('group_vars/all', 'ansible_connection: local\n'), ['variable_refused']],
  'connection as a variable of a host, in JSON': [
    beside('host_vars/a.json', '{"\\u0061nsible_connection": "local"}'),
    ['variable_refused'],
  ],
  'connection as a fact': [tasks('- name: t\n  set_fact: {ansible_connection: local}'), ['variable_refused']],
  'connection as a fact in a line': [tasks('- name: t\n  set_fact: ansible_connection=local'), ['args_form']],
  'connection as a computed name': [tasks('- name: t\n  set_fact: {"{{ a }}": local}'), ['variable_refused']],
  'connection as what was registered': [tasks('- name: t\n  ping:\n  register: ansible_connection'), ['variable_refused']],
  'connection as the variable of a loop': [
    tasks('- name: t\n  ping:\n  loop: [local]\n  loop_control: {loop_var: ansible_connection}'),
    ['variable_refused'],
  ],
  'connection as a variable of a role': [play('hosts: all\nroles: [{role: r, ansible_connection: local}]'), ['variable_refused']],
  'connection put upon included tasks': [
    tasks('- name: t\n  include_tasks: {file: x.yml, apply: {connection: local}}'),
    ['connection_refused'],
  ],
  'where a machine is': [play('hosts: all\nvars: {ansible_host: evil.example}'), ['variable_refused']],
  'a command in the way of connecting': [play('hosts: all\nvars: {ansible_ssh_common_args: -o ProxyCommand=id}'), ['variable_refused']],
  'an interpreter': [play('hosts: all\nvars: {ansible_python_interpreter: /tmp/x}'), ['variable_refused']],
  'delegate_to: localhost': [tasks('- name: t\n  command: id\n  delegate_to: localhost'), ['host_local']],
  'delegate_to in octal': [tasks('- name: t\n  command: id\n  delegate_to: "0177.0.0.1"'), ['host_local']],
  'delegate_to as a number': [tasks('- name: t\n  command: id\n  delegate_to: 2130706433'), ['host_local']],
  'delegate_to mapped into IPv6': [tasks('- name: t\n  command: id\n  delegate_to: "::ffff:127.0.0.1"'), ['host_local']],
  'delegate_to that is computed': [tasks('- name: t\n  command: id\n  delegate_to: "{{ x }}"'), ['delegate_computed']],
  local_action: [tasks('- name: t\n  local_action: command id'), ['keyword_refused']],
  'local_action as a map': [tasks('- name: t\n  local_action: {module: command, cmd: id}'), ['keyword_refused']],
  'a debugger': [tasks('- name: t\n  ping:\n  debugger: always'), ['keyword_refused']],
  'another strategy': [play('hosts: all\nstrategy: debug'), ['keyword_refused']],
  'collections that are searched': [play('hosts: all\ncollections: [community.general]'), ['keyword_refused']],

  // Modules.
  'a module of a collection': [tasks('- name: t\n  community.general.shutdown:'), ['module_refused']],
  'a module that adds hosts': [tasks('- name: t\n  add_host: {name: x, ansible_connection: local}'), ['module_refused']],
  'a module that fetches to the server': [tasks('- name: t\n  ansible.builtin.fetch: {src: /x, dest: /y}'), ['module_refused']],
  'the old include': [tasks('- name: t\n  include: x.yml'), ['module_refused']],
  'a module behind an escape': [tasks('- name: t\n  "\\x61dd_host": {name: x}'), ['module_refused']],
  'a module by action': [tasks('- name: t\n  action: add_host name=x'), ['module_refused']],
  'a module by action as a map': [tasks('- name: t\n  action: {module: add_host, name: x}'), ['module_refused']],
  'a module that is computed': [tasks('- name: t\n  action: "{{ m }} x=1"'), ['module_computed']],
  'two modules': [tasks('- name: t\n  ping:\n  command: id'), ['module_many']],
  'no module': [tasks('- name: t\n  when: true'), ['module_none']],
  'a module in a handler, a block and a rescue': [
    {
      'main.yml':
        '- name: p\n  hosts: all\n  handlers:\n    - name: h\n      block:\n        - {name: t, ping: }\n      rescue:\n        - {name: u, fetch: {src: x, dest: y}}\n',
    },
    ['module_refused'],
  ],
  'a module in tasks of a role': [beside('roles/r/tasks/main', '- name: t\n  add_host: {name: x}\n'), ['module_refused']],
  'own modules': [beside('library/ping.py', 'x'), ['plugin_folder']],
  'own plugins of a role': [beside('roles/r/lookup_plugins/x.py', 'x'), ['plugin_folder']],
  'own collections': [beside('collections/ansible_collections/a/b/plugins/modules/x.py', 'x'), ['plugin_folder']],
  'a configuration': [beside('ansible.cfg', '[defaults]\n'), ['config_file']],

  // Files.
  'a file of the server': [tasks('- name: t\n  copy: {src: /etc/passwd, dest: /x}'), ['path_outside']],
  'a file of the server, in a line': [tasks('- name: t\n  copy: src=/etc/passwd dest=/x'), ['args_form']],
  'a file of the server, said to be remote by a variable': [
    tasks('- name: t\n  copy: {src: /etc/passwd, dest: /x, remote_src: "{{ r }}"}'),
    ['path_outside'],
  ],
  'a file of the server by args': [tasks('- name: t\n  template:\n  args: {src: ../../etc/passwd, dest: /x}'), ['path_outside']],
  'a file of the server by defaults': [play('hosts: all\nmodule_defaults: {copy: {src: /etc/passwd}}'), ['path_outside']],
  'a script of the server': [tasks('- name: t\n  script: /usr/bin/id -u'), ['path_outside']],
  'tasks of the server': [tasks('- name: t\n  import_tasks: /tmp/x.yml'), ['path_outside']],
  'tasks of another ending': [tasks('- name: t\n  include_tasks: x.txt'), ['path_computed']],
  'tasks of a computed name': [tasks('- name: t\n  include_tasks: "{{ x }}"'), ['path_computed']],
  'variables that climb': [play('hosts: all\nvars_files: ["vars/../../x.yml"]'), ['path_outside']],
  'variables of another ending': [tasks('- name: t\n  include_vars: {dir: vars, extensions: [txt]}'), ['keyword_refused']],
  'a role of the server': [play('hosts: all\nroles: [/etc/roles/x]'), ['path_outside']],
  'a role that is computed': [tasks('- name: t\n  include_role: {name: "{{ r }}"}'), ['role_computed']],
  'a role a role depends on': [beside('roles/r/meta/main.yml', 'dependencies: [../../x]\n'), ['path_outside']],

  // Templates.
  'lookup of a pipe (CVE-2026-104126)': [shown("{{ lookup('pipe', 'id') }}"), ['lookup_refused']],
  'lookup with its collection': [shown("{{ lookup('ansible.builtin.pipe', 'id') }}"), ['lookup_refused']],
  'lookup of a collection': [shown("{{ query('community.general.redis', 'x') }}"), ['lookup_refused']],
  'lookup of the surroundings': [shown("{{ q('env', 'HOME') }}"), ['lookup_refused']],
  'lookup by two texts side by side': [shown("{{ lookup('pi' 'pe', 'id') }}"), ['lookup_computed']],
  'lookup by texts put together': [shown("{{ lookup('pi' ~ 'pe', 'id') }}"), ['lookup_computed']],
  'lookup by an escape': [shown("{{ lookup('\\x70ipe', 'id') }}"), ['lookup_computed']],
  'lookup by a variable': [shown('{{ lookup(which) }}'), ['lookup_computed']],
  'lookup by another name': [shown("{% set l = lookup %}{{ l('pipe', 'id') }}"), ['lookup_computed']],
  'lookup with arguments from a list': [shown("{{ lookup(*['pipe', 'id']) }}"), ['lookup_computed']],
  'lookup with space and lines': [shown("{{\nlookup\n(\n'pipe','id')}}"), ['lookup_refused']],
  'lookup behind braces in a text': [shown("{{ '}}' ~ lookup('pipe', 'id') }}"), ['lookup_refused']],
  'lookup behind a map': [shown("{{ {'a': {}}.b ~ lookup('pipe', 'id') }}"), ['lookup_refused']],
  'lookup behind what begins a comment in a raw block': [shown("{% raw %}{#{% endraw %}{{ lookup('pipe', 'id') }}"), ['lookup_refused']],
  'lookup in a raw block, for whoever evaluates twice': [
    tasks("- name: t\n  set_fact: {x: \"{% raw %}{{ lookup('pipe', 'id') }}{% endraw %}\"}"),
    ['lookup_refused'],
  ],
  'lookup in a text, for whoever evaluates twice': [shown(`{{ "{{ lookup('pipe', 'id') }}" }}`), ['lookup_refused']],
  'lookup behind an escape of YAML (CVE-2024-29202)': [
    tasks("- name: t\n  debug: {msg: \"\\u007b\\u007b lo\\x6fkup('pipe', 'id') }}\"}"),
    ['lookup_refused'],
  ],
  'lookup in a name of a variable': [play("hosts: all\nvars: {\"{{ lookup('pipe', 'id') }}\": 1}"), ['lookup_refused', 'variable_refused']],
  'lookup in a condition': [tasks('- name: t\n  ping:\n  when: lookup("pipe", "id") == "x"'), ['lookup_refused']],
  'lookup in one of several conditions': [
    tasks("- name: t\n  ping:\n  failed_when: [false, \"lookup('url', 'http://x')\"]"),
    ['lookup_refused'],
  ],
  'lookup in what is asserted': [tasks("- name: t\n  assert: {that: [\"lookup('pipe', 'id')\"]}"), ['lookup_refused']],
  'lookup in what is shown': [tasks("- name: t\n  debug: {var: \"lookup('pipe', 'id')\"}"), ['lookup_refused']],
  'lookup in a loop without braces': [tasks('- name: t\n  ping:\n  with_items: lookup("pipe", "id") | list'), ['lookup_refused']],
  'a condition with braces': [tasks('- name: t\n  ping:\n  when: "{{ cond }}"'), ['jinja_braces']],
  with_pipe: [tasks('- name: t\n  ping:\n  with_pipe: id'), ['lookup_refused']],
  with_lines: [tasks('- name: t\n  ping:\n  with_lines: id'), ['lookup_refused']],
  'with_fileglob of the server': [tasks('- name: t\n  ping:\n  with_fileglob: /etc/*'), ['path_outside']],
  'with_ a lookup of a collection': [tasks('- name: t\n  ping:\n  with_community.general.dig: x'), ['lookup_refused']],
  'a file of the server by lookup': [shown("{{ lookup('file', '/etc/passwd') }}"), ['path_outside']],
  'a template that runs': [beside('templates/x.j2', "a\n{{ lookup('pipe', 'id') }}\n"), ['lookup_refused']],
  'a template with other marks': [beside('templates/x.j2', "#jinja2: variable_start_string: '[%'\n[% x %]\n"), ['jinja_delimiters']],
  'a template with other marks by its module': [
    tasks('- name: t\n  template: {src: a, dest: /b, variable_start_string: "[%"}'),
    ['jinja_delimiters'],
  ],
  'classes of Python': [shown("{{ ''.__class__.__mro__[1].__subclasses__() }}"), ['jinja_reach']],
  'classes by texts': [shown("{{ ''['__class__'] }}"), ['jinja_reach']],
  'classes by escapes': [shown("{{ ''['\\x5f\\x5fclass\\x5f\\x5f'] }}"), ['jinja_reach']],
  'classes by texts put together': [shown("{{ x['_' ~ '_class_' ~ '_'] }}"), ['jinja_reach']],
  'classes by a filter': [shown('{{ x | attr(y) }}'), ['jinja_filter']],
  'a filter that reads the disk': [shown("{{ '/etc/*' | fileglob }}"), ['jinja_filter']],
  'a filter by its name in a text': [shown("{{ ['/etc/*'] | map('fileglob') }}"), ['jinja_filter']],
  'a filter of a collection': [shown("{{ x | community.general.json_query('y') }}"), ['jinja_filter']],
  'the template itself': [shown('{{ self._TemplateReference__context }}'), ['jinja_reach']],

  // YAML.
  'a task behind a line that only Ansible sees': [
    tasks('# fine\u2028- local_action: command id\n- {name: t, ping: }'),
    ['yaml_characters'],
  ],
  'a task behind a next line': [tasks('# fine\u0085- local_action: command id\n- {name: t, ping: }'), ['yaml_characters']],
  'a task behind a carriage return': [tasks('# fine\r    - local_action: command id\n- {name: t, ping: }'), ['yaml_characters']],
  'a name twice': [play('hosts: all\nhosts: localhost'), ['yaml_broken']],
  'two documents': [{ 'main.yml': '- name: p\n  hosts: all\n---\n- name: p\n  hosts: localhost\n' }, ['yaml_broken']],
  'a tag of Python': [tasks('- name: t\n  debug: {msg: !!python/object/apply:os.system [id]}'), ['yaml_tag']],
  'a tag by another name': [{ 'main.yml': '%TAG !p! tag:yaml.org,2002:python/\n---\n- name: p\n  hosts: all\n' }, ['yaml_broken']],
  'a vault': [tasks('- name: t\n  debug: {msg: !vault "x"}'), ['yaml_tag']],
  'what is no UTF-8': [{ 'main.yml': Buffer.from('2d206e616d653a20ff', 'hex') }, ['yaml_characters']],
  'what is no YAML': [{ 'main.yml': '- name: [\n' }, ['yaml_broken']],
  'text in place of tasks': [play('hosts: all\ntasks: "{{ x }}"'), ['play_form']],
  'parts without end': [
    {
      'main.yml': `- name: p\n  hosts: all\n  vars:\n    a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefgh'
        .split('')
        .map((one, at) => `    ${one}: &${one} [${`*${'abcdefgh'[at]},`.repeat(9)}]`)
        .join('\n')}\n`,
    },
    ['yaml_large'],
  ],
  'a part within itself': [{ 'main.yml': '- name: p\n  hosts: all\n  vars: &v\n    x: *v\n' }, ['yaml_large']],
  'as deep as it is long': [{ 'main.yml': `- name: p\n  hosts: all\n  vars: {x: ${'['.repeat(60)}${']'.repeat(60)}}\n` }, ['yaml_large']],
  'more than is looked through': [beside('vars/x.yml', `x:\n${'  - a\n'.repeat(20_000)}`), ['yaml_large']],
  'no entry': [{ 'site.yml': '- name: p\n  hosts: all\n' }, ['no_entry']],
};

describe('the checker', () => {
  it.each(Object.entries(FINE))('lets %s be', (_name, files) => {
    expect(codesOf(files)).toEqual([]);
  });

  it.each(Object.entries(HARM))('refuses %s', (_name, [files, codes]) => {
    expect(codesOf(files)).toEqual(codes);
  });

  it('warns of what has no name and what is deprecated', () => {
    expect(codesOf({ 'main.yml': '- hosts: all\n  tasks:\n    - apt_key: {url: x}\n' }, 'warning')).toEqual(['deprecated', 'no_name']);
  });

  it('says where', () => {
    const files = {
      'main.yml': '---\n- name: p\n  hosts: all\n  tasks:\n    - name: t\n      fetch: {src: a, dest: b}\n',
      'x.j2': 'a\nb\n{{ lookup("env", "X") }}\n',
    };
    const found = checkFiles(filesOf(files));
    expect(found).toEqual([
      { path: 'main.yml', line: 6, severity: 'error', code: 'module_refused', name: 'fetch' },
      { path: 'x.j2', line: 3, severity: 'error', code: 'lookup_refused', name: 'env' },
    ]);
  });

  it('begins with the first of the entries that is there', () => {
    expect(entryOf(filesOf({ main: '', 'main.yaml': '' }))).toBe('main.yaml');
    expect(codesOf({ main: '- name: p\n  hosts: localhost\n' })).toEqual(['host_local']);
  });

  it('takes bounded time for what was made to take long', () => {
    const quotes = `{{ ${"\\'".repeat(400_000)} }}`;
    const raws = '{% raw %}'.repeat(80_000);
    const opened = '{{ ['.repeat(150_000);
    const from = performance.now();
    for (const text of [quotes, raws, opened, '{{'.repeat(400_000), "{{ '{{ ".repeat(100_000)])
      checkFiles([
        { path: 'main.yml', content: Buffer.from('- name: p\n  hosts: all\n') },
        { path: 'x.j2', content: Buffer.from(text) },
      ]);
    expect(performance.now() - from).toBeLessThan(20_000);
  });
});
