from __future__ import annotations

import json
import sys

from ansible.plugins.callback import CallbackBase

DOCUMENTATION = '''
    name: postern
    type: stdout
    short_description: Tells the worker what became of each task, one line of JSON each
    description: The worker reads them as it reads anything that comes out of the sandbox.
    author: Postern
    options: {}
'''

# Letters of one text.
MOST = 16 * 1024


def text(value):
    if value is None:
        return ''
    if isinstance(value, bytes):
        value = value.decode('utf-8', 'replace')
    if not isinstance(value, str):
        value = json.dumps(value, default=str, ensure_ascii=True)
    return value[:MOST]


class CallbackModule(CallbackBase):
    CALLBACK_VERSION = 2.0
    CALLBACK_TYPE = 'stdout'
    CALLBACK_NAME = 'postern'

    def tell(self, **what):
        sys.stdout.write('\x1e' + json.dumps(what, ensure_ascii=True, default=str) + '\n')
        sys.stdout.flush()

    def result(self, result, state, item=False, **more):
        got = result._result
        what = {'tell': 'result', 'host': result._host.get_name(), 'task': text(result._task.get_name().strip()), 'state': state}
        if 'censored' in got:
            got = {'msg': got['censored']}
        elif item:
            what['item'] = text(self._get_item_label(got))
        if isinstance(got.get('rc'), int):
            what['code'] = got['rc']
        action = result._task.action.rpartition('.')[2]
        loop = 'results' in got and not item
        if not loop and (state in ('failed', 'unreachable', 'ignored') or action in ('debug', 'assert', 'fail')):
            what['message'] = text(got.get('msg'))
            if action == 'debug' and 'msg' not in got:
                what['message'] = text({name: value for name, value in got.items() if not name.startswith('_') and name not in ('changed', 'failed')})
        if not loop:
            for name in ('stdout', 'stderr'):
                said = text(got.get(name) or got.get('module_' + name))
                if said:
                    what[name] = said
        what.update(more)
        self.tell(**what)

    def good(self, result):
        return 'changed' if result._result.get('changed') else 'ok'

    def v2_runner_on_ok(self, result):
        self.result(result, self.good(result))

    def v2_runner_on_failed(self, result, ignore_errors=False):
        self.result(result, 'ignored' if ignore_errors else 'failed')

    def v2_runner_on_skipped(self, result):
        self.result(result, 'skipped')

    def v2_runner_on_unreachable(self, result):
        self.result(result, 'unreachable')

    def v2_runner_item_on_ok(self, result):
        self.result(result, self.good(result), item=True)

    def v2_runner_item_on_failed(self, result):
        self.result(result, 'failed', item=True)

    def v2_runner_item_on_skipped(self, result):
        self.result(result, 'skipped', item=True)

    def v2_playbook_on_play_start(self, play):
        self.tell(tell='play', name=text(play.get_name().strip()))

    def v2_playbook_on_no_hosts_matched(self):
        self.tell(tell='play', name='(no hosts matched)')

    def v2_playbook_on_stats(self, stats):
        for host in sorted(stats.processed):
            found = stats.summarize(host)
            self.tell(tell='end', host=host, failed=found['failures'], unreachable=found['unreachable'])
