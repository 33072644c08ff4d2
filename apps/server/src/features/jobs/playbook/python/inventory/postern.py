from __future__ import annotations

import json

from ansible.plugins.inventory import BaseInventoryPlugin
from ansible.utils.unsafe_proxy import wrap_var

DOCUMENTATION = '''
    name: postern
    short_description: The machines of one run
    description: Names are taken as they are, without ranges and ports, and variables as values, without templates.
    author: Postern
    options: {}
'''


class InventoryModule(BaseInventoryPlugin):
    NAME = 'postern'

    def verify_file(self, path):
        return path == '/opt/run/hosts.json'

    def parse(self, inventory, loader, path, cache=True):
        super(InventoryModule, self).parse(inventory, loader, path, cache)
        with open(path) as file:
            for host in json.load(file):
                inventory.add_host(host['name'])
                for name, value in host['variables'].items():
                    inventory.set_variable(host['name'], name, wrap_var(value))
