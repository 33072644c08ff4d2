import { expect, test } from 'vitest';
import { readMachineList } from './formats.ts';

const shown = (text: string, fileName = '') => {
  const list = readMachineList(text, fileName);
  return {
    format: list?.format,
    machines: list?.machines.map(({ name, address, protocol, port, username, folder, comment }) =>
      [name, address, protocol ?? '', port ?? '', username ?? '', (folder ?? []).join('/'), comment ?? ''].join(' ').trim(),
    ),
    unread: list?.unread.map(({ line, text: written, reason }) => `${line} ${reason} ${written}`),
    ignored: list?.ignored,
  };
};

const SSH_CONFIG = `
# my machines
ServerAliveInterval 30
Host web-01 web-02   # both
  HostName %h.example.com
  User=deploy
  IdentityFile ~/.ssh/id_ed25519
Host "db-1" !db-2
\tport 2222
\thostname 10.0.0.5
Host staging-*
  User stage
Host staging-app
Match user root
  Port 99
Host broken
  Port 99999
Host *
  User nobody
  ForwardAgent no
what
`;

test('an ssh_config gives its literal names, with what its patterns say of them', () => {
  expect(shown(SSH_CONFIG)).toEqual({
    format: 'ssh_config',
    machines: [
      'web-01 web-01.example.com ssh  deploy',
      'web-02 web-02.example.com ssh  deploy',
      'db-1 10.0.0.5 ssh 2222 nobody',
      'staging-app staging-app ssh  stage',
    ],
    unread: ['11 pattern Host staging-*', '14 pattern Match user root', '17 port Port 99999', '21 syntax what'],
    ignored: ['ServerAliveInterval', 'IdentityFile', 'ForwardAgent'],
  });
});

test('a table of names gives what is not this machine itself', () => {
  const text =
    '127.0.0.1\tlocalhost\n::1 ip6-localhost ip6-loopback\nff02::1 ip6-allnodes\n\n10.0.0.5  db-1.example.com db-1 # primary\n2001:db8::7 web\n';
  expect(shown(text)).toEqual({
    format: 'hosts',
    machines: ['db-1.example.com 10.0.0.5     db-1; primary', 'web 2001:db8::7'],
    unread: [],
    ignored: ['localhost', 'ip6-localhost', 'ip6-allnodes'],
  });
  const long = `${'# a comment\n'.repeat(500)}`;
  expect(shown(`10.0.0.1 a\n${long}b c\n`).unread).toEqual(['502 no_address b c']);
});

const INI = `mail.example.com ansible_user=root ansible_port=2022
localhost ansible_connection=local

[web]
web[01:03].example.com   # three
db-9:5522 ansible_password="s3cret pass" ansible_host='10.0.0.9'

[windows]
win-1 ansible_connection=winrm
switch ansible_connection=httpapi ansible_password=hunter2

[prod:children]
web
windows

[prod:vars]
ansible_user=deploy
ansible_become_pass=hunter3
[all:vars]
ansible_port=22
[web2]
web[1:99999999]
jinja ansible_host="{{ other }}"
db-9
`;

test('an Ansible inventory gives its hosts in their groups, and never a password', () => {
  const list = shown(INI);
  expect(list).toEqual({
    format: 'ansible',
    machines: [
      'mail.example.com mail.example.com ssh 2022 root',
      'web01.example.com web01.example.com ssh 22 deploy prod/web',
      'web02.example.com web02.example.com ssh 22 deploy prod/web',
      'web03.example.com web03.example.com ssh 22 deploy prod/web',
      'db-9 10.0.0.9 ssh 22 deploy prod/web',
      'win-1 win-1 winrm 22 deploy prod/windows',
    ],
    unread: [
      '10 protocol switch ansible_connection=httpapi ansible_password=***',
      '22 syntax web[1:99999999]',
      '23 pattern jinja ansible_host="{{ other }}"',
    ],
    ignored: ['web2', 'ansible_become_pass', 'localhost', 'ansible_password'],
  });
  expect(JSON.stringify(list)).not.toMatch(/s3cret|hunter/);
});

const YAML = `---
all:
  vars:
    ansible_user: root
    ansible_password: !vault |
      $ANSIBLE_VAULT;1.1;AES256
      6130
  hosts:
    mail.example.com:
  children:
    web:
      hosts:
        web[1:2]:
          ansible_port: 2222
        web-9: {ansible_host: 10.0.0.9, ansible_user: deploy}
      children:
        edge:
          hosts:
            edge-1:
            web-9:
`;

test('the same as YAML; what is broken is told with its line', () => {
  expect(shown(YAML, 'inventory.yml')).toEqual({
    format: 'ansible',
    machines: [
      'mail.example.com mail.example.com ssh  root',
      'web1 web1 ssh 2222 root web',
      'web2 web2 ssh 2222 root web',
      'web-9 10.0.0.9 ssh  deploy web',
      'edge-1 edge-1 ssh  root web/edge',
    ],
    unread: [],
    ignored: ['ansible_password', 'edge'],
  });
  expect(shown('all:\n  hosts:\n    a: [\n').unread?.[0]).toMatch(/^\d syntax/);
  expect(shown('plugin: aws_ec2\nregions: x\n', 'aws.yml').unread).toEqual(['1 syntax plugin', '2 syntax regions']);
  const bomb = `a: &a [x]\n${Array.from({ length: 30 }, (_, at) => `b${at}: &b${at} [*a, *a]`).join('\n')}`;
  expect(shown(bomb, 'bomb.yml').machines).toEqual([]);
});

test('a password in a line that is shown again is masked', () => {
  expect(shown('root:hunter2@10.0.0.1\nssh://root:hunter2@a:b\nweb password=hunter2').unread).toEqual([
    '1 syntax root:***@10.0.0.1',
    '2 syntax ssh://root:***@a:b',
  ]);
  expect(shown('web password=hunter2').machines).toEqual(['web web     password=***']);
});

test('long lines and many of them take no longer than they are', () => {
  const started = performance.now();
  for (const one of ['a ', '[', '"', 'x=', '10.0.0.1 a ', 'Host a* ', 'pass', '[1:2]']) {
    for (const name of ['', 'config', 'hosts', 'inventory.ini', 'a.yml']) readMachineList(one.repeat(50_000), name);
    readMachineList(`${one}\n`.repeat(20_000));
  }
  expect(performance.now() - started).toBeLessThan(20_000);
});
