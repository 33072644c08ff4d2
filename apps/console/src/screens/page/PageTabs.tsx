import { readCookie, writeCookie } from '@postern/client/cookies';
import { Tabs } from 'antd';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { pickTab } from '../../model/tabs.ts';
import { useAuth } from '../../session/auth.tsx';

const COOKIE = 'activeTab';
const DAY = 86_400;

export interface PageTab {
  name: string;
  title: string;
  /** All are needed. */
  permissions?: readonly string[];
  hidden?: boolean;
  render: () => ReactNode;
}

/** Tabs of a page. The open one is kept in the address bar and, for a day, in a cookie that all tab pages share (docs/behaviour/details.md#tabs). */
export function PageTabs({ tabs, initial, keep }: { tabs: readonly PageTab[]; initial?: string | undefined; keep?: readonly string[] }) {
  const { can } = useAuth();
  const [params, setParams] = useSearchParams();
  const shown = tabs.filter((tab) => !tab.hidden && can(tab.permissions));
  const names = shown.map((tab) => tab.name);
  const active = pickTab(names, params.get(COOKIE), readCookie(COOKIE), initial);
  const open = (name: string) => {
    writeCookie(COOKIE, name, DAY);
    // Another tab's table has other filters; only what the page itself needs stays.
    const next = new URLSearchParams([...params].filter(([key]) => keep?.includes(key) || key === 'oid'));
    next.set(COOKIE, name);
    setParams(next, { replace: true });
  };
  if (shown.length === 1) return <>{shown[0]?.render()}</>;
  return (
    <Tabs
      className="s-tabs"
      activeKey={active}
      onChange={open}
      items={shown.map((tab) => ({ key: tab.name, label: tab.title, children: tab.name === active ? tab.render() : null }))}
    />
  );
}
