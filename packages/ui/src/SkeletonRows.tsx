const WIDTHS = [38, 62, 46, 54, 30] as const;

/** Placeholder rows while a first load takes more than 150 ms. `label` is read to people who do not see it. */
export function SkeletonRows({ rows = 8, columns = 4, label }: { rows?: number; columns?: number; label: string }) {
  return (
    <div className="p-skeleton" role="status" aria-label={label}>
      {numbers(rows).map((row) => (
        <div className="p-skeleton__row" key={row}>
          {numbers(columns).map((column) => (
            <div key={column} style={{ flex: column === 0 ? 2 : 1 }}>
              <div className="p-skeleton__bar" style={{ width: `${WIDTHS[(row + column * 2) % WIDTHS.length]}%` }} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
