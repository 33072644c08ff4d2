import { expect, test } from 'vitest';
import { completeProtocols, isLocked, isPort, portOfAddress, secretTypes, startProtocols } from './protocols.ts';

const offered = [
  { name: 'ssh', port: 22, primary: true, secret_types: ['password', 'ssh_key'] },
  { name: 'rdp', port: 3389, secret_types: ['password'] },
  { name: 'vnc', port: 5900, default: true },
];

test('a new asset starts with primary and default protocols, else the first', () => {
  expect(startProtocols(offered)).toEqual([
    { name: 'ssh', port: 22 },
    { name: 'vnc', port: 5900 },
  ]);
  expect(startProtocols([{ name: 'rdp', port: 3389 }])).toEqual([{ name: 'rdp', port: 3389 }]);
  expect(startProtocols([])).toEqual([]);
});

test('required protocols an asset lacks are added, its own ports are kept', () => {
  expect(completeProtocols([{ name: 'rdp', port: 33 }], offered)).toEqual([
    { name: 'rdp', port: 33 },
    { name: 'ssh', port: 22 },
  ]);
  expect(isLocked('ssh', offered)).toBe(true);
  expect(isLocked('rdp', offered)).toBe(false);
});

test('kinds of secrets follow the protocols; without any there are passwords', () => {
  expect(
    secretTypes(
      [
        { name: 'ssh', port: 22 },
        { name: 'rdp', port: 1 },
      ],
      offered,
    ),
  ).toEqual(['password', 'ssh_key']);
  expect(secretTypes([], offered)).toEqual(['password']);
});

test.each([
  [22, true],
  [0, false],
  [65_536, false],
  [1.5, false],
  [null, false],
])('port %s: %s', (port, valid) => {
  expect(isPort(port)).toBe(valid);
});

test.each([
  ['https://wiki.example', 443],
  ['http://wiki.example/start?a=1:2', 80],
  ['wiki.example', 443],
  ['http://wiki.example:8081/x', 8081],
  ['10.0.0.1:6443', 6443],
  ['https://[2001:db8::1]:9443/', 9443],
  ['https://[2001:db8::1]/', 443],
  ['https://wiki.example:70000', 80],
  ['', 443],
])('the port of %j is %s', (address, port) => {
  expect(portOfAddress(address, 80)).toBe(port);
});
