/** Classes of OCSF 1.3.0 that are used, and what all events have (docs/audit-forwarding.md). */

interface EventClass {
  uid: number;
  name: string;
  category: number;
  categoryName: string;
}

export const OCSF_CLASSES = {
  file: { uid: 1001, name: 'File System Activity', category: 1, categoryName: 'System Activity' },
  job: { uid: 1006, name: 'Scheduled Job Activity', category: 1, categoryName: 'System Activity' },
  process: { uid: 1007, name: 'Process Activity', category: 1, categoryName: 'System Activity' },
  account: { uid: 3001, name: 'Account Change', category: 3, categoryName: 'Identity & Access Management' },
  authentication: { uid: 3002, name: 'Authentication', category: 3, categoryName: 'Identity & Access Management' },
  network: { uid: 4001, name: 'Network Activity', category: 4, categoryName: 'Network Activity' },
  api: { uid: 6003, name: 'API Activity', category: 6, categoryName: 'Application Activity' },
} as const satisfies Record<string, EventClass>;

/** OCSF severity, and what syslog calls it (RFC 5424 section 6.2.1). */
export const SEVERITY = {
  info: { id: 1, name: 'Informational', syslog: 6 },
  low: { id: 2, name: 'Low', syslog: 5 },
  medium: { id: 3, name: 'Medium', syslog: 4 },
  high: { id: 4, name: 'High', syslog: 3 },
} as const;
export type Severity = keyof typeof SEVERITY;

export interface Described {
  class: keyof typeof OCSF_CLASSES;
  activity: readonly [id: number, name: string];
  severity: Severity;
  /** Left out where nothing succeeds or fails. */
  ok?: boolean;
  /** Everything else, by its OCSF name. */
  fields: Readonly<Record<string, unknown>>;
}

const PRODUCT = { name: 'Postern', vendor_name: 'Postern' };

/** One event as it is sent, without its end of line. */
export function printEvent(
  { class: of, activity, severity, ok, fields }: Described,
  { kind, id, log, seq, time, org }: { kind: string; id: string; log: string; seq: number; time: Date; org?: string },
): string {
  const { uid, name, category, categoryName } = OCSF_CLASSES[of];
  return JSON.stringify({
    class_uid: uid,
    class_name: name,
    category_uid: category,
    category_name: categoryName,
    activity_id: activity[0],
    activity_name: activity[1],
    type_uid: uid * 100 + activity[0],
    severity_id: SEVERITY[severity].id,
    severity: SEVERITY[severity].name,
    ...(ok === undefined ? {} : { status_id: ok ? 1 : 2, status: ok ? 'Success' : 'Failure' }),
    time: time.getTime(),
    metadata: {
      version: '1.3.0',
      product: PRODUCT,
      uid: id,
      log_name: log,
      sequence: seq,
      event_code: kind,
      ...(org ? { tenant_uid: org } : {}),
    },
    ...fields,
  });
}
