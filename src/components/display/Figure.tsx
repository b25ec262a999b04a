import styles from "./cards.module.css";

/** The figure that decides, whose units are small beside its numbers: 8時間45分. */
export function Figure({ children }: { children: string }) {
  const parts = children.split(/([\d,]+)/).filter((part) => part !== "");
  if (parts.length === 1)
    return <span className={`strong title-text ${styles.words}`}>{children}</span>;
  return (
    <span className={`numeric strong nowrap ${styles.figure}`}>
      {parts.map((part) => (/^\d/.test(part) ? part : <small key={part}>{part}</small>))}
    </span>
  );
}
