/** Our mark: a small door, ajar, in a wall. Drawn in the current accent. */
export function BrandMark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <rect width="24" height="24" rx="6" fill="var(--p-primary-solid)" />
      <path d="M7 19v-8a5 5 0 0 1 10 0v8" fill="none" stroke="#fff" strokeOpacity="0.55" strokeWidth="1.8" strokeLinecap="round" />
      <path d="M9.6 19v-7.6a2.9 2.9 0 0 1 2.5-2.9l2.3 1.6V19z" fill="#fff" />
      <circle cx="12.9" cy="14.2" r="0.8" fill="var(--p-primary-solid)" />
    </svg>
  );
}
