/** Tabs of the page of templates, by their names in the address. */
export const TEMPLATE_TABS = { commands: 'Adhoc', playbooks: 'Playbook' } as const;

const LIST = '/workbench/ops/templates';
export const COMMANDS = `${LIST}?activeTab=${TEMPLATE_TABS.commands}`;
export const PLAYBOOKS = `${LIST}?activeTab=${TEMPLATE_TABS.playbooks}`;
