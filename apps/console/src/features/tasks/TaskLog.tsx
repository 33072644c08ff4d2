import '@xterm/xterm/css/xterm.css';
import './task-log.css';
import { FitAddon } from '@xterm/addon-fit';
import { Terminal } from '@xterm/xterm';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { socketAddress } from '../../session/reconnecting-socket.ts';
import { followLog } from './follow-log.ts';

/** Dark whatever the theme of the pages: output is read like a terminal's (screens/shell.md §14). */
const THEME = { background: '#14181f', foreground: '#d7dce4', cursor: '#14181f', selectionBackground: '#3a4659' };

/** Output of one task run, live, on a page of its own without the frame. Read-only; leaving the page closes the socket. */
export function TaskLog({ id, type }: { id: string; type: string }) {
  const { t } = useTranslation('tasks');
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
    const note = (words: string, colour: number) => terminal.write(`\r\n\x1b[${colour}m${words}\x1b[0m\r\n`);
    terminal.write(`\x1b[90m${t('connecting')}\x1b[0m `);
    const leave = followLog(
      new WebSocket(socketAddress('/ws/ops/tasks/log/')),
      { id, type },
      {
        write: (text) => terminal.write(text),
        ended: (found) => (found ? note(t('ended'), 90) : note(t('unknown'), 31)),
        lost: () => note(t('lost'), 31),
      },
    );
    return () => {
      leave();
      resize.disconnect();
      terminal.dispose();
    };
  }, [id, type, t]);
  useEffect(() => {
    document.title = t('log');
  }, [t]);
  return (
    <main className="task-log" aria-label={t('log')}>
      <h1 className="p-visually-hidden">{t('log')}</h1>
      <div ref={box} className="task-log__screen" />
    </main>
  );
}
