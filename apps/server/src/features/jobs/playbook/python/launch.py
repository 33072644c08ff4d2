"""Starts ansible-playbook inside the sandbox, fenced in.

What is refused here is refused after all templating, whatever a playbook calls it. It makes mistakes harmless and messages clear; the wall is the
sandbox around this process.
"""

import json
import os
import sys

OURS = os.path.dirname(os.path.abspath(__file__))
PLAYBOOK = '/playbook'

# Those that read nothing but variables and the files of the playbook.
LOOKUPS = frozenset([
    'dict', 'file', 'fileglob', 'first_found', 'indexed_items', 'inventory_hostnames', 'items', 'list', 'nested', 'random_choice',
    'sequence', 'subelements', 'template', 'together', 'vars', 'varnames',
])
# What playbooks say for the usual way: here that is the gateway, and no other.
USUAL = frozenset(['postern', 'smart', 'ssh', 'paramiko', 'paramiko_ssh'])


def bare(name):
    for prefix in ('ansible.builtin.', 'ansible.legacy.'):
        if name.startswith(prefix):
            return name[len(prefix):]
    return name


def fence():
    from ansible.errors import AnsibleError
    from ansible.plugins import loader
    from ansible.utils.collection_loader import _collection_finder as finder

    connections = loader.connection_loader
    lookups = loader.lookup_loader
    connect, look_up, add = connections.get_with_context, lookups.get_with_context, loader.PluginLoader.add_directory

    def connection(name, *args, **kwargs):
        # All of them are loaded at the start, to learn their options.
        if bare(str(name)) in USUAL:
            return connect('postern', *args, **kwargs)
        raise AnsibleError("Postern: playbooks reach machines through the gateway alone, not by the connection '%s'" % name)

    def lookup(name, *args, **kwargs):
        if bare(str(name)) in LOOKUPS:
            return look_up(name, *args, **kwargs)
        raise AnsibleError("Postern: the lookup '%s' is not for playbooks" % name)

    def add_directory(self, directory, *args, **kwargs):
        real = os.path.realpath(directory)
        if real == OURS or real.startswith(OURS + os.sep):
            return add(self, directory, *args, **kwargs)
        raise AnsibleError('Postern: plugins and modules that a playbook brings along are not run: %s' % os.path.relpath(real, PLAYBOOK))

    connections.get_with_context = connection
    connections.get = lambda name, *args, **kwargs: connection(name, *args, **kwargs).object
    lookups.get_with_context = lookup
    lookups.get = lambda name, *args, **kwargs: lookup(name, *args, **kwargs).object
    loader.PluginLoader.add_directory = add_directory
    # Collections are those of the machine, never of the playbook's folder.
    finder._AnsibleCollectionFinder.set_playbook_paths = lambda self, paths: None


def values():
    """Parameters are values: braces in them are text."""
    from ansible.utils.unsafe_proxy import wrap_var
    from ansible.vars import manager

    with open(os.environ['POSTERN_VARIABLES']) as file:
        given = json.load(file)
    manager.load_extra_vars = lambda loader: {name: wrap_var(value) for name, value in given.items()}


def naming():
    """Tells the connection which machine it is to. Variables can say anything; a delegated task's are those of another machine."""
    from ansible.executor.task_executor import TaskExecutor

    get = TaskExecutor._get_connection

    def connection(self, *args, **kwargs):
        found = get(self, *args, **kwargs)
        found.postern_host = str(self._task.delegate_to or self._host.get_name())
        return found

    TaskExecutor._get_connection = connection


def telling():
    """Tells the connection what a module is about to do, for the line that the gateway judges and lists."""
    from ansible.plugins.action import ActionBase

    run = ActionBase._execute_module

    def execute(self, module_name=None, module_args=None, *args, **kwargs):
        name = bare(str(module_name or self._task.action))
        given = self._task.args if module_args is None else module_args
        said = name
        if name in ('command', 'shell'):
            words = given.get('argv')
            said = ' '.join(str(word) for word in words) if words else str(given.get('_raw_params') or given.get('cmd') or name)
        self._connection.postern_says = said
        try:
            return run(self, module_name, module_args, *args, **kwargs)
        finally:
            self._connection.postern_says = None

    ActionBase._execute_module = execute


def main():
    from ansible.cli.playbook import PlaybookCLI
    from ansible import constants

    fence()
    values()
    naming()
    telling()
    # Said once for all: what a playbook writes decides nothing about it.
    constants.DEFAULT_ALLOW_UNSAFE_LOOKUPS = False
    sys.exit(PlaybookCLI.cli_executor(['ansible-playbook'] + sys.argv[1:]))


if __name__ == '__main__':
    main()
