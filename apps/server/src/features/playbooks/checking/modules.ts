/**
 * Modules of ansible.builtin that work on the machine of the job, or on what Ansible knows. Not among them: what adds hosts (`add_host`), brings
 * files to the server (`fetch`), and the old `include`, whose arguments nobody can tell from variables.
 */
const MODULES: ReadonlySet<string> = new Set(
  `apt apt_key apt_repository assemble assert async_status blockinfile command copy cron deb822_repository debconf debug dnf dnf5 dpkg_selections
  expect fail file find gather_facts get_url getent git group group_by hostname import_playbook import_role import_tasks include_role
  include_tasks include_vars iptables known_hosts lineinfile meta mount_facts package package_facts pause ping pip raw reboot replace rpm_key
  script service service_facts set_fact set_stats setup shell slurp stat subversion systemd systemd_service sysvinit tempfile template
  unarchive uri user validate_argument_spec wait_for wait_for_connection yum yum_repository`.split(/\s+/),
);

/** Modules that take a line of text as what they run. */
export const FREE_FORM: ReadonlySet<string> = new Set(['command', 'meta', 'raw', 'script', 'shell']);
/** Those whose arguments are looked at: as a line of text they would be read by other rules. */
export const AS_MAP: ReadonlySet<string> = new Set([
  'assemble',
  'assert',
  'copy',
  'debug',
  'group_by',
  'import_role',
  'include_role',
  'set_fact',
  'template',
  'unarchive',
  'uri',
]);

export const DEPRECATED: ReadonlySet<string> = new Set(['apt_key']);

/** The name of a module without its collection, where that is Ansible's own. Undefined for one that is not allowed. */
export function moduleOf(name: string): string | undefined {
  const plain = name.replace(/^ansible\.(builtin|legacy)\./, '');
  return MODULES.has(plain) ? plain : undefined;
}

/** What a task may say beside its module. */
export const TASK_WORDS: ReadonlySet<string> = new Set(
  `action always any_errors_fatal args async become become_exe become_flags become_method become_user block changed_when check_mode collections
  connection debugger delay delegate_facts delegate_to diff environment failed_when ignore_errors ignore_unreachable listen local_action loop
  loop_control module_defaults name no_log notify poll port register remote_user rescue retries run_once tags throttle timeout until vars
  when`.split(/\s+/),
);

/** What a role may say in a list of roles; all else are variables. */
export const ROLE_WORDS: ReadonlySet<string> = new Set([...TASK_WORDS, 'role']);
