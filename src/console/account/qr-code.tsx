import { encode } from 'uqr';

/** A quiet border of four modules, as the standard asks for (ISO/IEC 18004, 6.3.8). */
const BORDER = 4;

/** A QR code, drawn in the browser, so that its text goes nowhere. It is dark on light in every theme. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { border: BORDER, ecc: 'M' });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={squares.join('')} />
    </svg>
  );
}
