/** What is known of a host's hardware (docs/wire/assets.md#facts-of-a-machine). */
export const HARDWARE = [
  'vendor',
  'model',
  'sn',
  'cpu_model',
  'cpu_count',
  'cpu_cores',
  'cpu_vcpus',
  'memory',
  'disk_total',
  'distribution',
  'distribution_version',
  'arch',
] as const;
