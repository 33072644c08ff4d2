import { CodedError } from '@postern/contract/errors';
import { text as t } from '@postern/contract/text';
import { fetchRows, idIn, present, shownFields, text } from '@postern/resource';
import { detail } from '../../platform/routes/detail.ts';
import { shown, WORDS } from '../../platform/shown.ts';
import { endpoint } from './endpoint.resource.ts';
import { askedTarget, chooseEndpoint, portFor } from './endpoint-choice.ts';

/** What names nothing of the actor's is answered like nothing, so that it may be any text. */
const asked = (label: Parameters<typeof text>[0]['label']) => text({ label, max: 256, default: '', blank: true });

/** Where a protocol is reached, of a target or of none (docs/decisions/0080). Also asked with a connection token of one's own alone. */
export const smartEndpointRoute = detail({
  path: '/api/v1/terminal/endpoints/smart/',
  name: 'terminal.endpoint.smart',
  who: { allow: 'user' },
  connectionToken: true,
  rows: { of: [endpoint] },
  query: {
    protocol: asked(t('Protocol', '协议', 'プロトコル')),
    token: asked(t('Connection token', '连接令牌', '接続トークン')),
    asset_id: asked(WORDS.asset),
    session_id: asked(t('Session', '会话', 'セッション')),
    target_ip: asked(WORDS.address),
  },
  answer: {
    rows: 'endpoint',
    fields: { oracle_port: shown(t('Oracle port', 'Oracle 端口', 'Oracle ポート'), 'integer') },
  },
  async show(ctx, { query: { protocol, ...target }, request, kernel }) {
    if (!protocol) throw new CodedError('not_found', {}, { body: { error: 'protocol' } });
    const chosen = await chooseEndpoint(ctx, await askedTarget(ctx, kernel, target), protocol, request.url.hostname);
    const resource = kernel.byName(endpoint.name);
    const rows = await fetchRows(resource, ctx, [idIn(resource, [chosen.id])]);
    const [found] = await present(kernel, resource, ctx, rows, shownFields(resource, ctx, 'detail', {}));
    return { ...found, host: chosen.host, oracle_port: portFor(chosen, protocol) };
  },
});
