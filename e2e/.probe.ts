import { execFileSync } from 'node:child_process';
import { startPostern } from './support/postern.ts';
import { startBrowser, newPerson } from './support/browser.ts';
import { startSession, completeProfile } from './support/console.ts';
import { screenHere } from './support/screen-here.ts';
const cpu = (): Record<string, number> => {
  const out: Record<string, number> = {};
  for (const line of execFileSync('ps', ['-eo', 'ppid,times,cputimes,args']).toString().split('\n')) void line;
  return out;
};
void cpu;
const postern = await startPostern();
const browser = await startBrowser();
const { page } = await newPerson(browser, { origin: postern.origin });
await startSession(page, 'admin', (await import('./support/postern.ts')).ADMIN_PASSWORD); await page.goto('/ui/'); await completeProfile(page, { name: 'A', email: 'a@x.yz' });
const cdp = await page.context().newCDPSession(page);
await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
const metrics = async () => Object.fromEntries((await cdp.send('Performance.getMetrics')).metrics.map((m) => [m.name, m.value]));
const NAMES = ['TaskDuration', 'ScriptDuration', 'V8CompileDuration', 'LayoutDuration', 'RecalcStyleDuration', 'TaskOtherDuration', 'ProcessTime', 'RecalcStyleCount', 'LayoutCount'];
const show = (title: string, a: any, b: any, n: number) => console.log(title, NAMES.map((k) => `${k} ${(((b[k] ?? 0) - (a[k] ?? 0)) / n).toFixed(3)}`).join(' '));
const places = ['/ui/console/assets', '/ui/console/users', '/ui/console/perms/asset-permissions', '/ui/console/accounts'];
for (const p of places) { await page.goto(p); await screenHere(page); }
let total: any = {};
for (let i = 0; i < 3; i++) for (const p of places) {
  await page.goto(p); await screenHere(page);
  const m: any = await metrics();
  for (const k of NAMES) total[k] = (total[k] ?? 0) + (m[k] ?? 0);
}
show('goto', {}, total, 12);
const before = await metrics();
for (let i = 0; i < 3; i++) for (const p of places) {
  await page.evaluate((path) => { history.pushState({}, '', path); dispatchEvent(new PopStateEvent('popstate', { state: {} })); }, p);
  await screenHere(page);
}
show('go', before, await metrics(), 12);
await browser.close(); await postern.stop();
process.exit(0);
