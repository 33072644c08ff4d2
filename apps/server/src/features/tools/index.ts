import { text } from '@postern/contract/text';
import type { Feature } from '../../platform/feature.ts';
import { toolsSocket } from './tools.socket.ts';

/** What a run is called in the log. */
export const TOOL_WORDS = { tool: { label: text('network test', '网络测试', 'ネットワークテスト'), fields: {} } } as const;

/**
 * Tests of the network from the server, for administrators.
 * @param allow addresses that the operator allows whatever they are (POSTERN_OUTBOUND_ALLOW)
 */
export const toolsFeature = (allow: readonly string[]): Feature => ({ sockets: [toolsSocket(allow)] });
