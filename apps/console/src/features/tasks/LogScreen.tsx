import '@xterm/xterm/css/xterm.css';
import './task-log.css';
import { FitAddon } from '@xterm/addon-fit';
import { Terminal } from '@xterm/xterm';
import { useEffect, useRef } from 'react';
import { followLog } from './follow-log.ts';

/** Made here: what else makes sockets brings the start of the console along, which the page of the log is without. */
const socketOfLogs = (): WebSocket => new WebSocket(`${location.origin.replace(/^http/, 'ws')}/ws/ops/tasks/log/`);

/** Dark whatever the theme of the pages: output is read like a terminal's (docs/behaviour/start-and-views.md#task-logs). */
const THEME = { background: '#14181f', foreground: '#d7dce4', cursor: '#14181f', selectionBackground: '#3a4659' };

export type LogWords = Readonly<Record<'log' | 'connecting' | 'ended' | 'unknown' | 'lost', string>>;

interface Props {
  id: string;
  type: string;
  words: LogWords;
}

/** Output of one task run, live. Read-only; leaving it closes the socket. */
export function LogBox({ id, type, words }: Props) {
  const { connecting, ended, unknown, lost } = words;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!box.current) return;
    const terminal = new Terminal({
      theme: THEME,
      disableStdin: true,
      fontSize: 13,
      fontFamily: 'ui-monospace, "Cascadia Mono", "JetBrains Mono", Menlo, Consolas, monospace',
      scrollback: 50_000,
      screenReaderMode: true,
      cursorInactiveStyle: 'none',
    });
    const fit = new FitAddon();
    terminal.loadAddon(fit);
    terminal.open(box.current);
    fit.fit();
    const resize = new ResizeObserver(() => fit.fit());
    resize.observe(box.current);
    const note = (text: string, colour: number) => terminal.write(`\r\n\x1b[${colour}m${text}\x1b[0m\r\n`);
    terminal.write(`\x1b[90m${connecting}\x1b[0m `);
    const leave = followLog(
      socketOfLogs(),
      { id, type },
      {
        write: (text) => terminal.write(text),
        ended: (found) => (found ? note(ended, 90) : note(unknown, 31)),
        lost: () => note(lost, 31),
      },
    );
    return () => {
      leave();
      resize.disconnect();
      terminal.dispose();
    };
  }, [id, type, connecting, ended, unknown, lost]);
  return <div ref={box} className="task-log__screen" />;
}

/** The same as a page of its own, without the frame. */
export function LogScreen(props: Props) {
  const { log } = props.words;
  useEffect(() => {
    document.title = log;
  }, [log]);
  return (
    <main className="task-log" aria-label={log}>
      <h1 className="p-visually-hidden">{log}</h1>
      <LogBox {...props} />
    </main>
  );
}
