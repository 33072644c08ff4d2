import {
  AppWindow,
  Boxes,
  Cable,
  Cloud,
  Database,
  FileTerminal,
  Folder,
  Globe,
  type LucideIcon,
  MessageSquare,
  Network,
  Server,
  Star,
} from 'lucide-react';

const ICONS: Readonly<Record<string, LucideIcon>> = {
  linux: Server,
  unix: Server,
  other: Server,
  windows: AppWindow,
  general: Network,
  switch: Network,
  router: Network,
  firewall: Cable,
  mysql: Database,
  mariadb: Database,
  postgresql: Database,
  oracle: Database,
  sqlserver: Database,
  mongodb: Database,
  redis: Database,
  clickhouse: Database,
  db2: Database,
  dameng: Database,
  k8s: Boxes,
  private: Cloud,
  public: Cloud,
  website: Globe,
  chatgpt: MessageSquare,
};

/** The sign of an asset type; a terminal for those we have no sign for. */
export function typeIcon(type: string | undefined): LucideIcon {
  return ICONS[type ?? ''] ?? FileTerminal;
}

/** The sign of a branch. */
export function branchIcon(id: string): LucideIcon {
  return id === 'favorite' ? Star : Folder;
}
