import type { Json } from '@postern/testkit/api';
import { forThisFile } from '@postern/testkit/for-this-file';
import { freePort } from '@postern/testkit/ports';
import { openPage, type Page } from '@postern/testkit/terminal-page';
import { type GatewayProcess, startGatewayProcess } from './gateway-process.ts';
import { startTestServer, type TestServer } from './harness.ts';

/**
 * Two nodes on one database for the tests of a file, each a server with a gateway beside it. The second gateway says where it is; the first does not, and the
 * second server knows no place where gateways are.
 * @param drainSeconds how long the second gateway lets its sessions go on once it is told to stop
 */
export async function twoNodes(drainSeconds = 0) {
  const [firstPort, secondPort] = [await freePort(), await freePort()];
  const secondAddress = `http://127.0.0.1:${secondPort}`;
  const first: TestServer = forThisFile(
    () => startTestServer({ settings: { gatewayPort: firstPort, gatewayNetworks: ['127.0.0.0/8', '169.254.0.0/16'] } }),
    (it) => it.close(),
  );
  const second: TestServer = forThisFile(
    () => startTestServer({ besides: first, settings: { gatewayPort: secondPort } }),
    (it) => it.close(),
  );
  const gateways = forThisFile(
    async () => ({
      one: await startGatewayProcess(first, 'one', firstPort),
      two: await startGatewayProcess(second, 'two', secondPort, {
        POSTERN_GATEWAY_ADDRESS: secondAddress,
        POSTERN_DRAIN_SECONDS: String(drainSeconds),
      }),
    }),
    async ({ one, two }: { one: GatewayProcess; two: GatewayProcess }) => {
      await one.stop();
      await two.stop();
    },
  );
  return { first, second, secondAddress, gateways };
}

export const portOf = ({ url }: TestServer): number => Number(new URL(url).port);
/** What a frame says. */
export const dataOf = ({ data }: { data: string }) => JSON.parse(data);
/** Why a page was closed. */
export const endOf = async (page: Page) => dataOf(await page.frame('CLOSE'));

/** Somebody opens a terminal through a node, in a shell without colours that has answered. */
export async function openAt(node: TestServer, who: { username: string; cookie: string }, asset: unknown) {
  const wish = { asset, account: 'ops', protocol: 'ssh', connect_method: 'web_cli' };
  const token = (await (await node.as(who.username)).post<Json>('authentication/connection-token/', wish)).body;
  const page = openPage(portOf(node), `token=${token.id}`, { cookie: who.cookie, init: { resume: true }, acksFrom: 0 });
  const { session, resume } = dataOf(await page.frame('TERMINAL_SESSION'));
  page.type('PS1="# "; echo here $((40+2))\r');
  await page.see('here 42');
  return { page, id: String(session.id), secret: String(resume.secret) };
}
