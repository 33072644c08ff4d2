const WIDTHS = [38, 62, 46, 54, 30] as const;

/** Placeholder rows while a first load takes more than 150 ms. `label` is read to people who do not see it. */
export function SkeletonRows({ rows = 8, columns = 4, label }: { rows?: number; columns?: number; label: string }) {
  return (
    <div className="p-skeleton" role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, row) => (
        <div className="p-skeleton__row" key={`row-${row + 1}`}>
          {Array.from({ length: columns }, (_, column) => (
            <div key={`column-${column + 1}`} style={{ flex: column === 0 ? 2 : 1 }}>
              <div className="p-skeleton__bar" style={{ width: `${WIDTHS[(row + column * 2) % WIDTHS.length]}%` }} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
