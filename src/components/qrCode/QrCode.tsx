import { encode } from "uqr";
import styles from "./qrCode.module.css";

/** Light modules around the code, as ISO/IEC 18004 asks. */
const QUIET_ZONE = 4;

/** A text as a QR code, dark on light in every colour mode: not every reader takes the reverse. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { ecc: "M", border: QUIET_ZONE });
  const modules = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])),
  );
  return (
    <svg
      role="img"
      aria-label={label}
      className={`block round max-full ${styles.code}`}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={modules.join("")} fill="#000" />
    </svg>
  );
}
