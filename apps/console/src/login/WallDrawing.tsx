/** Courses of stones with one lit door in them. Positions follow from the row, so that the drawing is the same each time. */

const WIDTH = 640;
const HEIGHT = 800;
const COURSE = 40;
const DOOR = { x: 268, y: 500, width: 104, height: 180 };

interface Stone {
  x: number;
  y: number;
  width: number;
}

const STONES: readonly Stone[] = Array.from({ length: HEIGHT / COURSE }, (_, row) => row).flatMap((row) => {
  const stones: Stone[] = [];
  let x = row % 2 === 0 ? -40 : -84;
  for (let column = 0; x < WIDTH; column += 1) {
    const width = 76 + ((row * 37 + column * 53) % 44);
    stones.push({ x, y: row * COURSE, width });
    x += width;
  }
  return stones;
});

export function WallDrawing({ line }: { line: string }) {
  const { x, y, width, height } = DOOR;
  const arch = `M${x} ${y + height}V${y + 52}a52 52 0 0 1 ${width} 0V${y + height}z`;
  return (
    <figure className="wall">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="xMidYMax slice" aria-hidden="true">
        <defs>
          <radialGradient id="glow" cx="50%" cy="74%" r="46%">
            <stop offset="0" stopColor="var(--p-primary-solid)" stopOpacity="0.75" />
            <stop offset="0.45" stopColor="var(--p-primary-solid)" stopOpacity="0.2" />
            <stop offset="1" stopColor="var(--p-primary-solid)" stopOpacity="0" />
          </radialGradient>
          <linearGradient id="light" x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor="#eafff6" />
            <stop offset="1" stopColor="#9be7c9" />
          </linearGradient>
        </defs>
        <rect width={WIDTH} height={HEIGHT} fill="#10211c" />
        {STONES.map((stone, index) => (
          <rect
            key={`${stone.x}:${stone.y}`}
            x={stone.x + 1}
            y={stone.y + 1}
            width={stone.width - 2}
            height={COURSE - 2}
            rx="4"
            fill={index % 5 === 0 ? '#1a312a' : index % 3 === 0 ? '#172c26' : '#152823'}
          />
        ))}
        <rect width={WIDTH} height={HEIGHT} fill="url(#glow)" />
        <path d={arch} fill="#0b1613" stroke="#25443a" strokeWidth="14" />
        <path d={`M${x + 14} ${y + height}V${y + 56}a38 38 0 0 1 52 -35l18 9V${y + height}z`} fill="url(#light)" opacity="0.92" />
        <path d={`M${x + 14} ${y + height}L${x - 60} ${HEIGHT}H${x + 190}L${x + 84} ${y + height}z`} fill="url(#light)" opacity="0.16" />
        <rect x="0" y={y + height} width={WIDTH} height={HEIGHT - y - height} fill="#0b1613" opacity="0.55" />
      </svg>
      <figcaption>{line}</figcaption>
    </figure>
  );
}
