/** Names of the two tabs, which are the names of their routes. */
export const CLOUD_TABS = { tasks: 'SyncInstanceTaskList', accounts: 'AccountList' } as const;

export const tabPath = (tab: keyof typeof CLOUD_TABS): string => `/console/assets/cloud?activeTab=${CLOUD_TABS[tab]}`;
