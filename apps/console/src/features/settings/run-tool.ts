import { readFrame } from '../../session/frame.ts';

export const TOOLS = ['Ping', 'Telnet', 'Dns', 'Port', 'Traceroute'] as const;
export type Tool = (typeof TOOLS)[number];

/** What the server is asked to test. */
export interface ToolRun {
  tool_type: Tool;
  dest_addr: string;
  port_num?: string;
  ports?: string;
}

interface Handlers {
  onText: (text: string) => void;
  /** `asked` is false when the server let nobody in. */
  onEnd: (asked: boolean) => void;
}

type ToolSocket = Pick<WebSocket, 'send' | 'close' | 'onopen' | 'onmessage' | 'onclose'>;

/** Has one test run over a socket of its own, and passes on what it says. The function it answers stops it: nothing is called after that. */
export function runTool(socket: ToolSocket, run: ToolRun, { onText, onEnd }: Handlers): () => void {
  let over = false;
  let asked = false;
  socket.onopen = () => {
    asked = true;
    socket.send(JSON.stringify(run));
  };
  socket.onmessage = ({ data }: MessageEvent) => {
    const frame = readFrame(data);
    if (!over && typeof frame?.msg === 'string') onText(frame.msg);
  };
  socket.onclose = () => {
    if (!over) onEnd(asked);
    over = true;
  };
  return () => {
    over = true;
    socket.close();
  };
}
