/**
 * What the role of the running product may do with evidence: far less than with other tables (decision 0071). One list for the
 * grants, for the rotation of keys, which must not touch these rows, and for the tests that try.
 */
export interface EvidenceTable {
  name: string;
  /** Rights that remain. Nobody but the owner may update or delete rows, empty or alter the table, or switch its triggers off. */
  rights: string;
}

export const EVIDENCE_TABLES: readonly EvidenceTable[] = [
  { name: 'operate_logs', rights: 'select, insert' },
  { name: 'login_logs', rights: 'select, insert' },
  // Nothing removes from it (decision 0179).
  { name: 'kept_digests', rights: 'select, insert' },
  { name: 'activity_logs', rights: 'select, insert' },
  { name: 'commands', rights: 'select, insert' },
  // The copy of a file comes after its row; a trigger lets these two go forward once.
  { name: 'ftp_logs', rights: 'select, insert, update (has_file, file_sha256)' },
  { name: 'audit_anchors', rights: 'select, insert' },
  { name: 'audit_segments', rights: 'select' },
  // The head moves with every audited write; a trigger keeps it from going back.
  { name: 'audit_chains', rights: 'select, update (seq, hash)' },
];
