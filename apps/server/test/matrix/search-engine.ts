import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Stands in for a search engine where a command storage has to be made and nothing is said about commands in it: the wire's fixed answers,
 * and the mappings that it was given. What is read and written there is asked of a real one (features/command-log).
 */
export interface SearchEngine {
  url: string;
  close(): void;
}

const EMPTY = { count: 0, hits: { total: { value: 0, relation: 'eq' }, hits: [] }, aggregations: { sessions: { buckets: [] } } };

export async function startSearchEngine(): Promise<SearchEngine> {
  const indexes = new Map<string, unknown>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const [, index = '', what = ''] = new URL(String(request.url), 'http://engine').pathname.split('/');
      const answer = (body: object) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      if (index === '') return answer({ version: { distribution: 'opensearch', number: '2.19.2' } });
      if (request.method === 'PUT') {
        indexes.set(index, JSON.parse(Buffer.concat(chunks).toString()));
        return answer({ acknowledged: true });
      }
      return answer(what === '_mapping' ? { [index]: indexes.get(index) ?? {} } : EMPTY);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
