import './settings.css';
import '../../screens/list/cells.css';
import { Button, Surface } from '@postern/ui';
import { Alert, Form, Input, Radio } from 'antd';
import { Square } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '../../screens/page/Page.tsx';
import { socketAddress } from '../../session/reconnecting-socket.ts';
import { runTool, TOOLS, type Tool } from './run-tool.ts';

const PATH = '/ws/setting/tools/';

interface Entered {
  dest_addr: string;
  port_num?: string;
  ports?: string;
}

/** Tests of the network, as the server sees it (docs/behaviour/settings.md#tools). */
export function Tools() {
  const { t } = useTranslation('settings');
  const [form] = Form.useForm<Entered>();
  const [tool, setTool] = useState<Tool>('Ping');
  const { text, running, refused, start, stop, clear } = useRun();
  const choose = (next: Tool) => {
    setTool(next);
    clear();
  };
  const required = { required: true, whitespace: true, message: t('required') };
  return (
    <Page title={t('tools.title')} help={t('tools.help')}>
      <div className="set-tools">
        <Surface>
          <Form form={form} layout="vertical" disabled={running} onFinish={(entered) => start({ tool_type: tool, ...entered })}>
            <Form.Item label={t('tools.tool')}>
              <Radio.Group value={tool} onChange={({ target }) => choose(target.value as Tool)} className="set-tools__choice">
                {TOOLS.map((one) => (
                  <Radio key={one} value={one}>
                    {t(`tools.name.${one}`)}
                  </Radio>
                ))}
              </Radio.Group>
            </Form.Item>
            <p className="set-tools__about">{t(`tools.about.${tool}`)}</p>
            <Form.Item name="dest_addr" label={t('tools.destination')} rules={[required]}>
              <Input className="p-mono" placeholder={t('tools.destinationHint')} maxLength={253} spellCheck={false} autoComplete="off" />
            </Form.Item>
            {tool === 'Telnet' ? (
              <Form.Item name="port_num" label={t('tools.port')} rules={[required]} preserve={false}>
                <Input inputMode="numeric" maxLength={5} autoComplete="off" placeholder="22" />
              </Form.Item>
            ) : null}
            {tool === 'Port' ? (
              <Form.Item name="ports" label={t('tools.ports')} extra={t('tools.portsHelp')} rules={[required]} preserve={false}>
                <Input className="p-mono" maxLength={512} autoComplete="off" placeholder="22,443,8000-8010" />
              </Form.Item>
            ) : null}
            {running ? (
              <Button locked={false} danger icon={<Square size={14} />} onClick={stop}>
                {t('tools.stop')}
              </Button>
            ) : (
              <Button type="primary" htmlType="submit">
                {t('tools.run')}
              </Button>
            )}
          </Form>
        </Surface>
        <Surface title={t('tools.output')}>
          {refused ? <Alert type="error" showIcon className="s-alert" title={t('tools.refused')} /> : null}
          <Output text={text} running={running} />
        </Surface>
      </div>
    </Page>
  );
}

/** One run at a time: what it said so far, and how it is started and stopped. It stops with the page. */
function useRun() {
  const { t } = useTranslation('settings');
  const [text, setText] = useState('');
  const [refused, setRefused] = useState(false);
  const [end, setEnd] = useState<() => void>();
  const stopped = useRef<() => void>(undefined);
  useEffect(() => () => stopped.current?.(), []);
  const over = () => {
    stopped.current = undefined;
    setEnd(undefined);
  };
  const clear = () => {
    setText('');
    setRefused(false);
  };
  return {
    text,
    refused,
    clear,
    running: end !== undefined,
    start(run: Parameters<typeof runTool>[1]) {
      clear();
      const cancel = runTool(new WebSocket(socketAddress(PATH)), run, {
        onText: (more) => setText((before) => before + more),
        onEnd(asked) {
          setRefused(!asked);
          over();
        },
      });
      stopped.current = cancel;
      setEnd(() => cancel);
    },
    stop() {
      end?.();
      setText((before) => `${before}${t('tools.stopped')}\n`);
      over();
    },
  };
}

/** What was said, with its end in view. */
function Output({ text, running }: { text: string; running: boolean }) {
  const { t } = useTranslation('settings');
  const box = useRef<HTMLPreElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new text moves the view
  useEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [text]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer than the box is scrolled by keys
    <pre ref={box} role="log" aria-label={t('tools.output')} aria-busy={running} tabIndex={0} className="s-pre set-tools__output">
      {text || (running ? t('tools.waiting') : t('tools.nothing'))}
    </pre>
  );
}
