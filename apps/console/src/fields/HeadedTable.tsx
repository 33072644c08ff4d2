import type { ReactNode } from 'react';

/** A small table of a dialog: what its columns are called, and its rows. */
export function HeadedTable({ heads, children }: { heads: readonly string[]; children: ReactNode }) {
  return (
    <table className="s-diff">
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head}>{head}</th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
