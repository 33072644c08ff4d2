from __future__ import annotations

import binascii
import json
import socket
import struct
import zlib

from ansible.errors import AnsibleConnectionFailure, AnsibleError
from ansible.plugins.connection import ConnectionBase

DOCUMENTATION = '''
    name: postern
    short_description: Through the worker and its gateway
    description: Runs commands and moves files over the socket of the worker, which chooses the machine, asks the rights and opens the session.
    author: Postern
    options:
      pipelining:
        description: Modules are sent as input of Python, so that they need no upload.
        type: bool
        default: true
'''

DOOR = '/run/postern/door'
# Bytes of one piece; the worker takes no frame that is longer than MOST.
PIECE = 32 * 1024
MOST = 1024 * 1024
# What the gateway ends a command with that did not come about.
NOT_RUN = 255

# How a module is sent (packages/contract/src/module-input.ts): what it does stands on a line of its own, which the gateway judges and lists; the rest is
# lines of hexadecimal digits, in which no word can be found.
OPENING = "import binascii,zlib;said=r'''"
ESCAPED = "import binascii,zlib;said='''"
BETWEEN = "''';sent='''"
CLOSING = "''';exec(compile(zlib.decompress(binascii.unhexlify(sent.replace('\\n',''))),'module','exec'))"
# Digits of a line at most. All lines are about as long: a short one could be a word.
DIGITS = 4096


def spoken(text):
    """What a module does, as a string of Python with as few changes as can be."""
    text = ''.join(letter for letter in text if letter == '\n' or letter >= ' ')[:16384]
    if "'''" not in text and not text.endswith(("'", '\\')):
        return OPENING, text
    return ESCAPED, text.replace('\\', '\\\\').replace("'", "\\'")


def as_input(module, says):
    packed = binascii.hexlify(zlib.compress(module, 9)).decode('ascii')
    each = -(-len(packed) // -(-len(packed) // DIGITS))
    digits = '\n'.join(packed[at:at + each] for at in range(0, len(packed), each))
    opening, said = spoken(says)
    return '\n'.join([opening, said, BETWEEN, digits, CLOSING, '']).encode('utf-8')


class Connection(ConnectionBase):
    transport = 'postern'
    has_pipelining = True
    has_tty = False
    # Of which machine, and what a module is about to do there (launch.py).
    postern_host = ''
    postern_says = None

    @property
    def connected(self):
        # Each task, and each turn of a loop, has one of its own: it may be of another machine.
        return False

    def _connect(self):
        if self._connected:
            return self
        self._line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._line.connect(DOOR)
        self._connected = True
        self._send(b'H', json.dumps({'host': self.postern_host}).encode('utf-8'))
        self._answer(b'K')
        return self

    def close(self):
        if self._connected:
            self._line.close()
        self._connected = False

    def reset(self):
        self.close()

    def exec_command(self, cmd, in_data=None, sudoable=True):
        super(Connection, self).exec_command(cmd, in_data=in_data, sudoable=sudoable)
        if self.become is not None and sudoable and self.become.expect_prompt():
            raise AnsibleError('Postern: become works without a password only (sudo with NOPASSWD); nobody is there to enter one')
        if in_data:
            in_data = as_input(in_data, self.postern_says or 'module')
        self._send(b'E', json.dumps({'command': cmd if isinstance(cmd, str) else cmd.decode('utf-8')}).encode('utf-8'))
        self._pieces(in_data or b'')
        out, err = [], []
        while True:
            kind, body = self._next()
            if kind == b'O':
                out.append(body)
            elif kind == b'R':
                err.append(body)
            elif kind == b'X':
                break
            else:
                self._fail(kind, body)
        code = json.loads(body)['code']
        said = b''.join(err)
        if code == NOT_RUN:
            raise AnsibleConnectionFailure(said.decode('utf-8', 'replace').strip() or 'The session was not opened')
        if code != 0 and self.become is not None and b'a password is required' in said:
            raise AnsibleError('Postern: sudo asks for a password on this machine; become works with NOPASSWD only')
        return code, b''.join(out), said

    def put_file(self, in_path, out_path):
        super(Connection, self).put_file(in_path, out_path)
        with open(in_path, 'rb') as file:
            self._send(b'P', json.dumps({'path': out_path}).encode('utf-8'))
            for piece in iter(lambda: file.read(PIECE), b''):
                self._send(b'D', piece)
            self._send(b'Z', b'')
        self._answer(b'K')

    def fetch_file(self, in_path, out_path):
        super(Connection, self).fetch_file(in_path, out_path)
        self._send(b'G', json.dumps({'path': in_path}).encode('utf-8'))
        with open(out_path, 'wb') as file:
            while True:
                kind, body = self._next()
                if kind == b'K':
                    return
                if kind != b'D':
                    self._fail(kind, body)
                file.write(body)

    def _pieces(self, data):
        for at in range(0, len(data), PIECE):
            self._send(b'D', data[at:at + PIECE])
        self._send(b'Z', b'')

    def _send(self, kind, body):
        try:
            self._line.sendall(struct.pack('>I', len(body) + 1) + kind + body)
        except OSError as error:
            self._lost(error)

    def _read(self, count):
        got = b''
        while len(got) < count:
            try:
                some = self._line.recv(count - len(got))
            except OSError as error:
                self._lost(error)
            if not some:
                self._lost('closed')
            got += some
        return got

    def _next(self):
        (length,) = struct.unpack('>I', self._read(4))
        if not 1 <= length <= MOST:
            self._lost('length')
        body = self._read(length)
        return body[:1], body[1:]

    def _answer(self, wanted):
        kind, body = self._next()
        if kind != wanted:
            self._fail(kind, body)

    def _fail(self, kind, body):
        if kind != b'F':
            self._lost('unexpected answer')
        told = json.loads(body)
        if told['kind'] == 'unreachable':
            self.close()
            raise AnsibleConnectionFailure(told['message'])
        raise AnsibleError(told['message'])

    def _lost(self, why):
        self.close()
        raise AnsibleConnectionFailure('The worker is not there (%s)' % why)
