/** Settings of the clean-up: for how many days logs, and files, are kept. */
export const KEPT_LOGS: readonly string[] = [
  'LOGIN_LOG_KEEP_DAYS',
  'OPERATE_LOG_KEEP_DAYS',
  'TASK_LOG_KEEP_DAYS',
  'FTP_LOG_KEEP_DAYS',
  'ACTIVITY_LOG_KEEP_DAYS',
  'TERMINAL_SESSION_KEEP_DURATION',
  'CLOUD_SYNC_TASK_EXECUTION_KEEP_DAYS',
];
export const KEPT_FILES: readonly string[] = ['EXPORT_FILE_KEEP_DAYS'];
