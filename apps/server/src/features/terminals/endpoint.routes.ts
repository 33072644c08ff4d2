import { text } from '@postern/contract/text';
import { fetchRows, idIn, type Kernel, ok, present, type Route, shownFields } from '@postern/resource';
import { shown } from '../../platform/shown.ts';
import { askedTarget, chooseEndpoint, portFor } from './endpoint-choice.ts';

/** Where a protocol is reached, of a target or of none (docs/decisions/0080). Also asked with a connection token of one's own alone. */
export const smartEndpointRoute = (kernel: () => Kernel): Route => ({
  method: 'GET',
  path: '/api/v1/terminal/endpoints/smart/',
  policy: { allow: 'user' },
  connectionToken: true,
  name: 'terminal.endpoint.smart',
  shape: {
    rows: 'endpoint',
    view: 'detail',
    fields: { oracle_port: shown(text('Oracle port', 'Oracle 端口', 'Oracle ポート'), 'integer') },
  },
  async handle(ctx, { query, url }) {
    const protocol = query.protocol?.slice(0, 16);
    if (!protocol) return ok({ error: 'protocol' }, 404);
    const chosen = await chooseEndpoint(ctx, await askedTarget(ctx, kernel(), query), protocol, url.hostname);
    const resource = kernel().byName('endpoint');
    const rows = await fetchRows(resource, ctx, [idIn(resource, [chosen.id])]);
    const [found] = await present(kernel(), resource, ctx, rows, shownFields(resource, ctx, 'detail', {}));
    return ok({ ...found, host: chosen.host, oracle_port: portFor(chosen, protocol) });
  },
});
